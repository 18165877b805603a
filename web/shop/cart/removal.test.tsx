import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { line, MOBILE } from '#gallery/fixtures/customer.ts';
import { fiveCards, KEY, localGiftCard, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { BROWSE } from '#test/web/open-shop.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { clearSession, useSession } from '../session/session.ts';
import { readPendingLines, savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import { readDraft, saveDraft } from '../state/gift-card-drafts.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const ADD = 'POST carts/mine/items';
const DELETE = 'DELETE carts/mine/items/{itemId}';
const CART_PRODUCTS = 'GET mobiledigital/cartproducts';
const NOVEL = 'Salt on the Line';
const JACKET = 'Snowgum Rain Jacket';
const CARD = 'Tide & Kiln Studio Shelf Card';
const STORED = 'gift-card-details';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel(), { qty: 3 })];
const cards = () => useGiftCards.getState().giftCards;
const listCardKeys = () => Object.keys(cards());
const listStoredCardKeys = () => Object.keys(JSON.parse(localStorage.getItem(STORED) ?? '{}'));
const readFocusedText = () => document.activeElement?.textContent;
const pending = { sku: 'MUG', qty: 1, product_type: 'simple', name: 'Mug', price: 20 } as const;

type Opened = Partial<Parameters<typeof openPage>[0]> & { lines?: ReturnType<typeof goods> };

async function openCart({ lines = goods(), ...story }: Opened = {}) {
  const shop = await openPage({
    url: '/browse',
    shows: 'Clear Cart',
    popup: { kind: 'cart' },
    giftCards: fiveCards(),
    ...story,
    answers: { ...createCartServer(lines), ...story.answers },
  });
  const rows = () => shop.ground().getAllByRole('listitem');
  return { ...shop, listed: () => rows().map((row) => row.querySelector('h3')?.textContent) };
}

describe('removing an item', () => {
  it('hides a removed line immediately and sends only its removal', async () => {
    const heldRemoval = holdAnswer(true);
    const server = createCartServer(goods());
    const { ground, tap, writes, sent, names } = await openCart({
      giftCards: {},
      answers: { ...server, [DELETE]: (parts: never) => heldRemoval.answer().then(() => server[DELETE](parts)) },
    });
    await tap(`Remove ${NOVEL}`);
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect(ground().getByText(JACKET)).toBeTruthy();
    expect(names()).toEqual([DELETE]);
    heldRemoval.release();
    await waitFor(() => expect(names()).toContain(CART_PRODUCTS));
    expect(writes()).toEqual([DELETE]);
    expect(sent[0]?.parts.params).toEqual({ itemId: '6' });
    expect(ground().queryByText(NOVEL)).toBeNull();
  });

  it('restores a line and explains why when the server refuses to remove it', async () => {
    const { page, tap, text } = await openCart({
      giftCards: {},
      answers: { [DELETE]: refuse(500, { message: 'Not today.' }) },
    });
    expect(page.getByText('5 items in your cart')).toBeTruthy();
    await tap(`Remove ${NOVEL}`);
    await page.findByText('Not today.');
    expect(text()).toContain('5 items in your cart');
  });

  it('treats a line that is no longer on the server as removed', async () => {
    const server = createCartServer(goods());
    const { ground, page, tap, names } = await openCart({
      giftCards: {},
      answers: { ...server, [DELETE]: (parts: never) => server[DELETE](parts) && refuse(404)() },
    });
    await tap(`Remove ${NOVEL}`);
    await waitFor(() => expect(names()).toContain(CART_PRODUCTS));
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect(page.queryByText('Something Went Wrong')).toBeNull();
  });

  it('removes a gift card from the list and from local storage without a call [CP-10, ST-068]', async () => {
    const giftCards = fiveCards();
    const [[firstKey, first] = [KEY, localGiftCard()], ...rest] = Object.entries(giftCards);
    const { tap, listed, writes } = await openCart({
      before: () => localStorage.setItem(STORED, JSON.stringify(giftCards)),
    });
    expect(listStoredCardKeys()).toContain(firstKey);
    await tap(`Remove ${first.name}`);
    await waitFor(() => expect(listed()).toEqual([...rest.map(([, { name }]) => name), JACKET, NOVEL]));
    expect(listStoredCardKeys()).toEqual(rest.map(([key]) => key));
    expect(writes()).toEqual([]);
  });

  it('removes a gift card and its details from the server before removing it from the browser', async () => {
    const giftCards = { [KEY]: localGiftCard({ cart_id: 31, cart_item_id: 44 }) };
    const { tap, writes, bodies, sent } = await openCart({ giftCards });
    await tap(`Remove ${CARD}`);
    await waitFor(() => expect(listCardKeys()).toEqual([]));
    expect(writes()).toEqual([DELETE, 'POST mobiledigital/deletegiftcarddetailsbycartitemid']);
    expect(sent[0]?.parts.params).toEqual({ itemId: '44' });
    expect(bodies('POST mobiledigital/deletegiftcarddetailsbycartitemid')).toEqual([{ cart_id: 31, cart_item_id: 44 }]);
  });

  it('keeps a gift card when the server fails to remove it', async () => {
    const giftCards = { [KEY]: localGiftCard({ cart_id: 31, cart_item_id: 44 }) };
    const { tap, page } = await openCart({ giftCards, answers: { [DELETE]: refuse(500) } });
    await tap(`Remove ${CARD}`);
    await page.findByText('Something Went Wrong');
    expect(listCardKeys()).toEqual([KEY]);
  });

  it('goes to /browse when the last gift card is removed [ST-069]', async () => {
    const giftCards = singleCard();
    const before = () => localStorage.setItem(STORED, JSON.stringify(giftCards));
    const { page, tap, see } = await openCart({ lines: [], url: '/terms', giftCards, before });
    await tap(`Remove ${CARD}`);
    await see('Your cart is empty');
    await see(BROWSE);
    expect(page.queryByText('Your Cart')).toBeNull();
    expect(listStoredCardKeys()).toEqual([]);
  });

  it('stays on the page and offers Undo when the last product is removed', async () => {
    const { tap, see, ground, address } = await openCart({
      lines: [line(6, novel())],
      url: '/terms',
      giftCards: {},
    });
    await tap(`Remove ${NOVEL}`);
    await see('Your cart is empty');
    expect(address()).toBe('/terms');
    expect(ground().getByText('Cart is empty')).toBeTruthy();
    expect(ground().getByText('Undo')).toBeTruthy();
  });
});

describe('undoing a removal', () => {
  it('restores a gift card in its former place with its text and unsaved draft', async () => {
    const { tap, see, writes, text } = await openCart();
    const before = Object.entries(cards());
    const [key, card] = before[1] ?? ['', localGiftCard()];
    saveDraft(key, { template: 'cake' });
    await tap(`Remove ${card.name}`);
    await see('Removed');
    await waitFor(() => expect(readFocusedText()).toBe('Undo'));
    expect(cards()[key]).toBeUndefined();
    await tap('Undo');
    expect(Object.entries(cards())).toEqual(before);
    expect(document.activeElement?.getAttribute('href')).toBe(`/giftcard/add/${key}`);
    expect(readDraft(key)).toEqual({ template: 'cake' });
    expect(writes()).toEqual([]);
    await waitFor(() => expect(text()).toContain('Back in your cart'));
  });

  it('restores a line with its options and the quantity that was on screen', async () => {
    const { tap, see, bodies, ground, button } = await openCart({ giftCards: {} });
    button('Quantity of Salt on the Line: more').click();
    await tap('Remove Salt on the Line');
    await tap('Undo');
    await see('Back in your cart');
    expect(bodies(ADD)).toMatchObject([{ cartItem: { sku: novel().sku, qty: 4 } }]);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Change Salt on the Line'));
    await tap('Remove Salt on the Line');
    await see('Removed');
    await tap('Remove Snowgum Rain Jacket');
    await see('Your cart is empty');
    await waitFor(() => expect(readFocusedText()).toBe('Undo'));
    await tap('Undo');
    await waitFor(() => expect(bodies(ADD)).toHaveLength(2));
    expect(bodies(ADD)[1]).toMatchObject({
      cartItem: {
        sku: jacket().sku,
        qty: 2,
        quote_id: '1',
        product_option: {
          extension_attributes: { configurable_item_options: [{ option_id: '93' }, { option_id: '141' }] },
        },
      },
    });
    await see('Back in your cart');
    expect(await ground().findByText('Snowgum Rain Jacket')).toBeTruthy();
  });

  it('restores everything that Clear Cart removed', async () => {
    const { tap, see, bodies, ground } = await openCart({ before: () => savePendingLines(MOBILE, [pending]) });
    const before = Object.entries(cards());
    await tap('Clear Cart');
    await see('Your cart is cleared');
    await waitFor(() => expect(readFocusedText()).toBe('Undo'));
    expect([cards(), readPendingLines(MOBILE)]).toEqual([{}, []]);
    await tap('Undo');
    expect(await ground().findByText('Salt on the Line')).toBeTruthy();
    expect(Object.entries(cards())).toEqual(before);
    expect(readPendingLines(MOBILE)).toEqual([pending]);
    expect(bodies(ADD).map((body) => (body as { cartItem: { qty: number } }).cartItem.qty)).toEqual([2, 3]);
  });

  it('reports a line that sold out before Undo, and restores the other lines', async () => {
    const server = createCartServer(goods());
    const add = (parts: Parameters<(typeof server)[typeof ADD]>[0]) =>
      (parts.body as { cartItem: { sku: string } }).cartItem.sku === jacket().sku
        ? refuse(400, { code: 'not_available' })()
        : server[ADD](parts);
    const { tap, see, page } = await openCart({ giftCards: {}, answers: { ...server, [ADD]: add } });
    await tap('Clear Cart');
    await tap('Undo');
    await see('Product is out of stock.');
    expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeTruthy();
  });

  it('offers Undo again for lines whose restore got no response', async () => {
    const server = createCartServer(goods());
    const add = (parts: Parameters<(typeof server)[typeof ADD]>[0]) =>
      (parts.body as { cartItem: { sku: string } }).cartItem.sku === novel().sku ? throwOffline() : server[ADD](parts);
    const { tap, see, user, answers, page } = await openCart({ giftCards: {}, answers: { ...server, [ADD]: add } });
    await tap('Clear Cart');
    await tap('Undo');
    await see("You're offline.");
    answers[ADD] = server[ADD];
    await user.keyboard('{Escape}');
    await tap('Undo');
    await see('Back in your cart');
    expect(page.getByRole('button', { name: 'Cart, 5 items' })).toBeTruthy();
  });

  it('restores a card from the server cart as a gift card stored in the browser', async () => {
    const { tap } = await openCart({ giftCards: { [KEY]: localGiftCard({ cart_id: 31, cart_item_id: 44 }) } });
    await tap(`Remove ${localGiftCard().name}`);
    await tap('Undo');
    expect(cards()[KEY]).toEqual(localGiftCard());
  });

  it('restores nothing after a different customer has signed in', async () => {
    const { tap, see, button } = await openCart({ giftCards: { [KEY]: localGiftCard() } });
    await tap(`Remove ${localGiftCard().name}`);
    await see('Removed');
    const undo = button('Undo');
    clearSession();
    useSession.setState({ is_signed_in: true, token: 'other', token_ttl: Date.now() + 9e6, mobile: '+61400000009' });
    undo.click();
    expect(cards()).toEqual({});
  });
});

describe('undoing a removal at the checkout', () => {
  it('restores a removed line, a removed gift card and the total on Undo', async () => {
    const { tap, see, amount, page } = await openCheckout({ lines: goods() });
    const before = [amount('total'), cards()];
    await tap('Remove Salt on the Line');
    await see('Removed');
    await waitFor(() => expect(readFocusedText()).toBe('Undo'));
    await tap('Undo');
    await waitFor(() => expect(amount('total')).toBe(before[0]));
    await see('Back in your cart');
    expect(page.queryByRole('link', { name: 'Checkout' })).toBeNull();
    await tap(`Remove ${localGiftCard().name} for Mia`);
    await waitFor(() => expect(readFocusedText()).toBe('Undo'));
    await tap('Undo');
    await waitFor(() => expect([amount('total'), cards()]).toEqual(before));
  });

  it('goes to the shop, with the focus on Undo, when the last item is removed', async () => {
    const { tap, see } = await openCheckout();
    await tap(`Remove ${localGiftCard().name} for Mia`);
    await see('No More Products');
    await waitFor(() => expect(readFocusedText()).toBe('Undo'));
    await tap('Undo');
    expect(Object.keys(cards())).toEqual([KEY]);
  });
});

it('offers Undo for eight seconds, then moves the focus to the heading of the cart', async () => {
  const { text, button } = await openCart();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  button(`Remove ${localGiftCard().name}`).click();
  for (let frames = 0; frames < 100 && readFocusedText() !== 'Undo'; frames += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise(requestAnimationFrame);
  }
  expect(readFocusedText()).toBe('Undo');
  await vi.advanceTimersByTimeAsync(7_900);
  expect(text()).toContain('Undo');
  await vi.advanceTimersByTimeAsync(200);
  expect(text()).not.toContain('Undo');
  vi.useRealTimers();
  await waitFor(() => expect(readFocusedText()).toBe('Your Cart'));
});
