import type { SavedCard } from '#contract/checkout.ts';
import type { DeclineCode } from '#server/platform/kernel/decline-codes.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';
import { isProviderError, providerError } from '#server/platform/ports/service.ts';

/**
 * What became of a payment. `declined` carries the provider's message, shown to the customer as returned; `requestError`
 * says that it rejected the request for a reason that is not the card's, and `customerUnknown` that it no longer knows
 * the customer. `voided`: ended without being paid. `receivedCents` is there only where less was captured than
 * the payment was for, which nobody but an operator at the provider can do.
 */
export type PaymentOutcome =
  | { state: 'captured'; paymentId: string; receivedCents?: number }
  | { state: 'authorised'; paymentId: string; card?: CardFacts }
  | { state: 'requires_action'; paymentId: string; clientSecret: string }
  | {
      state: 'declined';
      paymentId: string | null;
      message: string;
      code?: DeclineCode;
      requestError?: Error;
      customerUnknown?: boolean;
    }
  | { state: 'voided'; paymentId: string };

/**
 * What the bank said of the card when it authorised the payment, the same each time it is asked for: the country it was
 * issued in, 'AU', which of the customer's words are not those the bank has, and whether it confirmed the security code.
 */
export type CardFacts = {
  country: string | null;
  failedChecks: ('postcode' | 'security code')[];
  hasRightSecurityCode?: true;
};

export type PaymentRequest = {
  /** One key an attempt: the same key always names the same payment, however often it is sent. */
  idempotencyKey: string;
  orderId: number;
  cartId: number;
  amountCents: number;
  currency: 'AUD';
  providerCustomerId: string;
  /** A payment method's id, without brand and last four. */
  paymentMethod: string;
  saveCard: boolean;
  /** False: authorise only; it is captured once it may be. */
  capture: boolean;
};

/** `cardPrint`: the provider's own name of the card, whoever's it is and however often it was typed; null: unknown. */
type CreatedPayment = { paymentId: string; cardPrint: string | null };

/**
 * `key` names the refund to the provider and comes back with it. The same key and attempt are the same refund, whatever
 * is returned; the next attempt is another one, so it is made only where refundsOf has shown that the one before
 * is not there and never will be.
 */
export type RefundRequest = { key: string; attempt: number; paymentId: string; amountCents: number };
/** `key` null: the refund was made at the provider itself, such as in its dashboard. */
export type ProviderRefund = {
  refundId: string;
  paymentId: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
  key: string | null;
};
/**
 * Money that the provider has taken and sent back, of payments and refunds that were made there in a window. `key` null:
 * not made by a shop of this software. `from`: how far back it was read; later than asked where there is too much.
 */
export type ProviderMovements = {
  from: Date;
  payments: { paymentId: string; receivedCents: number; key: string | null }[];
  refunds: (ProviderRefund & { createdAt: Date })[];
};
/** `to` is not part of it. */
export type Window = { from: Date; to: Date };

/** The provider does not make this refund; `message` is for the operator. */
export type RefundRejected = { state: 'rejected'; message: string };

/** `lostCents`: what the bank has withdrawn and not reinstated; 0 unless it is lost. */
export type ProviderDispute = {
  disputeId: string;
  paymentId: string;
  amountCents: number;
  reason: string;
  lostCents: number;
  state: 'open' | 'won' | 'lost';
};

/** What the provider says of a payment before any dispute. `reason`: its own word. */
export type ProviderWarning = {
  warningId: string;
  paymentId: string;
  kind: WarningKind;
  reason: string;
  /** 'replaced': it ended because the payment is disputed or refunded. */
  state: 'open' | 'cleared' | 'replaced';
};
type WarningKind = 'early fraud warning' | 'review';

/** A provider's webhook. It is a hint: the state is retrieved from the provider, so order and age do not matter. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: 'payment'; paymentId: string; key: string | null }
  | { about: 'refunds'; paymentId: string }
  | { about: 'refund'; refundId: string }
  | { about: 'dispute'; disputeId: string }
  | { about: 'warning'; kind: WarningKind; warningId: string }
  | { about: 'nothing here' }
);
/** Acts on an event, once. 'not settled': the provider is to send it again. */
export type HandleProviderEvent = (event: PaymentEvent) => Promise<'settled' | 'not settled'>;

/**
 * `former`: the id the provider gave before and no longer knows; it repeats a creation for a day, so the request must
 * differ.
 */
export type NewCustomer = { customerId: number; name: string; email: string; phone: string; former: string | null };

/**
 * The payment provider. Money in integer cents. A call that gets no answer throws a ProviderError: the outcome is
 * unknown, and repeating it with the same idempotency key is safe.
 */
export type Payments = {
  name: 'sandbox' | 'stripe';
  /** Whose ids of customers and payments these are. */
  account: PaymentAccount;
  /** What the browser gives the provider's script; '' where there is none. */
  publishableKey: string;
  /** The provider's own id of a customer, made at most once a customer. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Takes a customer and their cards away there; one that is not there is none. Payments stay as they are. */
  deleteCustomer(providerCustomerId: string): Promise<void>;
  /**
   * Makes the payment known to the provider without charging anything, and returns its id: kept before `confirm`, so
   * that whatever happens later can be looked up by id. The same key always names the same payment.
   */
  createPayment(request: PaymentRequest): Promise<CreatedPayment | Extract<PaymentOutcome, { state: 'declined' }>>;
  /**
   * Charges (or authorises) a created payment, at most once however often it is called; one that has ended returns how.
   * `again`: another call may have confirmed it, so it is looked at first. `securityCode`: the provider's token for the
   * security code of a saved card, which the bank then checks.
   */
  confirm(paymentId: string, how?: { again?: boolean; securityCode?: string | null }): Promise<PaymentOutcome>;
  /** The present state of a payment at the provider. One that is returned as declined can no longer be paid. */
  retrieve(paymentId: string): Promise<PaymentOutcome>;
  capture(paymentId: string): Promise<PaymentOutcome>;
  /** Ends a payment that is not captured; one that is paid or ended stays as it is. */
  cancel(paymentId: string): Promise<void>;
  /** Newest first; the first is the default. */
  savedCards(providerCustomerId: string): Promise<StoredCard[]>;
  /** Removes a card of this customer; false when the customer has no such card. */
  removeCard(providerCustomerId: string, paymentMethod: string): Promise<boolean>;
  /** Refunds a captured payment, in whole or in part. */
  refund(request: RefundRequest): Promise<ProviderRefund | RefundRejected>;
  refundById(refundId: string): Promise<ProviderRefund>;
  /** The latest refunds of a payment, newest first, at most a hundred. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
  /** What the books are compared with. */
  movements(window: Window): Promise<ProviderMovements>;
  disputeById(disputeId: string): Promise<ProviderDispute>;
  warningById(warning: { kind: WarningKind; warningId: string }): Promise<ProviderWarning>;
};

export type StoredCard = Omit<SavedCard, 'wants_security_code'> & { createdAt: Date } & Pick<
    CreatedPayment,
    'cardPrint'
  >;

/** Whether a payment kept under an account can be looked up with the keys in use. */
export const isOfAccount = (kept: PaymentAccount, { account }: Pick<Payments, 'account'>): boolean => kept === account;

/** A provider that did not answer, or not yet. */
export function paymentsUnreachable(cause: unknown): Error {
  return providerError({ service: 'payments', kind: 'network', mayHaveBeenApplied: true, cause });
}

/** The provider answered with an error of its own (5xx), which it repeats whenever the same key is sent again. */
export function isPaymentsBroken(error: unknown): boolean {
  return isProviderError(error) && error.service === 'payments' && error.errorKind === 'server_error';
}

export function isPaymentsError(error: unknown): boolean {
  return isProviderError(error) && error.service === 'payments';
}
