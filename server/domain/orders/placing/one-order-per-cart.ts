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
