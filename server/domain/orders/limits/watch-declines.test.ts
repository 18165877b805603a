import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { createAltcha } from '#server/integrations/human-check/altcha.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { home } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { watchDeclines } from './watch-declines.ts';

const MINUTE_MS = 60_000;

describe.each(databaseKinds())('card testing on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  const mails: OutgoingMail[] = [];
  const open = async () => {
    mails.length = 0;
    const mail = mailCaptureOptions(mails);
    const operatorEnv = { OPERATOR_MOBILE: '+61491570110', OPERATOR_EMAIL: 'ops@handsel.example', DECLINE_ALARM: '4' };
    shop = await openTestShop(kind, { env: { ...mail.env, ...operatorEnv }, change: mail.change });
    wren = await shop.customer();
    await wren.fillCart();
  };
  const checkPeople = () => {
    const altcha = createAltcha(shop.context);
    shop.context.integrations.humanCheck = altcha;
    return async (action: 'login' | 'checkout') => {
      const challenge = (await altcha.challenge?.(action)) as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey: deriveKey as DeriveKeyFunction });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    };
  };
  afterEach(() => shop.close());

  const alarms = () => shop.stored.all('declineAlarms');
  const pay = async (card: string, r_token?: string) => {
    const additional_data = { cc_stripejs_token: card, ...(r_token === undefined ? {} : { r_token }) };
    const { status, body } = await shop.send('POST carts/mine/payment-information', {
      token: wren.token,
      body: { billingAddress: home, paymentMethod: { method: 'stripe_payments', additional_data } },
    });
    return { status, code: (body as { code?: string }).code };
  };
  const decline = async (times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1)
      expect(await pay('pm_card_chargeDeclined')).toEqual({ status: 400, code: 'card_declined' });
  };
  async function operatorMessages(): Promise<string[]> {
    for (const { id } of await shop.stored.all('messages', { purpose: 'cards-tested' }))
      await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: false });
    const [text] = await shop.phone('+61491570110');
    return [text?.text ?? '', ...mails.map(({ to, text: words }) => `${to}: ${words}`)].filter(Boolean);
  }

  it('requires a CAPTCHA for card payments during card testing, and alerts the operator once', async () => {
    await open();
    const solved = checkPeople();
    await decline(3);
    await watchDeclines(shop.context);
    expect(await alarms()).toEqual([]);
    await decline(1);
    await Promise.all([watchDeclines(shop.context), watchDeclines(shop.context)]);
    expect(await pay('pm_card_visa')).toEqual({ status: 400, code: 'human_check_needed' });
    for (const token of ['of a machine', await solved('login')])
      expect(await pay('pm_card_visa', token)).toEqual({ status: 400, code: 'not_a_person' });
    shop.wait(5 * MINUTE_MS);
    await watchDeclines(shop.context);
    const sentence = '4 of 4 payments within 10 minutes were declined: someone may be testing stolen cards.';
    const messages = await operatorMessages();
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain(sentence);
    expect(messages[1]).toMatch(/^ops@handsel\.example: 4 of 4/);
    const token = await solved('checkout');
    expect(await pay('pm_card_visa', token)).toEqual({ status: 200, code: undefined });
    await wren.fillCart();
    expect(await pay('pm_card_visa', token)).toEqual({ status: 400, code: 'not_a_person' });
    shop.wait(29 * MINUTE_MS);
    await watchDeclines(shop.context);
    expect(await pay('pm_card_visa')).toEqual({ status: 400, code: 'human_check_needed' });
    shop.wait(2 * MINUTE_MS);
    await watchDeclines(shop.context);
    expect(await pay('pm_card_visa')).toEqual({ status: 200, code: undefined });
    expect(await alarms()).toMatchObject([{ declines: 4, attempts: 4 }]);
  });

  it('requires a CAPTCHA after five declines and the wait, for that customer only', async () => {
    await open();
    const kim = await shop.customer('+61412345679');
    await kim.fillCart();
    const solved = checkPeople();
    await decline(5);
    expect((await pay('pm_card_visa')).code).toBe('too_many_declines');
    shop.wait(10 * MINUTE_MS);
    expect(await pay('pm_card_visa')).toEqual({ status: 400, code: 'human_check_needed' });
    const token = await solved('checkout');
    expect(await pay('pm_card_visa', token)).toEqual({ status: 200, code: undefined });
    await wren.fillCart();
    expect(await pay('pm_card_visa')).toEqual({ status: 400, code: 'human_check_needed' });
    wren = kim;
    expect(await pay('pm_card_visa')).toEqual({ status: 200, code: undefined });
  });

  it('ignores a low decline rate, and keeps selling when the shop has no CAPTCHA', async () => {
    await open();
    await decline(4);
    const { orderId, createdAt, updatedAt } = await shop.stored.last('payments');
    const attempt = {
      orderId,
      fingerprint: '',
      provider: 'sandbox' as const,
      paymentMethod: '',
      saveCard: false,
      amountCents: 1,
      currency: 'AUD' as const,
      capture: true,
      state: 'voided' as const,
      createdAt,
      updatedAt,
    };
    const keys = Array.from({ length: 13 }, (_, index) => `other${index}`);
    await shop.stored.addAll(
      'payments',
      keys.map((idempotencyKey) => ({ ...attempt, idempotencyKey })),
    );
    await watchDeclines(shop.context);
    expect(await alarms()).toEqual([]);
    await shop.stored.remove('payments', { idempotencyKey: 'other12' });
    await watchDeclines(shop.context);
    expect(await alarms()).toMatchObject([{ attempts: 16 }]);
    expect(await pay('pm_card_visa')).toEqual({ status: 200, code: undefined });
  });

  it('lets customers pay when the CAPTCHA service is unreachable', async () => {
    await open();
    await decline(4);
    await watchDeclines(shop.context);
    const verify = () => {
      throw providerError({ service: 'human check', kind: 'network', mayHaveBeenApplied: false, cause: 'down' });
    };
    shop.context.integrations.humanCheck = { name: 'recaptcha', verify: async () => verify() };
    expect(await pay('pm_card_visa', 'any')).toEqual({ status: 200, code: undefined });
  });
});
