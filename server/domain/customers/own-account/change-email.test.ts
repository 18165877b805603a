import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';

const OLD = 'wren.61412345678@example.com';

describe.each(databaseKinds())('changing the email (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let mails: OutgoingMail[];
  beforeEach(async () => {
    mails = [];
    shop = await openTestShop(kind, mailCaptureOptions(mails));
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const change = (email: string) => shop.send('PUT customers/me', { token: wren.token, body: { customer: { email } } });
  const queued = () => shop.stored.all('messages', { purpose: 'email-changed' });

  it('changes the email immediately and notifies the old address without naming the new one', async () => {
    expect((await change('anna@new.example')).body).toMatchObject({ email: 'anna@new.example' });
    const [message, ...others] = await queued();
    expect([message?.recipient, others]).toEqual([OLD, []]);
    await dispatchMessage(shop.context, messagePurposes, { messageId: message?.id ?? 0, last: false });
    expect(mails).toMatchObject([{ to: OLD, subject: 'The email address of your account was changed' }]);
    expect(mails[0]?.text).toContain('was changed on 2 November 2026');
    expect(mails[0]?.text).toContain('tell us at once: hello@handsel.example');
    expect(JSON.stringify(mails)).not.toContain('anna@new.example');
  });

  it('sends no notification if the new email is taken or differs from the old one only in case', async () => {
    await shop.customer('+61412345679');
    expect((await change(OLD.toUpperCase())).body).toMatchObject({ email: OLD.toUpperCase() });
    expect(await change('wren.61412345679@example.com')).toMatchObject({ body: { code: 'email_in_use' } });
    expect(await queued()).toEqual([]);
  });

  it('allows five attempts a day to change the email, counting taken emails but not the current one', async () => {
    await shop.customer('+61412345679');
    const tries = ['wren.61412345679@example.com', 'a@new.example', 'b@new.example', 'a@new.example', 'c@new.example'];
    for (const email of tries) expect((await change(email)).status).not.toBe(429);
    const refused = await change('d@new.example');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect((await change('wren.61412345679@example.com')).body.code).toBe('too_many_requests');
    expect((await change('C@new.example')).body).toMatchObject({ email: 'C@new.example' });
    expect(await queued()).toHaveLength(4);
  });

  it('counts email changes towards the limit of sixty email checks per IP address', async () => {
    const ask = () => shop.send('POST customers/isEmailAvailable', { body: { customerEmail: 'a@b.example' } });
    for (let index = 0; index < 59; index += 1) expect((await ask()).status).toBe(200);
    expect((await change('a@new.example')).status).toBe(200);
    expect([(await change('b@new.example')).status, (await ask()).status]).toEqual([429, 429]);
  });
});
