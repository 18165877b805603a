import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { buildRegistration, proveMobile, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import { issueCampaignLink } from '../campaigns/links.ts';
import { signCampaignLink } from './campaign-link.ts';
import { purgeSignIns } from './purge-sign-ins.ts';

const AUTH = 'POST mobiledigital/auth';
const ANN = '+61412345678';
const ME = 'GET customers/me';

describe.each(databaseKinds())('verifying a jwt (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind, { env: { CURRENCY_RATE_USD: '1.5' }, change: stopClock });
  });
  afterEach(() => shop.close());
  const auth = (jwt: string, autologin = false) => shop.send(AUTH, { body: { jwt, autologin } });
  const linkTo = (mobile: string, rest: { lifeMs?: number; productId?: string } = {}) =>
    signCampaignLink(shop.context, { mobile, campaignId: 'spring', productId: '4711', ...rest });

  it('accepts the jwt of a new mobile number for 15 minutes, then returns expired_link [CA-06, RO-07]', async () => {
    const jwt = await proveMobile(shop, ANN);
    for (const _ of [1, 2, 3]) expect((await auth(jwt)).body).toEqual({ status: true, new_user: true, mobile: ANN });
    shop.wait(15 * 60_000);
    expect((await auth(jwt)).body).toEqual({ status: true, expired_link: true, mobile: ANN });
  });

  it('returns token, token_ttl 3300000, mobile, country_code and currency_rate at sign-in [CA-07, ST-004, BC-09]', async () => {
    await signUp(shop, ANN);
    shop.wait(60_000);
    const { status, body } = await auth(await proveMobile(shop, ANN));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: true,
        existing_user: true,
        token: expect.stringMatching(/^[\w-]{43}$/),
        token_ttl: 3_300_000,
        mobile: ANN,
        country_code: 'AU',
        currency_rate: { USD: 1.5 },
      },
    });
    expect(JSON.stringify(await shop.stored.all('sessions'))).not.toContain(body.token);
  });

  it('accepts the bearer token for exactly 55 minutes [BC-09, RO-11]', async () => {
    const token = await signUp(shop, ANN);
    shop.wait(3_299_999);
    expect((await shop.send(ME, { token })).status).toBe(200);
    shop.wait(1);
    const { status, body } = await shop.send(ME, { token });
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        code: 'not_authorised',
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: 'self' },
      },
    });
  });

  it('rejects sign-in jwts, campaign links and made-up tokens as bearer tokens', async () => {
    await signUp(shop, ANN);
    shop.wait(60_000);
    for (const token of [await proveMobile(shop, ANN), await linkTo(ANN), 'x'.repeat(43), '']) {
      expect((await shop.send(ME, { token })).status).toBe(401);
    }
  });

  it('revokes the bearer token and the sign-in jwt on sign-out [ST-010]', async () => {
    const jwt = await proveMobile(shop, ANN);
    await shop.send('POST mobiledigital/createAccount', { body: buildRegistration(ANN) });
    const token = (await auth(jwt)).body.token as string;
    const other = (await auth(jwt)).body.token as string;
    expect((await shop.send('POST mobiledigital/signout', { token })).body).toEqual({ status: true });
    expect((await shop.send(ME, { token })).status).toBe(401);
    expect((await shop.send('POST mobiledigital/signout', { token })).status).toBe(401);
    expect((await shop.send(ME, { token: other })).status).toBe(200);
    expect((await auth(jwt)).body).toMatchObject({ status: true, expired_link: true, mobile: ANN });
  });

  it('keeps verifications of other mobile numbers on sign-out', async () => {
    const token = await signUp(shop, ANN);
    const otherJwt = await proveMobile(shop, '+61412000099');
    expect((await shop.send('POST mobiledigital/signout', { token })).body).toEqual({ status: true });
    expect((await auth(otherJwt)).body).toMatchObject({ status: true, new_user: true });
  });

  it('signs a suspended customer out immediately and rejects new sign-ins', async () => {
    const token = await signUp(shop, ANN);
    await shop.stored.change('customers', ({ createdAt }) => ({ suspendedAt: createdAt }));
    expect((await shop.send(ME, { token })).status).toBe(401);
    shop.wait(60_000);
    expect((await auth(await proveMobile(shop, ANN))).body).toEqual({ status: false });
    expect((await auth(await linkTo(ANN), true)).body).toEqual({ status: false });
  });

  it('allows five sign-ins by a campaign link, even in parallel, then returns expired_link [SI-03]', async () => {
    await signUp(shop, ANN);
    const jwt = await linkTo(ANN);
    const answers = await Promise.all(Array.from({ length: 20 }, () => auth(jwt, true)));
    expect(answers.filter(({ body }) => body.existing_user === true)).toHaveLength(5);
    const used = { status: true, expired_link: true, mobile: ANN, campaign_id: 'spring', product_id: '4711' };
    expect(answers.filter(({ body }) => body.expired_link === true)).toHaveLength(15);
    expect((await auth(jwt, true)).body).toEqual(used);
    expect(await shop.stored.count('sessions')).toBe(6);
  });

  it('returns the mobile, campaign and product of a link that is revoked or older than 72 hours [ST-006]', async () => {
    await signUp(shop, ANN);
    const jwt = await linkTo(ANN);
    shop.wait(72 * 3_600_000 - 1_000);
    expect((await auth(jwt, true)).body).toMatchObject({
      existing_user: true,
      campaign_id: 'spring',
      product_id: '4711',
    });
    await shop.stored.change('campaignLinks', { revoked: true });
    const expired = { status: true, expired_link: true, mobile: ANN, campaign_id: 'spring', product_id: '4711' };
    expect((await auth(jwt, true)).body).toEqual(expired);
    await shop.stored.change('campaignLinks', { revoked: false });
    shop.wait(1_000);
    expect((await auth(jwt, true)).body).toEqual(expired);
  });

  it('returns the details of an expired link only from its stored record, which is kept for 90 days', async () => {
    await signUp(shop, ANN);
    const link = await issueCampaignLink(shop.context, { mobile: ANN, campaignId: 'spring', actor: machine });
    const unknown = await linkTo(ANN);
    shop.wait(72 * 3_600_000);
    expect((await auth(unknown, true)).body).toEqual({ status: true, expired_link: true });
    const expired = { status: true, expired_link: true, mobile: ANN, campaign_id: 'spring' };
    expect((await auth(link, true)).body).toEqual(expired);
    shop.wait(91 * 86_400_000);
    await purgeSignIns(shop.context);
    expect((await auth(link, true)).body).toEqual({ status: true, expired_link: true });
  });

  it('does not accept a revoked link as verification of a new mobile number', async () => {
    const jwt = await linkTo(ANN);
    const { jti } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    await shop.stored.add('campaignLinks', { jti, revoked: true });
    expect((await auth(jwt, true)).body).toMatchObject({ status: true, expired_link: true, mobile: ANN });
    expect((await shop.send('POST mobiledigital/createAccount', { body: buildRegistration(ANN) })).body.status).toBe(
      false,
    );
  });

  it('lets a new mobile number register and then sign in by the same link [ST-015]', async () => {
    const jwt = await linkTo(ANN);
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      const { body } = await auth(jwt, true);
      expect(body).toEqual({ status: true, new_user: true, mobile: ANN, campaign_id: 'spring', product_id: '4711' });
    }
    expect((await shop.send('POST mobiledigital/createAccount', { body: buildRegistration(ANN) })).body).toEqual({
      status: true,
    });
    expect((await auth(jwt, true)).body).toMatchObject({ existing_user: true, token: expect.any(String) });
    expect(await shop.stored.one('customers')).toMatchObject({ campaignId: 'spring' });
  });

  it('returns status false for any jwt that the shop did not sign [ER-21]', async () => {
    await signUp(shop, ANN);
    const { secrets, clock } = shop.context;
    const exp = Math.floor(clock.ms() / 1_000) + 600;
    const claims = { typ: 'sign-in', mobile: ANN, jti: 'x', aud: 'handsel-auth', exp };
    const sign = (payload: Record<string, unknown>, key: Buffer) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`.replaceAll('=', '');
    const wrong = [
      '',
      'nonsense',
      unsigned,
      `${(await linkTo(ANN)).slice(0, -6)}AAAAAA`,
      await sign(claims, Buffer.alloc(32)),
      await sign({ ...claims, typ: 'campaign-link' }, secrets.key('sign-in-jwt')),
      await sign({ ...claims, aud: 'elsewhere' }, secrets.key('sign-in-jwt')),
      await sign({ ...claims, mobile: 'nobody' }, secrets.key('sign-in-jwt')),
    ];
    for (const jwt of wrong) expect((await auth(jwt)).body).toEqual({ status: false });
    expect((await auth(await sign(claims, secrets.key('sign-in-jwt')))).body).toMatchObject({ expired_link: true });
  });
});
