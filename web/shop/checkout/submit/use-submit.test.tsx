import { waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { line, manyAddresses } from '#gallery/fixtures/customer.ts';
import { fiveCards, KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { CONFIRMED, DETAILS, NEW_METHOD, openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { readPendingLines } from '../../state/checkout/pending-cart-lines.ts';
import { readDraft } from '../../state/gift-card-drafts.ts';
import { listGiftCards, useGiftCards } from '../../state/gift-cards.ts';

const { getHumanToken, prepareHumanToken } = vi.hoisted(() => ({ getHumanToken: vi.fn(), prepareHumanToken: vi.fn() }));
vi.mock('../../human-check/human-check.ts', () => ({ getHumanToken, prepareHumanToken }));

const MOBILE = '+61412345678';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
const countCards = () => Object.keys(useGiftCards.getState().giftCards).length;

beforeEach(() => {
  getHumanToken.mockReset().mockResolvedValue('proof');
  prepareHumanToken.mockReset();
});

describe('placing an order', () => {
  it('requests a CAPTCHA token once per checkout and confirms the gift cards with it [CA-53, ST-102]', async () => {
    const { confirm, thanked, sentTimes, bodies } = await openCheckout();
    expect(prepareHumanToken.mock.calls).toEqual([['checkout']]);
    expect(getHumanToken).not.toHaveBeenCalled();
    await confirm();
    await thanked();
    await sentTimes(CONFIRMED, 1);
    expect(getHumanToken.mock.calls).toEqual([['checkout']]);
    expect(bodies(CONFIRMED)).toEqual([{ r_token: 'proof', cart_id: 1, order_id: '000000012' }]);
  });

  it('places the order once when Confirm Purchase is tapped repeatedly', async () => {
    const answer = holdAnswer(77);
    const { button, user, sentTimes, thanked, count, see } = await openCheckout({
      answers: { [PAY]: () => answer.answer() },
    });
    await user.dblClick(button('Confirm Purchase'));
    await see('Placing your order...');
    await sentTimes(PAY, 1);
    button('Confirm Purchase').click();
    answer.release();
    await thanked();
    expect(count(PAY)).toBe(1);
    expect(count('POST mobiledigital/clearcart')).toBe(1);
  });

  it('does not confirm gift cards when the order contains only products', async () => {
    const { confirm, thanked, count, bodies } = await openCheckout({ giftCards: {}, lines: goods() });
    await confirm();
    await thanked();
    expect(count(CONFIRMED)).toBe(0);
    expect(getHumanToken).not.toHaveBeenCalled();
    expect(readPendingLines(MOBILE)).toEqual([]);
    const skus = bodies('POST carts/mine/items').map((body) => (body as { cartItem: { sku: string } }).cartItem.sku);
    expect(skus).toEqual(['FP-JACKET-OCHRE-XS', 'LL-SALT']);
  });

  it('thanks the customer when a payment without a response was placed, and shows no offline popup [ST-106, ER-08, ER-19]', async () => {
    const { confirm, thanked, text, page } = await openCheckout({ answers: { [PAY]: throwOffline } });
    await confirm();
    await thanked();
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Thank you!');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(text()).not.toContain('No connection');
  });
});

describe('a declined payment', () => {
  it.each([
    ['the message for an error code', refuse(400, { code: 'card_declined', message: 'x' }), 'Your card was declined.'],
    [
      'the message for an error code with parameters',
      refuse(400, { code: 'card_declined_for', message: 'x', parameters: ['Lost card.'] }),
      'Lost card.',
    ],
    ["the provider's message", refuse(402, { message: 'Card number is stolen.' }), 'Card number is stolen.'],
  ])(
    'shows %s below the card error, hides the loader and keeps the cart after a decline [ST-107, ER-17, ER-18, ER-24]',
    async (_what, answer, words) => {
      const { confirm, box, text, settled, button } = await openCheckout({ answers: { [PAY]: answer } });
      const cardError = () => box.querySelector('[data-card-error]')?.textContent;
      await confirm();
      await waitFor(() => expect(cardError()).toContain(`There was an error processing your payment.${words}`));
      await settled();
      expect(text()).not.toContain('Placing your order...');
      expect(button('Confirm Purchase')).toHaveProperty('disabled', false);
      expect(countCards()).toBe(1);
      expect(getHumanToken).not.toHaveBeenCalled();
    },
  );

  it("shows the card error without the server's message after a server error [ST-107, ER-17]", async () => {
    const { confirm, box } = await openCheckout({ answers: { [PAY]: refuse(500, { message: 'at line 12' }) } });
    const cardError = () => box.querySelector('[data-card-error]')?.textContent;
    await confirm();
    await waitFor(() => expect(cardError()).toBe('There was an error processing your payment.'));
  });

  it('lets the customer pay with another saved card after a decline and charges only that card', async () => {
    const { confirm, see, user, ground, thanked, charged, text, settled, answers } = await openCheckout({
      answers: {
        'GET mobiledigital/savedcards': {
          status: true,
          data: ['pm_1', 'pm_2'].map((id, index) => savedCard(id, index)),
        },
        [PAY]: refuse(400, { code: 'card_declined', message: 'x' }),
      },
    });
    await confirm();
    await see('Your card was declined.');
    await settled();
    await user.click(ground().getByRole('radio', { name: /4001/ }));
    expect(text()).not.toContain('Your card was declined.');
    answers[PAY] = 77;
    await confirm();
    await thanked();
    expect(charged()).toEqual(['pm_1', 'pm_2']);
  });

  it('charges the card number typed after a decline and never the declined card', async () => {
    const typedNumbers: unknown[] = [];
    const { confirm, typeCard, see, thanked, charged, answers, settled } = await openCheckout({
      answers: {
        'GET mobiledigital/savedcards': { status: true, data: [] },
        [NEW_METHOD]: ({ body }: { body: { number: string } }) => ({ id: `pm_${typedNumbers.push(body.number)}` }),
        [PAY]: refuse(400, { code: 'card_declined', message: 'x' }),
      },
    });
    await typeCard('4000000000000002');
    await confirm();
    await see('Your card was declined.');
    await settled();
    answers[PAY] = 77;
    await typeCard('4242424242424242');
    await confirm();
    await thanked();
    expect(typedNumbers).toEqual(['4000 0000 0000 0002', '4242 4242 4242 4242']);
    expect(charged()).toEqual(['pm_1', 'pm_2']);
  });

  it('charges a new card typed after a saved card was declined', async () => {
    const { confirm, typeCard, see, thanked, charged, answers, page, user, settled } = await openCheckout({
      answers: { [PAY]: refuse(400, { code: 'card_declined', message: 'x' }) },
    });
    await confirm();
    await see('Your card was declined.');
    await settled();
    answers[PAY] = 77;
    const payment = within(page.getByRole('region', { name: 'Payment Information' }));
    await user.click(payment.getByRole('button', { name: 'Add New' }));
    await typeCard('4242424242424242');
    await confirm();
    await thanked();
    expect(charged()).toEqual(['pm_1', 'pm_new']);
  });
});

const savedCard = (id: string, index: number) => ({
  id,
  brand: 'visa',
  last4: `400${index}`,
  exp_month: 1,
  exp_year: 2031,
});

describe('an order that cannot be placed yet', () => {
  it('asks for a card in the card form, sends nothing and keeps counting down [ST-088, ST-074, ER-24, VA-31]', async () => {
    const { confirm, box, writes, field, settled, page } = await openCheckout({
      answers: { 'GET mobiledigital/savedcards': { status: true, data: [] } },
    });
    const cardError = () => box.querySelector('[data-card-error]')?.textContent;
    await confirm();
    await waitFor(() => expect(cardError()).toBe('Please enter a Card for Payment'));
    expect(page.getByText('Please enter a Card for Payment').closest('[role=alert]')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Card number')));
    await settled();
    expect(writes().filter((name) => name !== 'POST carts/mine')).toEqual([]);
    expect(page.getByRole('timer', { name: 'Confirm in' })).toBeTruthy();
  });

  it('names the missing parts of the address, focuses the first empty field and sends nothing', async () => {
    const { confirm, see, writes, field } = await openCheckout({ addresses: [] });
    await confirm();
    await see('Please enter your full name');
    await waitFor(() => expect(document.activeElement).toBe(field('Fullname')));
    expect(writes()).toEqual([]);
  });

  it('names the gift card that the server rejects and the reason, and pays nothing', async () => {
    const { confirm, see, count, tap, box, settled } = await openCheckout({
      giftCards: fiveCards(),
      answers: {
        [DETAILS]: ({ body }: { body: { data: string } }) =>
          body.data.includes('Omar')
            ? { status: false, input_validation: { recipient_mobile: 'No phone answers there.' } }
            : { status: true, data: { last_insert_id: 3 } },
      },
    });
    await confirm();
    await see('Lamplight Lane Top Shelf Card for Omar Haddad:');
    await tap('OK');
    await settled();
    const rows = [...box.querySelectorAll('[data-gift-card]')];
    const marked = rows.filter(({ textContent }) => textContent?.includes('No phone answers there.'));
    expect(marked.map((row) => row.querySelector('h3')?.textContent)).toEqual(['Lamplight Lane Top Shelf Card']);
    expect(count(PAY)).toBe(0);
    expect(countCards()).toBe(5);
    const omar = listGiftCards().find(([, card]) => card.recipient_firstname === 'Omar');
    const value = omar?.[1].recipient_mobile;
    expect(readDraft(omar?.[0] ?? '').refused).toEqual({
      recipient_mobile: { value, message: 'No phone answers there.' },
    });
  });

  it('shows a changed price without charging it, and charges the new price on the next Confirm', async () => {
    const server = { item_id: 9, sku: 'TK-GC-SHELF', price: 60 };
    const { confirm, see, count, tap, thanked, settled, amount, bodies } = await openCheckout({
      answers: { 'POST carts/mine/items': server },
    });
    expect(amount('total')).toBe('$50.00 AUD');
    await confirm();
    await see('Tide & Kiln Studio Shelf Card now costs $60.00 AUD.');
    expect(count(PAY)).toBe(0);
    await tap('OK');
    await settled();
    expect(amount('total')).toBe('$60.00 AUD');
    await confirm();
    await thanked();
    expect(bodies(PAY)).toMatchObject([{ paymentMethod: { additional_data: { expected_subtotal: 60 } } }]);
  });

  it('reports a cart changed on another device without a card error, and pays on the next Confirm', async () => {
    let tries = 0;
    const empty = refuse(400, { code: 'cart_empty', message: 'Empty.' });
    const answer = () => (++tries === 1 ? empty() : 77);
    const { confirm, see, tap, settled, thanked, box } = await openCheckout({ answers: { [PAY]: answer } });
    await confirm();
    await see('your cart was changed or ordered on another device. Nothing was paid from here.');
    expect(box.querySelector('[data-card-error]')).toBeNull();
    await tap('OK');
    await settled();
    await confirm();
    await thanked();
  });

  it.each([
    ['a product is sold out', refuse(400, { code: 'not_available', message: 'x' }), 'Product is out of stock.'],
    ['the server fails', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['there is no connection', throwOffline, 'No connection'],
  ])('shows the reason, pays nothing and keeps the gift cards when %s', async (_what, answer, words) => {
    const { confirm, see, count } = await openCheckout({ answers: { 'POST carts/mine/items': answer } });
    await confirm();
    await see(words);
    expect(count(PAY)).toBe(0);
    expect(countCards()).toBe(1);
  });

  it('keeps products for the next visit when a lost connection left them out of the cart', async () => {
    const { confirm, see } = await openCheckout({
      giftCards: {},
      lines: goods(),
      answers: { 'POST carts/mine/items': throwOffline },
    });
    await confirm();
    await see('No connection');
    expect(readPendingLines(MOBILE).map(({ sku, qty }) => [sku, qty])).toEqual([
      ['FP-JACKET-OCHRE-XS', 2],
      ['LL-SALT', 1],
    ]);
  });

  it('waits until the address is saved, and places no order when saving it fails', async () => {
    const estimate = holdAnswer(null);
    const { user, ground, confirm, see, writes, count } = await openCheckout({
      giftCards: singleCard(),
      addresses: manyAddresses,
      answers: {
        'POST carts/mine/estimate-shipping-methods-by-address-id': () =>
          estimate.answer().then(refuse(500, { message: 'We do not go there.' })),
      },
    });
    await user.click(ground().getByRole('radio', { name: /Illawarra Road/ }));
    await confirm();
    expect(writes()).toEqual(['POST carts/mine/estimate-shipping-methods-by-address-id']);
    estimate.release();
    await see('We do not go there.');
    expect(count('POST mobiledigital/clearcart')).toBe(0);
    expect(useGiftCards.getState().giftCards[KEY]).toBeTruthy();
  });
});
