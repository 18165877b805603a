import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import { QUANTITY_DEBOUNCE_MS } from '#contract/rules/limits.ts';
import { fakeServer } from '#test/web/fake-server.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import type { LocalGiftCard } from '../state/gift-cards.ts';
import { lineKey, sortLinesByKeys } from './cart-order.ts';
import { clearCart, removeCardFromServer, setLineQuantity } from './change-cart.ts';
import { debounce } from './debounce.ts';

function createServer(rejects: Record<number, number | 'offline'> = {}) {
  let count = 0;
  const sentCalls = fakeServer(() => {
    count += 1;
    const status = rejects[count];
    if (status === 'offline') throw apiError({ kind: 'offline' });
    if (status) throw apiError({ kind: 'http', status, message: 'No' });
    return {};
  });
  return {
    listCalls: () => sentCalls.map(({ name, parts }) => [name, parts]),
    names: () => sentCalls.map(({ name }) => name),
  };
}

const options = [
  { attribute_code: 'color', value_index: 11, super_attribute_label: 'Colour', option_title: 'Red' },
  { attribute_code: 'size', value_index: 22, super_attribute_label: 'Size', option_title: 'M' },
];
const createLine = (type_id: 'simple' | 'configurable', product = {}) =>
  ({
    id: 5,
    item_id: 5,
    qty: 1,
    product: { id: 1, sku: 'SHIRT', type_id, options: type_id === 'simple' ? [] : options, ...product },
  }) as unknown as CartProduct;

const item = (qty: number) => ({
  sku: 'SHIRT',
  qty,
  quote_id: '9',
  product_type: 'configurable',
  product_option: {
    extension_attributes: {
      configurable_item_options: [
        { option_id: '93', option_value: 11 },
        { option_id: '141', option_value: 22 },
      ],
    },
  },
});

describe('quantity change', () => {
  it('changes the quantity of a configurable product by removing it and adding it again with its options [ST-062]', async () => {
    const { listCalls } = createServer();
    await setLineQuantity({ line: createLine('configurable'), qty: 3, cartId: 9 });
    expect(listCalls()).toEqual([
      ['DELETE carts/mine/items/{itemId}', { params: { itemId: '5' } }],
      ['POST carts/mine/items', { body: { cartItem: item(3) } }],
    ]);
  });

  it('restores the old line and throws the error when the server rejects adding the changed line', async () => {
    const { listCalls } = createServer({ 2: 400 });
    const change = setLineQuantity({ line: createLine('configurable'), qty: 300, cartId: 9 });
    await expect(change).rejects.toMatchObject({ status: 400 });
    expect(listCalls()[2]).toEqual(['POST carts/mine/items', { body: { cartItem: item(1) } }]);
  });

  it.each(['offline', 504] as const)(
    'does not restore the old line when the request to add the changed line gets no response (%s)',
    async (lost) => {
      const { names } = createServer({ 2: lost });
      const change = setLineQuantity({ line: createLine('configurable'), qty: 3, cartId: 9 });
      await expect(change).rejects.toMatchObject(lost === 'offline' ? { kind: 'offline' } : { status: lost });
      expect(names()).toEqual(['DELETE carts/mine/items/{itemId}', 'POST carts/mine/items']);
    },
  );

  it('updates the quantity of a simple product in place', async () => {
    const { listCalls } = createServer();
    await setLineQuantity({ line: createLine('simple'), qty: 2, cartId: 9 });
    const cartItem = { sku: 'SHIRT', qty: 2, quote_id: '9', product_type: 'simple', item_id: 5 };
    expect(listCalls()).toEqual([['POST carts/mine/items', { body: { cartItem } }]]);
  });

  it('keeps rows in their place when a line gets a new id', () => {
    const first = createLine('simple', { id: 1, variant_sku: 'A' });
    const second = createLine('simple', { id: 2, variant_sku: 'B' });
    const added = createLine('simple', { id: 3, variant_sku: 'C' });
    const knownKeys = [first, second].map(lineKey);
    expect(sortLinesByKeys([added, second, { ...first, item_id: 77 }], knownKeys)).toEqual([
      { ...first, item_id: 77 },
      second,
      added,
    ]);
  });
});

describe('debounced', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends one update, a second after the last of three quick taps [ST-063]', () => {
    const act = vi.fn();
    const { call } = debounce<number>(QUANTITY_DEBOUNCE_MS, act);
    for (const qty of [2, 3, 4]) {
      call(qty);
      vi.advanceTimersByTime(400);
    }
    vi.advanceTimersByTime(599);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act.mock.calls).toEqual([[4]]);
  });

  it('sends a pending value immediately, and only once, on flush', () => {
    const act = vi.fn();
    const { call, flush } = debounce<number>(QUANTITY_DEBOUNCE_MS, act);
    call(2);
    flush();
    flush();
    vi.advanceTimersByTime(5_000);
    expect(act.mock.calls).toEqual([[2]]);
  });
});

describe('removal', () => {
  const card = { cart_id: null, cart_item_id: null } as LocalGiftCard;

  it('removes a gift card from the server cart with its details, but makes no call for a local card', async () => {
    const { names } = createServer();
    await removeCardFromServer(card);
    expect(names()).toEqual([]);
    await removeCardFromServer({ ...card, cart_id: 9, cart_item_id: 4 });
    expect(names()).toEqual([
      'DELETE carts/mine/items/{itemId}',
      'POST mobiledigital/deletegiftcarddetailsbycartitemid',
    ]);
  });

  it('treats a missing cart as already empty when clearing the cart [ER-16]', async () => {
    const { names } = createServer({ 1: 404 });
    await clearCart(9);
    expect(names()).toEqual(['POST mobiledigital/clearcart', 'GET mobiledigital/deletegiftcarddetailsbycartid']);
  });

  it('throws a server error when clearing the cart', async () => {
    createServer({ 1: 500 });
    await expect(clearCart(9)).rejects.toMatchObject({ status: 500 });
  });
});
