import { describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { createPurchase, refuse } from '#test/web/purchase.ts';
import { throwOffline } from '#test/web/watch-calls.ts';
import { useAwaitedOrder } from '../../state/checkout/awaited-order.ts';

const getHumanToken = vi.hoisted(() => vi.fn(async (action: string) => `solved for ${action}`));
vi.mock('../../human-check/human-check.ts', () => ({ getHumanToken }));

speakEnglish();

describe('placing the order', () => {
  const PAY = 'POST carts/mine/payment-information';

  it('returns the placed order with its ids and order number [ST-105]', async () => {
    const outcome = await createPurchase().run();
    expect(outcome).toMatchObject({
      kind: 'placed',
      order: { cartId: 31, orderId: 77, success: { order_id: '000000012', shop_name: 'Bloom' } },
    });
  });

  it.each(['payment_unsettled', 'unavailable'] as const)(
    'shows after %s only that the payment is still being confirmed',
    async (code) => {
      const { run } = createPurchase({ [PAY]: refuse(503, 'Not now', { code }) });
      expect(await run()).toEqual({
        kind: 'card-error',
        error: { heading: 'Your payment is still being confirmed. Please try again in a moment.' },
      });
    },
  );

  it.each([
    [20, 'You can try again in a minute.'],
    [541, 'You can try again in 10 minutes.'],
    [3_601, 'You can try again in 2 hours.'],
  ])(
    'explains when the customer can pay again, and suggests no other card, after too many declines (%i s)',
    async (retryAfter, when) => {
      const { run, sent } = createPurchase({ [PAY]: refuse(429, 'x', { code: 'too_many_declines', retryAfter }) });
      expect(await run()).toEqual({
        kind: 'card-error',
        error: { heading: `Too many payments were declined. Nothing was charged this time. ${when}` },
      });
      expect(sent.filter(({ name }) => name === PAY)).toHaveLength(1);
      expect(getHumanToken).not.toHaveBeenCalled();
    },
  );

  it('sends a CAPTCHA token only when the server asks for it', async () => {
    const tokens: unknown[] = [];
    const { run } = createPurchase({
      [PAY]: ({ body }: { body?: unknown }) => {
        const { additional_data } = (body as { paymentMethod: { additional_data: { r_token?: string } } })
          .paymentMethod;
        tokens.push(additional_data.r_token);
        if (additional_data.r_token === undefined) refuse(400, 'x', { code: 'human_check_needed' })();
        return 77;
      },
    });
    expect(await run()).toMatchObject({ kind: 'placed', order: { orderId: 77 } });
    expect(tokens).toEqual([undefined, 'solved for checkout']);
  });

  it("returns the provider's message below the card error when a card is declined [ST-107, ER-17, VA-30]", async () => {
    const { run } = createPurchase({ [PAY]: refuse(400, 'Your card has insufficient funds.') });
    expect(await run()).toEqual({
      kind: 'card-error',
      error: {
        heading: 'There was an error processing your payment.',
        detail: 'Your card has insufficient funds.',
      },
    });
  });

  it("returns the card error without the server's message after a server error [ER-17, ST-107]", async () => {
    const { run } = createPurchase({ [PAY]: refuse(500, 'An Unexpected Error has occured. Please try again later.') });
    expect(await run()).toMatchObject({ error: { heading: 'There was an error processing your payment.' } });
  });

  it('throws a 401 instead of returning a card error', async () => {
    const { run } = createPurchase({ [PAY]: refuse(401, '') });
    await expect(run()).rejects.toMatchObject({ status: 401 });
  });

  it('treats a payment without a response as placed when checkoutsuccess finds the order [ST-106, ER-19]', async () => {
    const { run, sent } = createPurchase({ [PAY]: throwOffline });
    expect(await run()).toMatchObject({ kind: 'placed', order: { orderId: null, success: { order_id: '000000012' } } });
    const successCall = sent.find(({ name }) => name === 'GET mobiledigital/checkoutsuccess');
    expect(successCall?.parts.query).toMatchObject({ cart_id: '31' });
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });

  it.each([
    ['gets no response either', throwOffline],
    ['finds no order', { status: false, placing: false }],
  ])('awaits the order of a payment without a response while checkoutsuccess %s [ST-106]', async (_what, success) => {
    const silent = createPurchase({ [PAY]: throwOffline, 'GET mobiledigital/checkoutsuccess': success });
    expect(await silent.run()).toEqual({ kind: 'unanswered' });
    expect(useAwaitedOrder.getState().awaited).toMatchObject({ cartId: 31, mobile: '+61412345678' });
  });

  it.each([502, 503, 504])('treats an error %i from a proxy as no response from the server', async (status) => {
    const { run } = createPurchase({ [PAY]: refuse(status, ''), 'GET mobiledigital/checkoutsuccess': throwOffline });
    expect(await run()).toEqual({ kind: 'unanswered' });
  });

  it('awaits the order during the payment and stops when the payment is declined', async () => {
    let during: unknown = null;
    const { run } = createPurchase({
      [PAY]: () => {
        during = useAwaitedOrder.getState().awaited;
        return refuse(400, 'x', { code: 'card_declined' })();
      },
    });
    expect((await run()).kind).toBe('card-error');
    expect(during).toMatchObject({ cartId: 31 });
    expect(useAwaitedOrder.getState().awaited).toBeNull();
    await expect(createPurchase({ [PAY]: refuse(401, '') }).run()).rejects.toMatchObject({ status: 401 });
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });

  it('sends the same payment call again after the bank confirmation', async () => {
    let tries = 0;
    const answer = () =>
      ++tries === 1 ? refuse(400, '', { code: 'authentication_required', parameters: ['pi_1_secret_2'] })() : 77;
    const { run, sent, confirmWithBank } = createPurchase({ [PAY]: answer });
    expect((await run()).kind).toBe('placed');
    expect(confirmWithBank).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2');
    const calls = sent.filter(({ name }) => name === PAY);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.parts).toEqual(calls[1]?.parts);
  });

  it('repeats the payment call after a link session confirms a code, and otherwise returns an error', async () => {
    let tries = 0;
    const asks = refuse(400, '', { code: 'code_required' });
    const { run, sent, confirmWithCode } = createPurchase({ [PAY]: () => (++tries === 1 ? asks() : 77) });
    expect((await run()).kind).toBe('placed');
    expect(confirmWithCode).toHaveBeenCalledOnce();
    const calls = sent.filter(({ name }) => name === PAY);
    expect(calls[0]?.parts).toEqual(calls[1]?.parts);
    const error = { heading: expect.stringContaining('first confirm the code we text you') };
    const left = createPurchase({ [PAY]: asks }, { confirmWithCode: async () => false });
    expect(await left.run()).toMatchObject({ kind: 'card-error', error });
    const confirmed = createPurchase({ [PAY]: asks });
    expect(await confirmed.run()).toMatchObject({ kind: 'card-error', error });
    expect(confirmed.confirmWithCode).toHaveBeenCalledOnce();
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });

  it('returns a card error when the bank confirmation fails, and gives up on a bank that never finishes', async () => {
    const SUCCESS = 'GET mobiledigital/checkoutsuccess';
    const asks = { [PAY]: refuse(400, '', { code: 'authentication_required', parameters: ['s'] }) };
    const fails = { confirmWithBank: async () => 'Your bank could not be reached.' };
    const failed = createPurchase({ ...asks, [SUCCESS]: { status: false, placing: false } }, fails);
    expect(await failed.run()).toMatchObject({ error: { detail: 'Your bank could not be reached.' } });
    expect(failed.names()).toContain(SUCCESS);
    expect(await createPurchase(asks, fails).run()).toMatchObject({ kind: 'placed', order: { orderId: null } });
    const endless = createPurchase(asks);
    expect((await endless.run()).kind).toBe('card-error');
    expect(endless.confirmWithBank.mock.calls.length).toBeLessThan(5);
  });
});
