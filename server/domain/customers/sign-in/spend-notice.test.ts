import { afterEach, describe, expect, it } from 'vitest';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';

const OPERATOR = '+61412000001';

describe.each(databaseKinds())('a notice about code costs (%s)', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  it('notifies the operator by text and email once a day when codes sent approach a cap', async () => {
    const mails: OutgoingMail[] = [];
    const mail = mailCaptureOptions(mails);
    const caps = { CODE_SENDS_PER_DAY: '20', CODE_SENDS_PER_PREFIX: '6' };
    const env = { ...mail.env, ...caps, OPERATOR_MOBILE: OPERATOR, OPERATOR_EMAIL: 'wren@shop.example' };
    shop = await openTestShop(kind, { env, change: mail.change, working: true });
    const ask = (mobile: string) => shop.send('POST mobiledigital/sendmobilecode', { body: { mobile } });
    for (const last of ['0001', '0002']) await ask(`+6141234${last}`);
    const texts = async () => (await shop.phone(OPERATOR)).map(({ text }) => text);
    expect(await texts()).toEqual([]);
    await ask('+61412340003');
    await expect.poll(texts, { timeout: 10_000 }).toHaveLength(1);
    const [first = ''] = await texts();
    expect(first).toContain('sent 3 of at most 20 sign-in codes by text in the last day, 3 of 10 to new devices.');
    expect(first).toContain('numbers that begin with +6141234: 3 of 3.');
    for (let index = 0; index < 7; index += 1) await ask(`+614${20 + index}345678`);
    await expect.poll(texts, { timeout: 10_000 }).toHaveLength(2);
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(2);
    expect(mails.at(-1)).toMatchObject({ to: 'wren@shop.example', subject: 'Many sign-in codes' });
    expect(mails.at(-1)?.text).toMatch(/of at most 20 sign-in codes/);
    await shop.moveTo('2026-11-02T05:00:00Z');
    const otherCodes = (await shop.stored.all('signInCodes')).filter(({ prefix }) => prefix !== '+6142034');
    await shop.stored.remove('signInCodes', { id: otherCodes.map(({ id }) => id) });
    for (let index = 0; index < 8; index += 1) await ask(`+614${40 + index}345678`);
    expect(await texts()).toHaveLength(2);
  });

  it('counts codes sent by email separately, and notifies the operator about them separately', async () => {
    const mails: OutgoingMail[] = [];
    const mail = mailCaptureOptions(mails);
    const env = { ...mail.env, CODE_SENDS_PER_DAY: '20', OPERATOR_MOBILE: OPERATOR };
    shop = await openTestShop(kind, { env, change: mail.change, working: true });
    await shop.customer();
    const now = shop.context.clock.now();
    const mailed = { channel: 'email', codeHash: 'x', prefix: '', sentAt: now, expiresAt: now } as const;
    for (let n = 1; n <= 7; n += 1)
      await shop.stored.add('signInCodes', { ...mailed, recipient: `x${n}`, clientKey: `c${n}` });
    const ask = (email: string) => shop.send('POST mobiledigital/sendrecoverycode', { body: { email } });
    expect((await ask('nobody@example.com')).body).toEqual({ status: true });
    expect(await shop.phone(OPERATOR)).toEqual([]);
    expect((await ask('wren.61412345678@example.com')).body).toEqual({ status: true });
    const texts = async () => (await shop.phone(OPERATOR)).map(({ text }) => text);
    await expect.poll(texts, { timeout: 10_000 }).toEqual([expect.stringContaining('By mail: 8 of 20, 8 of 10')]);
  });
});
