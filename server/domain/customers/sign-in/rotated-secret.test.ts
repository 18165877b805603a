import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { readNewestCode } from '#test/support/sign-in.ts';
import { signCampaignLink } from './campaign-link.ts';

const OLD = 'the session secret that was there first';
const NEW = 'the session secret that comes after it';
const MOBILE = '+61412345678';

describe.each(databaseKinds())('a new SESSION_SECRET alongside the previous one (%s)', (kind) => {
  let old: TestShop;
  let rotated: TestShop;
  beforeEach(async () => {
    old = await openTestShop(kind, { env: { SESSION_SECRET: OLD } });
    rotated = await another({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD });
  });
  afterEach(async () => {
    await rotated.close();
    await old.close();
  });

  const another = (env: Record<string, string>) => openTestShop(kind, { database: old.context.database, env });
  const link = ({ context }: TestShop) => signCampaignLink(context, { mobile: MOBILE });
  const auth = ({ send }: TestShop, jwt: string) => send('POST mobiledigital/auth', { body: { jwt, autologin: true } });

  it('keeps sessions and outstanding codes, verifications and links valid after the secret is rotated', async () => {
    const { token } = await old.customer(MOBILE);
    expect((await rotated.send('GET customers/me', { token })).status).toBe(200);
    expect((await auth(rotated, await link(old))).body).toMatchObject({ status: true, token: expect.any(String) });

    const mobile = '+61412345679';
    await old.send('POST mobiledigital/sendmobilecode', { body: { mobile } });
    const code = readNewestCode(old, mobile);
    const wrong = code === '000000' ? '000001' : '000000';
    const confirm = (guess: string) =>
      rotated.send('POST mobiledigital/confirmmobilecode', { body: { mobile, code: guess } });
    expect((await confirm(wrong)).body).toMatchObject({ status: false });
    const confirmed = (await confirm(code)).body;
    expect(confirmed).toMatchObject({ status: true, jwt: expect.any(String) });
    expect((await auth(rotated, confirmed.jwt ?? '')).body).toMatchObject({ new_user: true });
  });

  it('signs only with the new secret, so that links signed with it stay valid without the previous one', async () => {
    await old.customer(MOBILE);
    const [before, after] = [await link(old), await link(rotated)];
    expect((await auth(old, after)).body).toMatchObject({ status: false });
    await rotated.close();
    rotated = await another({ SESSION_SECRET: NEW });
    expect((await auth(rotated, before)).body).toMatchObject({ status: false });
    expect((await auth(rotated, after)).body).toMatchObject({ status: true });
  });
});
