import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { onCart, ownCard, tenders } from '#gallery/fixtures/spending.ts';
import { PAY } from '#test/web/checkout-screen.ts';
import { createTenderServer, larger, openSpend, smaller, TENDERS } from '#test/web/spend-screen.ts';
import { refuse } from '#test/web/watch-calls.ts';

describe('confirming an order with gift cards', () => {
  it('charges the amount that gift cards do not cover to the payment card, and sends it to the server', async () => {
    const { confirm, thanked, additional } = await openSpend({ appliedNames: ['gc_1'] });
    await confirm();
    await thanked();
    expect(additional()).toMatchObject({
      method: 'stripe_payments',
      additional_data: { cc_stripejs_token: 'pm_1', expected_subtotal: 34.99, expected_card_due: 18.99 },
    });
  });

  it('charges no payment card when gift cards cover the whole amount', async () => {
    const { confirm, thanked, additional, text, page } = await openSpend({
      ownCards: [larger],
      appliedNames: ['gc_2'],
    });
    expect(text()).toContain('Nothing left to pay');
    const payment = page.queryByRole('region', { name: 'Payment Information', hidden: true });
    expect(payment?.closest('[hidden]') ?? null).toBe(payment === null ? null : payment.parentElement);
    await confirm();
    await thanked();
    expect(additional()).toEqual({
      method: 'free',
      additional_data: { expected_subtotal: 34.99, expected_card_due: 0 },
    });
  });

  it('keeps the typed payment card when the gift card that covered the whole amount is removed', async () => {
    const answers = { 'GET mobiledigital/savedcards': { status: true, data: [] } };
    const { use, see, typeCard, field, page } = await openSpend({ ownCards: [larger], answers });
    await typeCard('4242424242424242');
    await use('2P4D');
    await see('Nothing left to pay');
    await use('2P4D');
    await waitFor(() => expect(page.queryByText('Nothing left to pay')).toBeNull());
    expect(field('Card number').value).toBe('4242 4242 4242 4242');
  });

  it.each([
    ['before the payment call', false],
    ['by the server', true],
  ])(
    'pays nothing when the amount left to pay has changed (noticed %s), and shows the new amounts',
    async (_how, late) => {
      const server = createTenderServer([smaller], { appliedNames: ['gc_1'] });
      let requestCount = 0;
      const reducedTenders = tenders([onCart({ ...smaller, balance: 10 }, 10)], 33.99);
      const moved = late ? 2 : 1;
      const { confirm, see, count, amount, settled, tap, thanked, additional, answers } = await openSpend({
        appliedNames: ['gc_1'],
        answers: {
          [TENDERS]: () => {
            requestCount += 1;
            return requestCount > moved ? reducedTenders : server[TENDERS]();
          },
          ...(late ? { [PAY]: refuse(400, { code: 'gift_card_changed', message: 'x' }) } : {}),
        },
      });
      await confirm();
      await see('What your gift cards pay has just changed. Nothing was charged.');
      await see('Gift cards pay $10.00 AUD. Left to pay: $33.99 AUD.');
      expect(count(PAY)).toBe(late ? 1 : 0);
      await settled();
      await waitFor(() => expect(amount('to pay')).toBe('$33.99 AUD'));
      answers[PAY] = 77;
      await tap('OK');
      await confirm();
      await thanked();
      expect(additional().additional_data).toMatchObject({ expected_card_due: 33.99 });
    },
  );

  it('shows the new amounts when payment is refused because a gift card was added on another device', async () => {
    let isAdded = false;
    const server = createTenderServer([smaller], { appliedNames: ['gc_1'] });
    const { confirm, see, amount } = await openSpend({
      answers: {
        [TENDERS]: () => (isAdded ? server[TENDERS]() : tenders()),
        [PAY]: () => {
          isAdded = true;
          return refuse(400, { code: 'gift_card_changed', message: 'x' })();
        },
      },
    });
    await confirm();
    await see('Gift cards pay $25.00 AUD. Left to pay: $18.99 AUD.');
    await waitFor(() => expect(amount('to pay')).toBe('$18.99 AUD'));
  });

  it('explains that the minimum card payment leaves cents on a gift card', async () => {
    const short = ownCard({ value: 43.8 });
    const answers = { [TENDERS]: tenders([onCart(short, 43.49)], 0.5) };
    const { text } = await openSpend({ ownCards: [short], answers });
    expect(text()).toContain('A payment card pays at least $0.50, so $0.31 stays on your gift card.');
  });

  it('does not mention the minimum card payment when it leaves no cents on a gift card', async () => {
    const { text } = await openSpend({ appliedNames: ['gc_1'] });
    expect(text()).not.toContain('A payment card pays at least');
  });
});
