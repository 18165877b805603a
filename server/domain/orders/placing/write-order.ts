import { type Transaction, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { deleteLines, insertLines, type NewLine } from '../stores/order-lines-store.ts';
import { deleteSellers, insertSellers } from '../stores/order-sellers-store.ts';
import { insertOrder, moveOrder, type OrderFields, type OrderRow, orderById } from '../stores/orders-store.ts';
import type { Checkout } from './load-checkout.ts';

type NewOrder = {
  /** Of `declined`, or a new one. */
  id: number;
  customerId: number;
  checkout: Checkout;
  cartId: number;
  /** The order of a declined attempt, written over (one-order-per-cart.ts). */
  declined: OrderRow | null;
  heldFor: HeldFor | null;
  now: Date;
};

/** Writes the order with its lines and what each seller sold; a new one sends all of it when it is called. */
export async function writeOrder(tx: Transaction, order: NewOrder): Promise<OrderRow> {
  const { checkout, declined, id } = order;
  const fields = orderFields(order);
  if (declined) {
    await moveOrder(tx, { id, to: 'pending', set: fields });
    await deleteLines(tx, id);
    await deleteSellers(tx, id);
  }
  const [written] = await together([
    declined ? orderById(tx, id) : insertOrder(tx, { ...fields, id }),
    insertLines(tx, id, checkout.lines.map(orderLine)),
    insertSellers(tx, id, checkout.sellers),
  ]);
  if (!written) throw new Error(`Order ${id} does not exist.`);
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
    gstFree: line.isGstFree,
    options: line.options.map((option) => ({ label: option.super_attribute_label, value: option.option_title })),
    detailsId: line.details?.id ?? null,
    isGiftcard: line.isGiftcard,
    cardValidityMonths: line.isGiftcard ? line.cardValidityMonths : null,
  };
}
