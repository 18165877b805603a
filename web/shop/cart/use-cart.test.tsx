import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, holdAnswer, refuse } from '#test/web/watch-calls.ts';

const NOVEL = 'Salt on the Line';
const JACKET = 'Snowgum Rain Jacket';
const ADD = 'POST carts/mine/items';
const DELETE = 'DELETE carts/mine/items/{itemId}';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];

async function openCart(lines = goods(), answers: CallAnswers = {}) {
  const shop = await openPage({
    url: '/browse',
    shows: 'Clear Cart',
    popup: { kind: 'cart' },
    answers: { ...createCartServer(lines), ...answers },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const press = (name: string) => shop.button(name).click();
  return {
    ...shop,
    increase: (name = NOVEL) => press(`Quantity of ${name}: more`),
    decrease: (name = NOVEL) => press(`Quantity of ${name}: less`),
    shown: (name = NOVEL) => shop.ground().getByRole('spinbutton', { name: `Quantity of ${name}` }).textContent,
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}
const readCartItem = (body: unknown) => (body as { cartItem: Record<string, unknown> }).cartItem;

beforeEach(() => {
  vi.useRealTimers();
});

describe('line quantity', () => {
  it('shows each tap on the quantity immediately and sends one update a second after the last tap [ST-063, BC-04]', async () => {
    const { increase, shown, wait, sent, bodies, text } = await openCart();
    for (const qty of ['2', '3', '4']) {
      increase();
      await wait(0);
      expect(shown()).toBe(qty);
    }
    expect(text()).toContain('$139.96 AUD');
    await wait(999);
    expect(sent).toEqual([]);
    await wait(1);
    await wait(50);
    expect(bodies(ADD).map(readCartItem)).toEqual([
      { sku: 'LL-SALT', qty: 4, quote_id: '1', product_type: 'simple', item_id: 6 },
    ]);
    expect(shown()).toBe('4');
  });

  it('restarts the one-second wait with each tap', async () => {
    const { increase, decrease, wait, count } = await openCart();
    increase();
    await wait(900);
    increase();
    await wait(900);
    decrease();
    await wait(900);
    expect(count(ADD)).toBe(0);
    await wait(100);
    await wait(50);
    expect(count(ADD)).toBe(1);
  });

  it('sends nothing when the customer increases the quantity and decreases it again', async () => {
    const { increase, decrease, wait, writes, shown } = await openCart();
    increase();
    await wait(0);
    decrease();
    await wait(1_100);
    expect(writes()).toEqual([]);
    expect(shown()).toBe('1');
  });

  it('changes the quantity of a product with options by removing its line and adding it again [ST-062]', async () => {
    const { increase, wait, writes, bodies, shown, sent } = await openCart();
    increase(JACKET);
    await wait(1_100);
    await wait(50);
    expect(writes().slice(-2)).toEqual([DELETE, ADD]);
    expect(sent.find(({ name }) => name === DELETE)?.parts.params).toEqual({ itemId: '5' });
    expect(readCartItem(bodies(ADD)[0])).toMatchObject({
      sku: 'FP-JACKET',
      qty: 3,
      product_type: 'configurable',
      product_option: {
        extension_attributes: {
          configurable_item_options: [
            { option_id: '93', option_value: 5_406 },
            { option_id: '141', option_value: 5_503 },
          ],
        },
      },
    });
    expect(shown(JACKET)).toBe('3');
  });

  it('uses the new id of the line for a second quantity change', async () => {
    const { increase, wait, sent } = await openCart();
    increase(JACKET);
    await wait(1_100);
    await wait(50);
    increase(JACKET);
    await wait(1_100);
    await wait(50);
    const deletedIds = sent.filter(({ name }) => name === DELETE).map(({ parts }) => parts.params?.itemId);
    expect(deletedIds).toEqual(['5', '101']);
  });

  it('waits for the response to a quantity change before sending the next change', async () => {
    const first = holdAnswer({ item_id: 6, price: 34.99, sku: 'LL-SALT' });
    const answers: CallAnswers = { [ADD]: () => first.answer() };
    const { increase, wait, bodies } = await openCart(goods(), answers);
    increase();
    await wait(1_050);
    increase();
    await wait(1_050);
    expect(bodies(ADD).map((body) => readCartItem(body).qty)).toEqual([2]);
    first.release();
    await wait(50);
    expect(bodies(ADD).map((body) => readCartItem(body).qty)).toEqual([2, 3]);
  });

  it.each([
    [
      'quantity too high',
      refuse(400, { code: 'qty_not_available', message: 'x' }),
      'Qty not Available',
      'The requested qty is not available',
    ],
    ['sold out', refuse(400, { code: 'not_available', message: 'x' }), 'Out of Stock', 'Product is out of stock.'],
    ['an error', refuse(500, { message: 'Try later.' }), 'Something Went Wrong', 'Try later.'],
  ])('restores the old quantity and explains why when the server refuses the new one: %s [ER-15]', async (...row) => {
    const [, answer, title, words] = row;
    const { increase, wait, text, shown, page, tap } = await openCart(goods(), { [ADD]: answer });
    increase();
    await wait(0);
    expect(shown()).toBe('2');
    await wait(1_100);
    vi.useRealTimers();
    expect((await page.findByRole('dialog', { name: title })).textContent).toContain(words);
    await waitFor(() => expect(text()).toContain('3 items in your cart'));
    await tap('OK');
    await tap(/^Cart, 3 items/);
    await waitFor(() => expect(shown()).toBe('1'));
  });

  it('sends a pending quantity change immediately when the cart closes', async () => {
    const { increase, tap, wait, count } = await openCart();
    increase();
    await wait(0);
    vi.useRealTimers();
    await tap('Close Window');
    await waitFor(() => expect(count(ADD)).toBe(1));
  });
});

describe('quantity buttons', () => {
  it('disables the "less" button at a quantity of one', async () => {
    const { button } = await openCart();
    expect(button(`Quantity of ${NOVEL}: less`)).toHaveProperty('disabled', true);
    expect(button(`Quantity of ${JACKET}: less`)).toHaveProperty('disabled', false);
  });

  it('disables the "more" button at the available stock and shows how many units are left', async () => {
    const { button, text } = await openCart([line(6, { ...novel(), qty: 1 }, { qty: 3 })]);
    expect(text()).toContain('Only 1 left');
    expect(button(`Quantity of ${NOVEL}: more`)).toHaveProperty('disabled', true);
    expect(button(`Quantity of ${NOVEL}: less`)).toHaveProperty('disabled', false);
  });

  it('changes the quantity of a line with the arrow keys', async () => {
    const { ground, shown, wait } = await openCart();
    const box = ground().getByRole('spinbutton', { name: `Quantity of ${NOVEL}` });
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    await wait(0);
    expect(shown()).toBe('2');
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await wait(0);
    expect(shown()).toBe('1');
  });
});
