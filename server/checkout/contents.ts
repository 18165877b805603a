import { asCartAddress } from '#contract/rules/cart-address.ts';
import { missingParts } from '#contract/rules/completeness.ts';
import { toDollars } from '#contract/rules/money.ts';
import type { CartAddress } from '#contract/shapes.ts';
import { addressOf } from '../account/customer.ts';
import { completeAddress } from '../cart/address-parts.ts';
import { type CartLine, cartLinesOf } from '../cart/cart-lines.ts';
import { chosenAmount } from '../cart/line-price.ts';
import type { CartRow } from '../cart/open-cart.ts';
import { shippingFor } from '../cart/shipping-rates.ts';
import type { Transaction } from '../database/handle.ts';
import type { members } from '../database/schema.ts';
import { type DetailsRow, detailsOfCart } from '../gift-cards/details-store.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';

type Member = typeof members.$inferSelect;
export type PaidLine = CartLine & { details: DetailsRow | null };

/** What is being bought, checked and priced by the server alone; integer cents. */
export type Contents = {
  lines: PaidLine[];
  subtotalCents: number;
  shippingCents: number;
  totalCents: number;
  shippingAddress: CartAddress;
  billingAddress: CartAddress;
  customerName: string;
  campaignId: string | null;
};

type Wish = { member: Member; cart: CartRow; billingAddress: CartAddress | null };

/** Reads the open cart for an order, or names what is missing: lines, an amount its seller allows today, a card's parts, the address. */
export async function readContents(tx: Transaction, wish: Wish): Promise<Contents | Failure> {
  const { member, cart } = wish;
  const lines = await paidLines(tx, cart.id);
  if (isFailure(lines)) return lines;
  const shippingAddress = await shippingAddressOf(tx, wish);
  if (isFailure(shippingAddress)) return shippingAddress;
  const subtotalCents = lines.reduce((sum, line) => sum + line.priceCents * line.qty, 0);
  const shippingCents = shippingFor(lines);
  return {
    lines,
    subtotalCents,
    shippingCents,
    totalCents: subtotalCents + shippingCents,
    shippingAddress,
    billingAddress: billingAddressOf(wish) ?? shippingAddress,
    customerName: `${member.firstname} ${member.lastname}`,
    campaignId: member.campaignId,
  };
}

async function paidLines(tx: Transaction, cartId: number): Promise<PaidLine[] | Failure> {
  const lines = await cartLinesOf(tx, cartId);
  if (lines.length === 0) return failure('cart_empty');
  // The seller may have changed the limits, or taken the choice away, since the line was put in.
  const refused = lines.map(amountToday).find(isFailure);
  if (refused) return refused;
  const details = new Map((await detailsOfCart(tx, cartId)).map((row) => [row.cartItemId, row]));
  const paid = lines.map((line) => ({ ...line, details: line.isGiftcard ? (details.get(line.lineId) ?? null) : null }));
  for (const line of paid.filter((one) => one.isGiftcard)) {
    const [missing] = missingParts(partsOf(line.details));
    if (missing) return failure('card_incomplete', [missing]);
  }
  return paid;
}

/** The line's amount under the limits of today; the price of a line without one is the variant's. */
function amountToday({ limits, amountCents }: CartLine): number | null | Failure {
  return chosenAmount(limits, amountCents === null ? null : toDollars(amountCents));
}

function partsOf(details: DetailsRow | null) {
  return {
    recipient_firstname: details?.recipientFirstname,
    recipient_lastname: details?.recipientLastname,
    recipient_mobile: details?.recipientMobile,
    recipient_message: details?.recipientMessage,
    scheduled_delivery: details?.scheduledDelivery ?? undefined,
    mms_template_id: details?.templateId ? String(details.templateId) : undefined,
  };
}

/** The address set on the cart, else the member's default; Australian always (LG-06). */
async function shippingAddressOf(tx: Transaction, { member, cart }: Wish): Promise<CartAddress | Failure> {
  if (cart.shippingAddress?.street?.[0]) return cart.shippingAddress;
  if (member.defaultShippingId === null) return failure('address_required');
  const saved = await addressOf(tx, { memberId: member.id, addressId: member.defaultShippingId });
  return saved ? asCartAddress(saved, member) : failure('address_required');
}

/** The one sent with the order when it is whole, else the cart's; whose address it is, is the session's to say. */
function billingAddressOf({ member, cart, billingAddress }: Wish): CartAddress | null {
  const whole = billingAddress ? completeAddress(billingAddress) : null;
  if (!whole) return cart.billingAddress;
  const { customer_address_id: _foreign, ...own } = whole;
  return { ...own, customer_id: member.id, email: member.email };
}
