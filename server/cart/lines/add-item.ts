import type { InputOf } from '#contract/calls.ts';
import type { CartItem } from '#contract/cart.ts';
import { chosenOptions } from '../../catalogue/products/choices.ts';
import { type Offer, offerBySku } from '../../catalogue/products/product.ts';
import type { VariantRow } from '../../catalogue/products/variants-sql.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { type Idempotency, idempotent } from '../../http/idempotency.ts';
import { type AppError, appError, isAppError, type Result } from '../../kernel/errors.ts';
import { touchCart } from '../carts-store.ts';
import { lockOpenCart } from '../open-cart.ts';
import { cartItemOf } from './cart-item.ts';
import { type CartLine, cartLinesOf } from './cart-lines.ts';
import { insertLine, setLineQty } from './cart-lines-store.ts';
import { chooseVariant } from './choose-variant.ts';
import { linePriceCents } from './line-price.ts';
import { amountLimits, chosenAmount, withAmount } from './open-amount.ts';
import { fitsStock, readQuantity } from './quantity.ts';

/** Keeps every reading of a cart or an order bounded. */
const MOST_LINES = 100;

type CartItemInput = InputOf<'POST carts/mine/items'>['body']['cartItem'];
type NewItem = {
  offer: Offer;
  variant: VariantRow;
  qty: number;
  amountCents: number | null;
  cartId: number;
  lines: CartLine[];
};

/**
 * Adds to the customer's open cart, or, with `item_id`, sets that line to this quantity (the line decides what is
 * bought, the sku is not looked at then; doing that twice is doing it once). Returns the line as it is afterwards, or an
 * error: invalid_value, unknown_sku, options_needed, amount_not_offered, amount_out_of_range, no_active_cart,
 * line_not_in_cart, not_available, qty_not_available.
 */
export async function addItem(
  context: Context,
  { customerId, item, idempotency }: { customerId: number; item: CartItemInput; idempotency: Idempotency | null },
): Promise<Result<CartItem>> {
  const qty = readQuantity(item.qty);
  if (qty === null) return invalidQty(item.qty);
  if (item.item_id) return setQuantity(context, { customerId, lineId: item.item_id, qty: item.qty });
  const offer = await offerBySku(context.database.orm, item.sku);
  if (!offer) return appError('unknown_sku');
  const chosen = item.product_option?.extension_attributes;
  const variant = chooseVariant(offer, { sku: item.sku, choices: chosen?.configurable_item_options ?? [] });
  if (!variant) return appError('options_needed');
  if (offer.isGiftcard && qty !== 1) return invalidQty(item.qty);
  const amountCents = chosenAmount(amountLimits(variant), chosen?.giftcard_item_option?.custom_giftcard_amount);
  if (isAppError(amountCents)) return amountCents;
  return idempotent<Result<CartItem>>(context, idempotency, (tx) =>
    addToCart(tx, { customerId, item: { offer, variant, qty, amountCents }, now: context.clock.now() }),
  );
}

type Addition = { customerId: number; item: Omit<NewItem, 'cartId' | 'lines'>; now: Date };

async function addToCart(tx: Transaction, { customerId, item, now }: Addition): Promise<Result<CartItem>> {
  const cart = await lockOpenCart(tx, customerId);
  if (!cart) return appError('no_active_cart');
  const lines = await cartLinesOf(tx, cart.id);
  const added = await insertOrJoinLine(tx, { ...item, cartId: cart.id, lines });
  await touchCart(tx, { cartId: cart.id, now });
  return added;
}

/** The same variant joins its line; a gift card is always a line of its own, because each has its own recipient. */
async function insertOrJoinLine(
  tx: Transaction,
  { offer, variant, qty, amountCents, cartId, lines }: NewItem,
): Promise<Result<CartItem>> {
  if (variant.qty === 0) return appError('not_available');
  const same = lines.filter((line) => line.variantId === variant.id);
  const heldElsewhere = sumOfQty(same);
  if (!fitsStock({ qty, heldElsewhere, stock: variant.qty })) return appError('qty_not_available');
  const joined = offer.isGiftcard ? undefined : same[0];
  if (!joined && lines.length >= MOST_LINES) return appError('cart_full', [MOST_LINES]);
  const priceCents = linePriceCents({ amountCents }, variant);
  const shown = { sku: variant.sku, name: offer.name, priceCents, amountCents, typeId: offer.typeId };
  const options = withAmount(chosenOptions(variant.options), amountCents);
  const line = { ...shown, qty: qty + (joined?.qty ?? 0), options };
  if (joined) await setLineQty(tx, { lineId: joined.lineId, qty: line.qty });
  const lineId = joined?.lineId ?? (await insertLine(tx, { cartId, variantId: variant.id, qty, amountCents }));
  return cartItemOf({ ...line, lineId }, cartId);
}

/**
 * Sets a line of the customer's open cart to a quantity. Errors as above, except those of looking up a
 * product.
 */
export async function setQuantity(
  context: Context,
  { customerId, lineId, qty: sent }: { customerId: number; lineId: number; qty: number | string },
): Promise<Result<CartItem>> {
  const qty = readQuantity(sent);
  if (qty === null) return invalidQty(sent);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, customerId);
    if (!cart) return appError('no_active_cart');
    const lines = await cartLinesOf(tx, cart.id);
    const line = lines.find((candidate) => candidate.lineId === lineId);
    if (!line) return appError('line_not_in_cart', [String(cart.id), String(lineId)]);
    if (line.isGiftcard && qty !== 1) return invalidQty(qty);
    if (line.stockQty === 0) return appError('not_available');
    const others = lines.filter((other) => other.variantId === line.variantId && other !== line);
    if (!fitsStock({ qty, heldElsewhere: sumOfQty(others), stock: line.stockQty }))
      return appError('qty_not_available');
    await setLineQty(tx, { lineId, qty });
    await touchCart(tx, { cartId: cart.id, now });
    return cartItemOf({ ...line, qty }, cart.id);
  });
}

function sumOfQty(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty, 0);
}

function invalidQty(value: number | string): AppError {
  return appError('invalid_value', { fieldName: 'qty', value });
}
