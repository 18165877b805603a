import type { SavedCard } from '#contract/checkout.ts';

/**
 * What became of a payment. `declined` carries the provider's message, shown to the shopper as returned (VA-30); `fault` says that
 * the provider refused for a reason that is ours or its own, not the card's. `voided`: ended without being paid.
 */
export type PaymentOutcome =
  | { state: 'captured' | 'authorised'; paymentId: string }
  | { state: 'requires_action'; paymentId: string; clientSecret: string }
  | { state: 'declined'; paymentId: string | null; message: string; fault?: unknown }
  | { state: 'voided'; paymentId: string };

export type PaymentRequest = {
  /** One key an attempt: the same key always names the same payment, however often it is sent. */
  idempotencyKey: string;
  orderId: number;
  cartId: number;
  amountCents: number;
  currency: 'aud';
  customerId: string;
  /** A payment method's id, without brand and last four. */
  paymentMethod: string;
  saveCard: boolean;
  /** False: authorise only, an operator decides first. */
  capture: boolean;
};

/**
 * The payment provider. Money in integer cents. A call that gets no answer throws PaymentsUnreachable: the outcome is
 * unknown, and asking again with the same idempotency key is safe.
 */
export type Payments = {
  name: 'sandbox' | 'stripe';
  /** The provider's own name for a member, made at most once a member. */
  createCustomer(member: { memberId: number; name: string; email: string; phone: string }): Promise<string>;
  /**
   * Makes the payment known to the provider without charging anything, and answers its id: kept before `confirm`, so that whatever
   * happens later can be asked for by id. The same key always names the same payment.
   */
  open(request: PaymentRequest): Promise<{ paymentId: string } | Extract<PaymentOutcome, { state: 'declined' }>>;
  /** Charges (or authorises) an open payment, at most once however often it is called; one that has ended answers how. */
  confirm(paymentId: string, request: PaymentRequest): Promise<PaymentOutcome>;
  /** The present state of a payment, asked of the provider. */
  look(paymentId: string): Promise<PaymentOutcome>;
  capture(paymentId: string): Promise<PaymentOutcome>;
  /** Ends a payment that is not captured; one that is paid or ended stays as it is. */
  release(paymentId: string): Promise<void>;
  savedCards(customerId: string): Promise<SavedCard[]>;
};

const UNREACHABLE = 'payments_unreachable';

export function paymentsUnreachable(cause: unknown): Error {
  return Object.assign(new Error('The payment provider did not answer.', { cause }), { code: UNREACHABLE });
}

export function isPaymentsUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNREACHABLE;
}
