import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkCommand } from '#server/commands/print-link.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { eraseAccount } from '../operated/operated-customers.ts';
import { lockCustomer } from '../queries.ts';
import { signCampaignLink } from '../sign-in/campaign-link.ts';
import { signJwt } from '../sign-in/jwts.ts';
import { purgeSignIns } from '../sign-in/purge-sign-ins.ts';

const AUTH = 'POST mobiledigital/auth';
const ME = 'GET customers/me';
const ANN = '+61412345678';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(databaseKinds())('personal links (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind, { change: stopClock });
  });
  afterEach(() => shop.close());

  const link = (...argv: string[]) => giveCommand(shop.context, linkCommand, ...argv);
  const makeJwt = async (...argv: string[]) =>
    (await link('--mobile', ANN, ...argv)).output[0]?.split('/autologin/')[1] ?? '';
  const auth = async (jwt: string, browser?: TestBrowser) =>
    (await shop.send(AUTH, { body: { jwt, autologin: true }, ...(browser ? { browser } : {}) })).body;
  const list = async () => (await link('--list', '--mobile', '0412 345\u2011678')).output;

  it('records and lists every link with its maker, even if the link was not sent', async () => {
    expect(await list()).toEqual(['No links.']);
    const jwt = await makeJwt('--campaign', 'spring', '--expires-in', '3600');
    await signUp(shop, ANN);
    expect(await auth(jwt)).toMatchObject({ existing_user: true });
    shop.wait(60_000);
    await makeJwt();
    await link('--mobile', '+61412345679');
    expect(await list()).toEqual([
      expect.stringMatching(
        /^\d+, created 2026-11-02T01:01Z by wren, printed, valid until 2026-11-05T01:01Z, 0 of 5 sign-ins$/,
      ),
      '1, created 2026-11-02T01:00Z by wren, printed, valid until 2026-11-02T02:00Z, 1 of 5 sign-ins, campaign spring',
    ]);
    shop.wait(HOUR);
    expect((await list())[1]).toContain('was valid until 2026-11-02T02:00Z');
  });

  it('stops accepting a revoked link, and ends only the sessions that the link opened', async () => {
    const ownToken = await signUp(shop, ANN);
    const [first, second] = [await makeJwt(), await makeJwt()];
    const tokens = [
      (await auth(first)).token,
      (await auth(first)).token,
      (await auth(second)).token,
      ownToken,
    ] as string[];
    const statuses = () => Promise.all(tokens.map(async (token) => (await shop.send(ME, { token })).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect(await link('--revoke', '1')).toEqual({
      status: 0,
      errorOutput: [],
      output: ['Link 1 is revoked, and 2 sessions that it opened have ended.'],
    });
    await expect.poll(statuses).toEqual([401, 401, 200, 200]);
    expect(await auth(first)).toMatchObject({ expired_link: true });
    expect(await auth(second)).toMatchObject({ existing_user: true });
    expect((await list())[1]).toContain('revoked');
    expect(await link('--revoke', '1')).toMatchObject({ status: 0, output: ['Link 1 is revoked.'] });
    expect(await link('--revoke', '99')).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('no link 99')],
    });
  });

  it('accepts a link for seven days at most, even if a leaked key signs a longer lifetime', async () => {
    await signUp(shop, ANN);
    expect(() => linkCommand.read(['--mobile', ANN, '--expires-in', '604801'], '/')).toThrow('at most 604800 seconds');
    expect(() => signCampaignLink(shop.context, { mobile: ANN, lifeMs: 7 * DAY + 1 })).toThrow('a week at most');
    const week = await makeJwt('--expires-in', '604800');
    const forged = await signJwt(shop.context, 'campaign-link', { jti: 'x', mobile: ANN, lifeMs: 3_650 * DAY });
    shop.wait(7 * DAY - 1_000);
    for (const jwt of [week, forged]) expect(await auth(jwt)).toMatchObject({ existing_user: true });
    shop.wait(1_000);
    for (const jwt of [week, forged]) expect(await auth(jwt)).toMatchObject({ expired_link: true });
  });

  it('records a link from an earlier release on first use, without a maker', async () => {
    await signUp(shop, ANN);
    const jwt = await signCampaignLink(shop.context, { mobile: ANN, campaignId: 'spring' });
    expect(await list()).toEqual(['No links.']);
    expect(await auth(jwt)).toMatchObject({ existing_user: true });
    expect(await list()).toEqual([
      expect.stringMatching(/by an unknown operator, .*1 of 5 sign-ins, campaign spring$/),
    ]);
  });

  it('purges a link 90 days after it expired', async () => {
    await makeJwt();
    shop.wait(93 * DAY - 1_000);
    await purgeSignIns(shop.context);
    expect(await list()).toHaveLength(1);
    shop.wait(2_000);
    await purgeSignIns(shop.context);
    expect(await list()).toEqual(['No links.']);
  });

  it('stops accepting links when the customer is erased, even after the number registers again', async () => {
    await signUp(shop, ANN);
    const [opened, other] = [await makeJwt(), await makeJwt()];
    expect(await auth(opened)).toMatchObject({ existing_user: true });
    await shop.context.database.transaction(async (tx) => {
      const customer = await lockCustomer(tx, 1);
      if (customer) await eraseAccount(tx, { customer, now: shop.context.clock.now() });
    });
    shop.wait(60_000);
    await signUp(shop, ANN);
    for (const jwt of [opened, other]) expect(await auth(jwt)).toMatchObject({ expired_link: true });
    expect(await list()).toEqual(['No links.']);
  });

  it('expires a link when the customer signs out of a session it opened, while sessions elsewhere continue', async () => {
    const browser: TestBrowser = {};
    await signUp(shop, ANN);
    shop.wait(60_000);
    const [opened, unopened] = [await makeJwt(), await makeJwt()];
    const elsewhere = (await auth(opened)).token as string;
    const byLink = (await auth(opened, browser)).token as string;
    const jwt = await proveMobile(shop, ANN, { browser });
    const byCode = (await shop.send(AUTH, { body: { jwt }, browser })).body.token as string;
    await shop.send('POST mobiledigital/signout', { body: { keep_links: true }, token: byLink, browser });
    const secondSignIn = await auth(opened, browser);
    expect(secondSignIn).toMatchObject({ existing_user: true });
    await shop.send('POST mobiledigital/signout', {
      body: { keep_links: true },
      token: secondSignIn.token as string,
      browser,
    });
    await shop.send('POST mobiledigital/signout', { token: byCode, browser });
    expect(await auth(opened, browser)).toMatchObject({ expired_link: true });
    expect((await shop.send(ME, { token: elsewhere })).status).toBe(200);
    expect(await auth(unopened, browser)).toMatchObject({ existing_user: true });
  });

  it('records the link and the browser on the session that the link opened', async () => {
    const browser: TestBrowser = {};
    await signUp(shop, ANN);
    await auth(await makeJwt(), browser);
    const sessions = (await shop.stored.all('sessions')).map(({ link, browser }) => ({ link, browser }));
    const { jti } = await shop.stored.one('campaignLinks');
    expect(sessions).toContainEqual({ link: null, browser: null });
    expect(sessions).toContainEqual({ link: jti, browser: expect.stringMatching(/^[\da-f]{64}$/) });
  });

  it.each([
    [['--list'], '--mobile takes a mobile number'],
    [['--list', '--mobile', ANN, '--send', 'x'], 'Use --list with --mobile and no other option.'],
    [['--revoke', '0'], '--revoke takes a whole number above zero'],
    [['--revoke', '1', '--mobile', ANN], 'Use --revoke without other options.'],
  ])('rejects invalid arguments with an explanation: %j', (argv, words) => {
    expect(() => linkCommand.read(argv, '/')).toThrow(words);
  });
});
