import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile } from '#test/support/sign-in.ts';
import { moveCustomer } from '../operated/operated-customers.ts';
import { signCampaignLink } from '../sign-in/campaign-link.ts';
import { signVerificationJwt } from '../sign-in/phone-verification.ts';

const OLD = '+61412345678';
const NEW = '+61491570156';
const EMAIL = 'wren.61412345678@example.com';
const DAY = 86_400_000;

describe.each(databaseKinds())('changing the mobile (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let mails: OutgoingMail[];
  const open = async (env: Record<string, string> = {}) => {
    mails = [];
    const mail = mailCaptureOptions(mails);
    shop = await openTestShop(kind, { ...mail, env: { ...mail.env, ...env } });
    wren = await shop.customer(OLD);
    shop.wait(60_000);
  };
  beforeEach(() => open());
  afterEach(() => shop.close());

  const prove = (mobile: string) => proveMobile(shop, mobile);
  const change = (body: { jwt: string; old_jwt?: string; email_code?: string }) =>
    shop.send('POST mobiledigital/changemobile', { token: wren.token, body });
  const me = (bearer: string) => shop.send('GET customers/me', { token: bearer });
  const auth = (jwt: string) => shop.send('POST mobiledigital/auth', { body: { jwt } });
  const mailCode = () => shop.send('POST mobiledigital/sendemailcode', { token: wren.token, body: {} });
  const mailedCode = () => /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const recoveryCode = (email = EMAIL) => shop.send('POST mobiledigital/sendrecoverycode', { body: { email } });
  const recover = (jwt: string, code: string, overrides: { email?: string; take_mobile?: boolean } = {}) =>
    shop.send('POST mobiledigital/recoveraccount', { body: { jwt, email: EMAIL, email_code: code, ...overrides } });
  const moves = () => shop.stored.all('mobileChanges');
  const outbox = async () =>
    (await shop.stored.all('messages', { purpose: 'mobile-changed' }))
      .filter(({ notBefore, createdAt }) => +notBefore === +createdAt)
      .toSorted((message, other) => message.channel.localeCompare(other.channel));
  const reminders = async () => {
    const messages = await shop.stored.all('messages', { purpose: 'mobile-changed' });
    const due = messages.filter(({ notBefore, createdAt }) => notBefore > createdAt);
    const before = mails.length;
    for (const { id } of due) await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: false });
    return mails.slice(before);
  };

  it('requires one code to the old and one to the new number, and accepts each only once', async () => {
    const old_jwt = await prove(OLD);
    const jwt = await prove(NEW);
    expect((await change({ jwt })).body).toMatchObject({ codes: { old_mobile: 'old_mobile_not_proved' } });
    expect((await change({ jwt: old_jwt, old_jwt })).body).toEqual({ status: true, mobile: OLD });
    expect((await change({ jwt: 'made up', old_jwt })).body).toMatchObject({ codes: { mobile: 'mobile_not_proved' } });
    expect((await change({ jwt, old_jwt: jwt })).body).toMatchObject({
      codes: { old_mobile: 'old_mobile_not_proved' },
    });
    expect((await me(wren.token)).body.mobile).toBe(OLD);
    expect((await change({ jwt, old_jwt })).body).toEqual({ status: true, mobile: NEW });
    expect((await me(wren.token)).body).toMatchObject({ mobile: NEW, email: EMAIL });
    expect((await change({ jwt, old_jwt })).body).toEqual({ status: true, mobile: NEW });
    expect(await moves()).toMatchObject([{ oldMobile: OLD, newMobile: NEW, proof: 'code' }]);
    shop.wait(60_000);
    const response = await change({ jwt: await prove(OLD), old_jwt: jwt });
    expect(response.body).toMatchObject({ codes: { old_mobile: 'old_mobile_not_proved' } });
  });

  it('ends every other session and invalidates the jwts and links issued for the old number', async () => {
    const old_jwt = await prove(OLD);
    const other = (await auth(old_jwt)).body.token ?? '';
    const link = await signCampaignLink(shop.context, { mobile: OLD });
    shop.wait(1_000);
    const jwt = await prove(NEW);
    expect((await change({ jwt, old_jwt })).body.status).toBe(true);
    expect((await me(other)).status).toBe(401);
    expect((await me(wren.token)).status).toBe(200);
    expect((await auth(old_jwt)).body).toMatchObject({ expired_link: true });
    expect((await auth(link)).body).toEqual({ status: true, expired_link: true, mobile: OLD });
    shop.wait(60_000);
    expect((await auth(await prove(OLD))).body).toMatchObject({ new_user: true });
    expect((await auth(await prove(NEW))).body).toMatchObject({ existing_user: true, mobile: NEW });
    expect((await auth(await signCampaignLink(shop.context, { mobile: OLD }))).body).toMatchObject({ new_user: true });
  });

  it('notifies the old number and the email without naming the new number', async () => {
    expect((await change({ old_jwt: await prove(OLD), jwt: await prove(NEW) })).body.status).toBe(true);
    const messages = await outbox();
    expect(messages.map(({ recipient }) => recipient)).toEqual([EMAIL, OLD]);
    for (const { id } of messages) await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: false });
    const [text] = await shop.phone(OLD);
    expect(text?.text).toContain('The mobile number of your account was changed on 2 November 2026');
    expect(mails.at(-1)).toMatchObject({ to: EMAIL, subject: 'The mobile number of your account was changed' });
    expect(`${text?.text} ${JSON.stringify(mails)}`).not.toMatch(/491570156|491 570 156/);
  });

  it('reveals that the new number is taken only after verification, and uses up no code for it', async () => {
    const other = await shop.customer(NEW);
    shop.wait(60_000);
    const old_jwt = await prove(OLD);
    expect((await change({ jwt: await prove(NEW), old_jwt })).body).toMatchObject({
      codes: { mobile: 'mobile_in_use' },
    });
    expect((await me(other.token)).body.mobile).toBe(NEW);
    expect((await me(wren.token)).body.mobile).toBe(OLD);
    expect(await outbox()).toEqual([]);
    expect((await change({ jwt: await prove('+61491570157'), old_jwt })).body.status).toBe(true);
  });

  it('applies only one of ten concurrent mobile number changes to two different new numbers', async () => {
    const old_jwt = await prove(OLD);
    const jwts = [await prove(NEW), await prove('+61491570157')];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change({ jwt: jwts[index % 2] ?? '', old_jwt })),
    );
    const moved = new Set(answers.flatMap(({ body }) => (body.status ? [body.mobile] : [])));
    expect(moved.size).toBe(1);
    expect(await moves()).toHaveLength(1);
    expect(await outbox()).toHaveLength(2);
  });

  it('accepts a code sent to the email instead of a code sent to the old number', async () => {
    const jwt = await prove(NEW);
    expect((await mailCode()).body).toEqual({ status: true });
    expect(mails.at(-1)).toMatchObject({ to: EMAIL });
    expect((await mailCode()).body).toMatchObject({ codes: { email: 'wait_before_next_code' }, retry_after: 30 });
    expect((await change({ jwt, email_code: mailedCode() })).body).toEqual({ status: true, mobile: NEW });
    expect(await moves()).toMatchObject([{ proof: 'email' }]);
  });

  it('sends a reminder a day before gift cards can be forwarded after a number change by email alone', async () => {
    const jwt = await prove(NEW);
    await mailCode();
    expect((await change({ jwt, email_code: mailedCode() })).body.status).toBe(true);
    shop.wait(6 * DAY - 60_000);
    expect(await reminders()).toEqual([]);
    shop.wait(60_000);
    const [mail, ...others] = await reminders();
    expect([mail?.to, mail?.subject, others]).toEqual([
      EMAIL,
      'Gift cards in your account can soon be sent to other phones',
      [],
    ]);
    expect(mail?.text).toContain('was changed on 2 November 2026');
    expect(mail?.text).toContain('Until 9 November 2026');
    expect(JSON.stringify(mail)).not.toMatch(/491570156|491 570 156/);
  });

  it('replaces the reminder when the number changes again without a code to the old number', async () => {
    const jwt = await prove(NEW);
    await mailCode();
    expect((await change({ jwt, email_code: mailedCode() })).body.status).toBe(true);
    shop.wait(2 * DAY);
    const { id: customerId } = await shop.stored.one('customers');
    await moveCustomer(shop.context, { actor: machine, customerId, mobile: OLD, reason: 'showed an identity card' });
    shop.wait(4 * DAY);
    expect(await reminders()).toEqual([]);
    shop.wait(2 * DAY);
    expect(await reminders()).toHaveLength(1);
  });

  it('sends no reminder if a code to the old number was confirmed', async () => {
    expect((await change({ old_jwt: await prove(OLD), jwt: await prove(NEW) })).body.status).toBe(true);
    shop.wait(6 * DAY);
    expect(await reminders()).toEqual([]);
  });

  it.each([
    ['an emailed code keeps only the passkey of the session', true, ['hers']],
    ['a code to the old number keeps all passkeys', false, ['hers', 'other']],
  ])('keeps passkeys depending on how the change was proved: %s', async (_title, byMail, keptIds) => {
    const { id: customerId, createdAt } = await shop.stored.one('customers');
    const passkey = { customerId, publicKey: Buffer.of(), counter: 0, transports: [], device: 'other' as const };
    await shop.stored.addAll('passkeys', [
      { ...passkey, credentialId: 'hers', createdAt },
      { ...passkey, credentialId: 'other', createdAt: new Date(+createdAt + DAY) },
    ]);
    await shop.stored.change('sessions', { byPasskey: true, passkeySince: createdAt });
    const jwt = await prove(NEW);
    if (byMail) await mailCode();
    const proof = byMail ? { email_code: mailedCode() } : { old_jwt: await prove(OLD) };
    const log = vi.spyOn(shop.context.log, 'info');
    expect((await change({ jwt, ...proof })).body.status).toBe(true);
    expect(log.mock.calls.filter((line) => String(line.at(-1)) === 'passkey.removed')).toHaveLength(byMail ? 1 : 0);
    expect((await shop.stored.all('passkeys')).map(({ credentialId }) => credentialId).toSorted()).toEqual(keptIds);
  });

  it('recovers a lost account by email and a new number, and does not reveal which emails have accounts', async () => {
    const jwt = await prove(NEW);
    expect((await recoveryCode('nobody@example.com')).body).toEqual({ status: true });
    expect(mails).toEqual([]);
    expect((await recover(jwt, '123456', { email: 'nobody@example.com' })).body).toMatchObject({
      parameters: { email_code: { tries: 4 } },
    });
    expect((await recoveryCode(` ${EMAIL.toUpperCase()}`)).body).toEqual({ status: true });
    await expect.poll(() => mails.length).toBe(1);
    expect((await recover('made up', mailedCode())).body).toMatchObject({ codes: { mobile: 'mobile_not_proved' } });
    expect((await recover(jwt, mailedCode())).body).toEqual({ status: true, mobile: NEW });
    expect((await me(wren.token)).status).toBe(401);
    shop.wait(60_000);
    await recoveryCode();
    await expect.poll(() => mails.length).toBe(2);
    expect((await recover(jwt, mailedCode())).body, 'sent again after a lost answer').toMatchObject({ status: true });
    expect(await moves()).toHaveLength(1);
    expect((await auth(jwt)).body).toMatchObject({ existing_user: true, mobile: NEW });
  });

  it('treats the recovery of an idle account as its verification, so that the next sign-in requires none', async () => {
    shop.wait(91 * DAY);
    const jwt = await prove(NEW);
    await recoveryCode();
    await expect.poll(() => mails.length).toBe(1);
    expect((await recover(jwt, mailedCode())).body).toEqual({ status: true, mobile: NEW });
    const { token = '' } = (await auth(jwt)).body;
    expect((await me(token)).body).toMatchObject({ email: EMAIL, lastname: 'Banks' });
    expect((await me(token)).body).not.toHaveProperty('unproved');
  });

  it("takes the new number from the customer's other account, whose email can then recover that account", async () => {
    const other = await shop.customer(NEW);
    const otherEmail = 'wren.61491570156@example.com';
    shop.wait(60_000);
    const jwt = await prove(NEW);
    await recoveryCode();
    await expect.poll(() => mails.length).toBe(1);
    expect((await recover(jwt, mailedCode())).body).toMatchObject({ codes: { mobile: 'mobile_in_use' } });
    expect((await me(other.token)).body).toMatchObject({ email: otherEmail, mobile: NEW });
    expect((await recover(jwt, mailedCode(), { take_mobile: true })).body).toEqual({ status: true, mobile: NEW });
    expect((await me(other.token)).status).toBe(401);
    const { token = '' } = (await auth(jwt)).body;
    expect((await me(token)).body).toMatchObject({ email: EMAIL, mobile: NEW });
    expect((await outbox()).map(({ recipient }) => recipient).sort()).toEqual([OLD, EMAIL, otherEmail].sort());
    const { mobile } = await shop.stored.one('customers', { email: otherEmail });
    const { body } = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile } });
    expect(body).toMatchObject({ codes: { mobile: 'mobile_invalid' } });

    shop.wait(60_000);
    const third = await prove('+61491570157');
    await recoveryCode(otherEmail);
    await expect.poll(() => mails.at(-1)?.to).toBe(otherEmail);
    const recovered = await recover(third, mailedCode(), { email: otherEmail });
    expect(recovered.body).toEqual({ status: true, mobile: '+61491570157' });
    expect((await me((await auth(third)).body.token ?? '')).body).toMatchObject({ email: otherEmail });
  });

  it('rejects an old or new number that was verified in another browser', async () => {
    const old_jwt = await prove(OLD);
    const jwt = await prove(NEW);
    const provedIn = (browser: string | null, mobile: string) =>
      shop.stored.change('phoneVerifications', { browser }, { mobile });
    await provedIn('another', NEW);
    const refused = { codes: { mobile: 'mobile_not_proved' } };
    expect((await change({ jwt, old_jwt })).body).toMatchObject(refused);
    await recoveryCode();
    await expect.poll(() => mails.length).toBe(1);
    expect((await recover(jwt, mailedCode())).body).toMatchObject(refused);
    await provedIn(null, NEW);
    await provedIn('another', OLD);
    expect((await change({ jwt, old_jwt })).body).toMatchObject({ codes: { old_mobile: 'old_mobile_not_proved' } });
    expect(await moves()).toEqual([]);
    await provedIn(null, OLD);
    expect((await change({ jwt, old_jwt })).body.status).toBe(true);
  });

  it('never takes the new number from a suspended account', async () => {
    await shop.customer(NEW);
    await shop.stored.change('customers', { suspendedAt: new Date() }, { mobile: NEW });
    shop.wait(60_000);
    const jwt = await prove(NEW);
    await recoveryCode();
    await expect.poll(() => mails.length).toBe(1);
    const { body } = await recover(jwt, mailedCode(), { take_mobile: true });
    expect(body).toMatchObject({ codes: { mobile: 'mobile_in_use' } });
  });

  it('does not accept an email as proof for a week after it was changed', async () => {
    await shop.send('PUT customers/me', { token: wren.token, body: { customer: { email: 'eve@example.com' } } });
    expect((await mailCode()).body).toMatchObject({ codes: { email: 'email_changed_lately' } });
    expect((await recoveryCode('eve@example.com')).body).toEqual({ status: true });
    expect(mails).toEqual([]);
    shop.wait(7 * DAY);
    wren = await shop.customer(OLD);
    expect((await mailCode()).body).toEqual({ status: true });
    expect(mails.at(-1)?.to).toBe('eve@example.com');
  });

  it('rejects a foreign mobile number', async () => {
    const jwt = await signVerificationJwt(shop.context, { jti: 'abroad', mobile: '+12125550123', origin: {} });
    const { body } = await change({ jwt, old_jwt: await prove(OLD) });
    expect(body).toMatchObject({ codes: { mobile: 'new_mobile_not_australian' } });
  });
});

it('reports email codes as unavailable when the shop sends no mail', async () => {
  const shop = await openTestShop('embedded');
  const { token } = await shop.customer(OLD);
  const { body } = await shop.send('POST mobiledigital/sendemailcode', { token, body: {} });
  expect(body).toMatchObject({ status: false, codes: { email: 'email_unavailable' } });
  await shop.close();
});
