import type { InputOf } from '#contract/calls.ts';
import type { CartItem } from '#contract/cart/cart.ts';
import { MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { toChosenOptions } from '#server/domain/catalogue/products/choices.ts';
import { type Offer, offerBySku } from '#server/domain/catalogue/products/product.ts';
import type { VariantRow } from '#server/domain/catalogue/products/variants-sql.ts';
import { identifyWriterOrNull, mayChange, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { awaitAll, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { takeNextId } from '#server/platform/database/rows.ts';
import { type Idempotency, runIdempotently } from '#server/platform/http/idempotency.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { touchCart } from '../carts-store.ts';
import { type CartRow, lockOpenCart } from '../queries.ts';
import { toCartItem } from './cart-item.ts';
import { type CartLine, listCartLines } from './cart-lines.ts';
import { insertLine, insertLines, setLineQty } from './cart-lines-store.ts';
import { chooseVariant } from './choose-variant.ts';
import { linePriceCents } from './line-price.ts';
import { amountLimits, giftCardValueError, readOpenAmount, withAmount } from './open-amount.ts';
import { fitsStock, readQuantity } from './quantity.ts';

const MAX_LINES = 100;
const MAX_CARDS = MAX_RECIPIENTS;

type CartItemInput = InputOf<'POST carts/mine/items'>['body']['cartItem'];
type NewItem = { offer: Offer; variant: VariantRow; qty: number; amountCents: number | null };

/**
 * Adds an item. If `item_id` is set, sets that line to the quantity, idempotently, and ignores the sku. Errors:
 * invalid_value, unknown_sku, options_needed, amount_not_offered, amount_out_of_range, no_active_cart, card_value_over,
 * line_not_in_cart, not_available, qty_not_available, cart_full, too_many_cards, code_required.
 */
export async function addItem(
  context: Context,
  {
    customerId,
    unverified,
    item,
    idempotency,
  }: { customerId: number; unverified: Session | null; item: CartItemInput; idempotency: Idempotency | null },
): Promise<Result<CartItem>> {
  const qty = readQuantity(item.qty);
  if (qty === null) return invalidQtyError(item.qty);
  if (item.item_id)
    return setQuantity(context, { customerId, unverified, lineId: item.item_id, qty: item.qty, idempotency });
  const work = async (tx: Transaction, cartState: Known): Promise<Result<CartItem>> => {
    const chosen = resolveChoice(cartState.offer, item, context);
    if (isAppError(chosen)) return chosen;
    if (chosen.offer.isGiftcard && qty !== 1) return invalidQtyError(item.qty);
    return addToCart(tx, { item: { ...chosen, qty }, cartState, unverified, now: context.clock.now() });
  };
  return runIdempotently(context, idempotency, work, async (tx) => {
    const [offer, open, lineId] = await awaitAll([
      offerBySku(tx, item.sku),
      lockLines(tx, customerId),
      takeNextId(tx, 'cart_lines'),
    ]);
    return { ...open, offer, lineId };
  });
}

type OpenCart = { cart: CartRow | null; lines: CartLine[] };
type Known = OpenCart & { offer: Offer | null; lineId: number };

async function lockLines(tx: Transaction, customerId: number): Promise<OpenCart> {
  const [cart, lines] = await awaitAll([lockOpenCart(tx, customerId), listCartLines(tx, { customerId })]);
  return { cart, lines };
}

export type Choice = Pick<NewItem, 'offer' | 'variant' | 'amountCents'>;

/** Errors: unknown_sku, options_needed, amount_not_offered, amount_out_of_range, card_value_over. */
export async function readChoice(
  context: Pick<Context, 'database' | 'settings'>,
  item: Chosen,
): Promise<Result<Choice>> {
  return resolveChoice(await offerBySku(context.database.orm, item.sku), item, context);
}

type Chosen = Pick<CartItemInput, 'sku' | 'product_option'>;

function resolveChoice(
  offer: Offer | null,
  { sku, product_option }: Chosen,
  { settings }: Pick<Context, 'settings'>,
): Result<Choice> {
  if (!offer) return appError('unknown_sku');
  const chosen = product_option?.extension_attributes;
  const variant = chooseVariant(offer, { sku, choices: chosen?.configurable_item_options ?? [] });
  if (!variant) return appError('options_needed');
  const amountCents = readOpenAmount(amountLimits(variant), chosen?.giftcard_item_option?.custom_giftcard_amount);
  if (isAppError(amountCents)) return amountCents;
  const priceCents = linePriceCents({ amountCents }, variant);
  return giftCardValueError({ isGiftcard: offer.isGiftcard, priceCents }, settings) ?? { offer, variant, amountCents };
}

type AddingCards = { customerId: number; unverified: Session | null; choice: Choice; count: number; now: Date };

/** Adds one line per gift card. Errors: no_active_cart, not_available, qty_not_available, too_many_cards. */
export async function addCards(
  tx: Transaction,
  { customerId, unverified, choice, count, now }: AddingCards,
): Promise<Result<{ cartId: number; lineIds: number[]; priceCents: number }>> {
  const { variant, amountCents } = choice;
  const { cart, lines } = await lockLines(tx, customerId);
  if (!cart) return appError('no_active_cart');
  const error = roomError(lines, { ...choice, qty: count, newLines: count });
  if (error) return error;
  const line = {
    cartId: cart.id,
    variantId: variant.id,
    qty: 1,
    amountCents,
    writtenBy: identifyWriterOrNull(unverified),
  };
  const [lineIds] = await awaitAll([insertLines(tx, { line, count }), touchCart(tx, { cartId: cart.id, now })]);
  return { cartId: cart.id, lineIds, priceCents: linePriceCents({ amountCents }, variant) };
}

type Wanted = Pick<NewItem, 'offer' | 'variant' | 'qty'> & { newLines: number; joined?: CartLine | undefined };

function roomError(lines: readonly CartLine[], { offer, variant, qty, newLines, joined }: Wanted): AppError | null {
  if (variant.qty === 0) return appError('not_available');
  const otherLines = lines.filter((line) => line.variantId === variant.id && line !== joined);
  const lineQty = qty + (joined?.qty ?? 0);
  if (!fitsStock({ lineQty, heldElsewhere: sumOfQty(otherLines), stock: variant.qty }))
    return appError('qty_not_available');
  const lineCount = lines.filter((line) => line.isGiftcard === offer.isGiftcard).length;
  if (lineCount + newLines <= (offer.isGiftcard ? MAX_CARDS : MAX_LINES)) return null;
  return offer.isGiftcard ? appError('too_many_cards', [MAX_CARDS]) : appError('cart_full', [MAX_LINES]);
}

type Addition = { item: NewItem; cartState: Known; unverified: Session | null; now: Date };

/** Each gift card gets its own line, because it has its own recipient. */
function addToCart(tx: Transaction, { item, cartState, unverified, now }: Addition): Result<CartItem> {
  const { cart, lines, lineId } = cartState;
  if (!cart) return appError('no_active_cart');
  const { offer, variant, qty, amountCents } = item;
  const joined = offer.isGiftcard ? undefined : lines.find((line) => line.variantId === variant.id);
  const error = roomError(lines, { offer, variant, qty, newLines: joined ? 0 : 1, joined });
  if (error) return error;
  const priceCents = linePriceCents({ amountCents }, variant);
  const shownFields = { sku: variant.sku, name: offer.name, priceCents, amountCents, typeId: offer.typeId };
  const options = withAmount(toChosenOptions(variant.options), amountCents);
  const line = { ...shownFields, lineId: joined?.lineId ?? lineId, qty: qty + (joined?.qty ?? 0), options };
  const writtenBy = resolveLineWriter(unverified, joined);
  const inserted = { id: lineId, cartId: cart.id, variantId: variant.id, qty, amountCents, writtenBy };
  const joining = { ...line, cartId: cart.id, writtenBy };
  sendWithCommit(tx, joined ? setLineQty(tx, { line: joining, now }) : insertLine(tx, { line: inserted, now }));
  return toCartItem(line, cart.id);
}

/** A line that several sessions added to belongs to no link session. */
function resolveLineWriter(unverified: Session | null, line: CartLine | undefined): string | null {
  return line === undefined || mayChange(unverified, line) ? identifyWriterOrNull(unverified) : null;
}

type Setting = {
  customerId: number;
  unverified: Session | null;
  lineId: number;
  qty: number | string;
  idempotency?: Idempotency | null;
};

/** Returns the same errors as addItem(), except those of the product lookup. */
export async function setQuantity(
  context: Context,
  { customerId, unverified, lineId, qty: sentQty, idempotency = null }: Setting,
): Promise<Result<CartItem>> {
  const qty = readQuantity(sentQty);
  if (qty === null) return invalidQtyError(sentQty);
  const now = context.clock.now();
  const work = async (tx: Transaction, { cart, lines }: OpenCart): Promise<Result<CartItem>> => {
    if (!cart) return appError('no_active_cart');
    const line = lines.find((candidate) => candidate.lineId === lineId);
    if (!line) return appError('line_not_in_cart', [String(cart.id), String(lineId)]);
    if (!mayChange(unverified, line)) return appError('code_required');
    if (line.isGiftcard && qty !== 1) return invalidQtyError(qty);
    if (line.stockQty === 0) return appError('not_available');
    const otherLines = lines.filter((other) => other.variantId === line.variantId && other !== line);
    if (!fitsStock({ lineQty: qty, heldElsewhere: sumOfQty(otherLines), stock: line.stockQty }))
      return appError('qty_not_available');
    const writtenBy = resolveLineWriter(unverified, line);
    sendWithCommit(tx, setLineQty(tx, { line: { lineId, cartId: cart.id, qty, writtenBy }, now }));
    return toCartItem({ ...line, qty }, cart.id);
  };
  return runIdempotently(context, idempotency, work, (tx) => lockLines(tx, customerId));
}

function sumOfQty(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty, 0);
}

function invalidQtyError(value: number | string): AppError {
  return appError('invalid_value', { fieldName: 'qty', value });
}
