import type { Transaction } from '../../database/handle.ts';
import type { HeldFor } from '../../kernel/states/order.ts';
import { type NewLine, replaceLines } from '../stores/order-lines-store.ts';
import { replaceSellers } from '../stores/order-sellers-store.ts';
import { insertOrder, moveOrder, type OrderFields, type OrderRow } from '../stores/orders-store.ts';
import type { Checkout } from './load-checkout.ts';

type NewOrder = {
  customerId: number;
  checkout: Checkout;
  cartId: number;
  /** The order of a declined attempt, written over (one-order-per-cart.ts). */
  declined: OrderRow | null;
  heldFor: HeldFor | null;
  now: Date;
};

/** Writes the order with its lines and what each seller sold. */
export async function writeOrder(tx: Transaction, order: NewOrder): Promise<OrderRow> {
  const { checkout, declined } = order;
  const fields = orderFields(order);
  const written = declined
    ? await moveOrder(tx, { id: declined.id, to: 'pending', set: fields })
    : await insertOrder(tx, fields);
  await replaceLines(tx, written.id, checkout.lines.map(orderLine));
  await replaceSellers(tx, written.id, checkout.sellers);
  return written;
}

function orderFields({ customerId, checkout, cartId, heldFor, now }: NewOrder): OrderFields {
  const { customerName, campaignId, shippingAddress, billingAddress } = checkout;
  const { subtotalCents, shippingCents, totalCents, gstCents, shippingGstCents } = checkout;
  return {
    cartId,
    customerId,
    customerName,
    campaignId,
    subtotalCents,
    shippingCents,
    totalCents,
    gstCents,
    shippingGstCents,
    giftCardTenderCents: totalCents - checkout.cardDueCents,
    cardDueCents: checkout.cardDueCents,
    shippingAddress,
    billingAddress,
    heldFor,
    createdAt: now,
  };
}

function orderLine(line: Checkout['lines'][number]): NewLine {
  return {
    productId: line.productId,
    variantId: line.variantId,
    cartLineId: line.lineId,
    sellerId: line.sellerId,
    sku: line.sku,
    name: line.name,
    priceCents: line.priceCents,
    qty: line.qty,
    totalCents: line.priceCents * line.qty,
    gstCents: line.gstCents,
    options: line.options.map((option) => ({ label: option.super_attribute_label, value: option.option_title })),
    detailsId: line.details?.id ?? null,
    isGiftcard: line.isGiftcard,
    cardValidityMonths: line.isGiftcard ? line.cardValidityMonths : null,
  };
}
