import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { singleCard } from '#gallery/fixtures/gift-cards.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { carriedTideCard, onCart, ownCard, SPEND_CODE, tenders } from '#gallery/fixtures/spending.ts';
import { larger, OFF, OWN, openSpend, PUT, smaller, TENDERS, WHOLE } from '#test/web/spend-screen.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { storeCarriedCard } from '../../state/carried-card.ts';

describe('gift cards sent to the customer', () => {
  it('offers gift cards of sellers in the cart, and applies or removes a card on a tap', async () => {
    const ownCards = [smaller, ownCard({ id: 3, seller: sellers.far })];
    const { tile, use, amount, listDeductions, text, page, bodies, sent } = await openSpend({ ownCards });
    expect(text()).not.toContain('Gift card ending M3ZA');
    expect(tile('7F3K').textContent).toContain('$25.00');
    expect([tile('7F3K').getAttribute('aria-pressed'), amount('to pay')]).toEqual(['false', '$43.99 AUD']);
    await use('7F3K');
    await waitFor(() => expect(amount('to pay')).toBe('$18.99 AUD'));
    expect(listDeductions()).toEqual(['-$25.00 AUD']);
    expect(tile('7F3K').getAttribute('aria-pressed')).toBe('true');
    expect(tile('7F3K').textContent).toContain('Uses all of it');
    expect(bodies(PUT)).toEqual([{ giftCardAccountData: { gift_cards: ['gc_1'] } }]);
    expect(page.getByText('Gift cards pay $25.00. Left to pay: $18.99.')).toBeTruthy();
    await use('7F3K');
    await waitFor(() => expect(amount('to pay')).toBe('$43.99 AUD'));
    expect(sent.filter(({ name }) => name === OFF).map(({ parts }) => parts.params)).toEqual([{ code: 'gc_1' }]);
    expect(document.activeElement).toBe(tile('7F3K'));
  });

  it('spends several gift cards in order and lets the customer put another card first', async () => {
    const { tile, use, tap, amount, listDeductions, bodies } = await openSpend({
      ownCards: [smaller, larger],
      appliedNames: ['gc_1'],
    });
    await use('2P4D');
    await waitFor(() => expect(listDeductions()).toEqual(['-$25.00 AUD', '-$18.99 AUD']));
    expect(amount('to pay')).toBe('$0.00 AUD');
    expect(tile('2P4D').textContent).toContain('$18.99 of $60.00');
    expect(tile('2P4D').textContent).toContain('$41.01 left on it');
    await tap('Use this one first: gift card ending 2P4D');
    await waitFor(() => expect(listDeductions()).toEqual(['-$43.99 AUD']));
    expect(bodies(PUT).at(-1)).toEqual({
      giftCardAccountData: { gift_cards: ['gc_2'], extension_attributes: { first: true } },
    });
    expect(tile('7F3K').textContent).toContain('Not needed');
  });

  it('shows why a frozen gift card cannot be used, and does not apply it', async () => {
    const { tile, use, count } = await openSpend({ ownCards: [{ ...smaller, state: 'frozen' }] });
    expect(tile('7F3K').textContent).toContain('Its payment is being checked');
    await use('7F3K');
    expect(count(PUT)).toBe(0);
  });

  it('marks an applied gift card that is no longer usable and removes it on a tap', async () => {
    const lost = tenders([onCart(smaller, 0, { usable: false })], WHOLE);
    const { tile, use, count, amount } = await openSpend({ ownCards: [], answers: { [TENDERS]: lost } });
    expect(tile('7F3K').textContent).toContain('It can’t be used any more. Tap to remove it.');
    expect(amount('to pay')).toBe('$43.99 AUD');
    await use('7F3K');
    expect(count(OFF)).toBe(1);
  });

  it('applies a gift card only once on repeated taps', async () => {
    const done = holdAnswer(true);
    const { use, tile, count, user, sentTimes, see } = await openSpend({ answers: { [PUT]: () => done.answer() } });
    await user.dblClick(tile('7F3K'));
    await use('7F3K');
    await sentTimes(PUT, 1);
    expect(tile('7F3K').getAttribute('aria-busy')).toBe('true');
    done.release();
    await see('$25.00');
    expect(count(PUT)).toBe(1);
  });

  it('does not apply a gift card that the server refuses, and shows the reason', async () => {
    const answers = { [PUT]: refuse(400, { code: 'gift_cards_full', message: 'x', parameters: ['20'] }) };
    const { use, see, box } = await openSpend({ answers });
    await use('7F3K');
    await see('At most 20 gift cards can pay for one order.');
    expect(box.querySelector('[data-spend] [aria-pressed=true]')).toBeNull();
  });

  it('hides the gift card section when the cart contains only gift cards', async () => {
    const { text } = await openSpend({ giftCards: singleCard(), lines: [] });
    expect(text()).not.toContain('Use a gift card');
  });

  it('does not let gift cards pay for gift cards in a cart that also contains products', async () => {
    const { text, amount } = await openSpend({ giftCards: singleCard(), appliedNames: ['gc_1'] });
    expect(text()).toContain('Gift cards pay for products and their shipping, not for other gift cards.');
    expect(amount('to pay')).toBe('$68.99 AUD');
  });

  it.each([
    ['fails', refuse(500)],
    ['never arrives', throwOffline],
  ])(
    'hides the gift card section without an error, and still lets the customer pay, when the response %s',
    async (_what, answer) => {
      const { text, confirm, thanked, additional } = await openSpend({ answers: { [TENDERS]: answer, [OWN]: answer } });
      expect(text()).not.toContain('Use a gift card');
      expect(text()).not.toContain('No connection');
      await confirm();
      await thanked();
      expect(additional().additional_data).toMatchObject({ expected_card_due: WHOLE });
    },
  );
});

describe('a gift card brought from its card page', () => {
  const { name: seller, shop_url } = sellers.lamplight;
  const carry = (change = {}) => storeCarriedCard(carriedTideCard({ seller, shop_url, balance: 10, ...change }));

  it('offers the gift card brought from its card page, with its code filled in', async () => {
    const { text, tap, field, bodies, page, see } = await openSpend({ ownCards: [], before: () => carry() });
    expect(text()).toContain(`You have $10.00 to spend at ${seller}.`);
    await tap('Use this gift card');
    await waitFor(() => expect(field('Card code').value).toBe(SPEND_CODE));
    expect(text()).toContain(`Use it on anything from ${seller}, shipping included.`);
    await tap('Use this gift card');
    await see('Uses all of it');
    expect(bodies(PUT)).toEqual([{ giftCardAccountData: { gift_cards: [SPEND_CODE] } }]);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['the cart has nothing from its seller', { seller: 'Tide & Kiln' }],
    ["it is one of the customer's own cards", { code: `7F3Q9XKM2P4D${smaller.last4}` }],
    ['it is already on the cart', { code: '7F3Q9XKM2P4DK9WX' }],
  ])('does not offer the carried gift card when %s', async (_what, change) => {
    const { text } = await openSpend({ appliedNames: ['gc_9'], before: () => carry(change) });
    expect(text()).toContain('Gift card ending K9WX');
    expect(text()).not.toContain('to spend at');
  });
});

it('fetches the gift card amounts again when the cart changes', async () => {
  const { tap, count, sentTimes } = await openSpend({ appliedNames: ['gc_1'] });
  expect(count(TENDERS)).toBe(0);
  await tap('Quantity of Salt on the Line: more');
  await sentTimes('POST carts/mine/items', 1);
  await sentTimes(TENDERS, 1);
});

it('keeps the typed payment card while gift card amounts are fetched again after a failed load', async () => {
  const answers = { 'GET mobiledigital/savedcards': { status: true, data: [] }, [TENDERS]: refuse(500) };
  const { tap, typeCard, field, sentTimes, settled, text } = await openSpend({ answers });
  await typeCard('4242424242424242');
  await tap('Quantity of Salt on the Line: more');
  await sentTimes(TENDERS, 1);
  await settled();
  expect(field('Card number').value).toBe('4242 4242 4242 4242');
  expect(text()).not.toContain('Use a gift card');
});
