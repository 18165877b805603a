import { createHash } from 'node:crypto';
import type { Checkout } from './load-checkout.ts';
import type { Purchase } from './reserve-order.ts';

type CartPayment<Order> = {
  /** The order this cart has made so far. */
  order: Order | null;
  /** The attempt to pay it that has not ended. */
  livePayment: { fingerprint: string } | null;
  /** What is to be paid for and with what, this time. */
  fingerprint: string;
};

/**
 * What paying for a cart does to its order. `continue`: the attempt is open and for the same purchase, so it goes on.
 * `abandon`: it is for other lines or another card, so it is ended first. `write`: nothing is open; the order of a
 * declined attempt is written over, and without one the cart makes its first order.
 */
export type CartDecision<Order> =
  | { action: 'continue' | 'abandon'; order: Order }
  | { action: 'write'; declined: Order | null };

/** THE rule of orders: a cart makes one order, however often and from wherever it is paid for. */
export function decideOrderOfCart<Order>(payment: CartPayment<Order>): CartDecision<Order> {
  const { order, livePayment, fingerprint } = payment;
  if (order === null || livePayment === null) return { action: 'write', declined: order };
  return { action: livePayment.fingerprint === fingerprint ? 'continue' : 'abandon', order };
}

/** What the customer agreed to: lines, cards, addresses, the payment method and what each gift card pays. */
export function fingerprintOf(checkout: Checkout, purchase: Purchase): string {
  const lines = checkout.lines.map((line) => [
    line.lineId,
    line.variantId,
    line.qty,
    line.priceCents,
    line.details?.id ?? 0,
  ]);
  const { totalCents, tenders, shippingAddress, billingAddress } = checkout;
  const { paymentMethod, saveCard, securityCode } = purchase;
  const withCode = securityCode === null ? [] : ['with its security code'];
  const agreed = [lines, totalCents, tenders, shippingAddress, billingAddress, paymentMethod, saveCard, ...withCode];
  return createHash('sha256').update(JSON.stringify(agreed)).digest('hex');
}
