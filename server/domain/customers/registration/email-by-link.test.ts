import { afterEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { buildRegistration } from '#test/support/sign-in.ts';
import { type From, openWays } from '#test/support/ways-in.ts';
import { issueCampaignLink } from '../campaigns/links.ts';

const NEW = '+61491570156';
const EMAIL = 'mia@shop.example';
const DAY = 86_400_000;

describe.each(databaseKinds())('an email entered at registration through a link (%s)', (kind) => {
  let all: Awaited<ReturnType<typeof openWays>>;
  afterEach(() => all.shop.close());

  const openRegistered = async () => {
    all = await openWays(kind);
    const reader: From = { address: '198.51.100.1', browser: {} };
    const jwt = await issueCampaignLink(all.shop.context, { mobile: NEW, actor: machine });
    expect(await all.post('auth', { jwt }, reader)).toMatchObject({ new_user: true });
    const registered = await all.post('createAccount', buildRegistration(NEW, { email: EMAIL }), reader);
    expect(registered).toEqual({ status: true });
    expect(await all.post('auth', { jwt }, reader)).toMatchObject({ existing_user: true });
    return reader;
  };
  const codesMailed = async (from: From) => {
    expect(await all.post('sendrecoverycode', { email: EMAIL }, from)).toEqual({ status: true });
    const mailed = await all.shop.stored.all('messages', { purpose: 'code', channel: 'email' });
    return mailed.map(({ recipient }) => recipient);
  };
  const signInByCode = async () => {
    const owner: From = { address: '203.0.113.50', browser: {} };
    const { token } = await all.post('auth', { jwt: await all.proveMobile(NEW, owner) }, owner);
    return { ...owner, token } as From;
  };

  it('accepts an email entered through a link as proof only a week after a sign-in by code', async () => {
    const reader = await openRegistered();
    all.wait(30 * DAY);
    expect(await codesMailed(reader)).toEqual([]);
    const owner = await signInByCode();
    expect(await all.post('sendemailcode', {}, owner)).toMatchObject({ codes: { email: 'email_changed_lately' } });
    all.wait(7 * DAY);
    expect(await codesMailed(reader)).toEqual([EMAIL]);
  });

  it('does not accept the email as proof if the account was idle before its first code', async () => {
    const reader = await openRegistered();
    all.wait(91 * DAY);
    const owner = await signInByCode();
    expect(await all.post('sendemailcode', {}, owner)).toMatchObject({ codes: { email: 'email_of_former_owner' } });
    all.wait(30 * DAY);
    expect(await codesMailed(reader)).toEqual([]);
  });

  it('does not notify the old email of a change if the account was idle before its first code', async () => {
    await openRegistered();
    all.wait(91 * DAY);
    const { token = '' } = await signInByCode();
    const body = { customer: { email: 'owner@shop.example' } };
    expect((await all.shop.send('PUT customers/me', { token, body })).status).toBe(200);
    expect(await all.shop.stored.count('messages', { purpose: 'email-changed' })).toBe(0);
  });

  it('never accepts the email as proof after the owner starts afresh, however often they sign in by code', async () => {
    const reader = await openRegistered();
    all.wait(91 * DAY);
    await signInByCode();
    all.wait(DAY);
    expect(await all.post('startafresh', {}, await signInByCode())).toEqual({ status: true });
    all.wait(DAY);
    await signInByCode();
    all.wait(30 * DAY);
    expect(await codesMailed(reader)).toEqual([]);
  });
});
