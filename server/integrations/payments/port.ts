import type { SavedCard } from '#contract/checkout.ts';
import type { DeclineCode } from '#server/platform/kernel/decline-codes.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';
import { isProviderError, providerError } from '#server/platform/ports/service.ts';

/**
 * `declined`: message shown to the customer verbatim. `requestError`: rejected for a reason other than the card.
 * `customerUnknown`: the provider no longer knows the customer. `voided`: ended unpaid. `receivedCents`: set when an
 * operator at the provider captured less.
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
 * The bank's answer at authorisation, the same on every query. `failedChecks`: customer details the bank does not
 * confirm.
 */
export type CardFacts = {
  country: string | null;
  failedChecks: ('postcode' | 'security code')[];
  hasRightSecurityCode?: true;
};

export type PaymentRequest = {
  /** One key per attempt; it always names the same payment. */
  idempotencyKey: string;
  orderId: number;
  cartId: number;
  amountCents: number;
  currency: 'AUD';
  providerCustomerId: string;
  /** A payment method's id, without brand and last four. */
  paymentMethod: string;
  saveCard: boolean;
  /** False: authorise now, capture later. */
  capture: boolean;
};

/** `cardPrint`: the card's fingerprint, equal for all customers; null if unknown. */
type CreatedPayment = { paymentId: string; cardPrint: string | null };

/**
 * The same key and attempt are the same refund. Make the next attempt only after refundsOf has shown that the previous
 * one will never exist.
 */
export type RefundRequest = { key: string; attempt: number; paymentId: string; amountCents: number };
/** `key` null: refunded in the provider's dashboard. */
export type ProviderRefund = {
  refundId: string;
  paymentId: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
  key: string | null;
};
/** `key` null: not made by this software. `from`: later than requested when there is too much to read. */
export type ProviderMovements = {
  from: Date;
  payments: { paymentId: string; receivedCents: number; key: string | null }[];
  refunds: (ProviderRefund & { createdAt: Date })[];
};
/** `to` is exclusive. */
export type Window = { from: Date; to: Date };

/** `message` is for operators. */
export type RefundRejected = { state: 'rejected'; message: string };

/** `lostCents`: withdrawn by the bank, not reinstated. */
export type ProviderDispute = {
  disputeId: string;
  paymentId: string;
  amountCents: number;
  reason: string;
  lostCents: number;
  state: 'open' | 'won' | 'lost';
};

export type ProviderWarning = {
  warningId: string;
  paymentId: string;
  kind: WarningKind;
  reason: string;
  /** 'replaced': ended by a dispute or refund. */
  state: 'open' | 'cleared' | 'replaced';
};
type WarningKind = 'early fraud warning' | 'review';

/** Only a hint: the state is fetched from the provider, so order and age do not matter. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: 'payment'; paymentId: string; key: string | null }
  | { about: 'refunds'; paymentId: string }
  | { about: 'refund'; refundId: string }
  | { about: 'dispute'; disputeId: string }
  | { about: 'warning'; kind: WarningKind; warningId: string }
  | { about: 'nothing here' }
);
/** 'not settled': the provider must resend it. */
export type HandleProviderEvent = (event: PaymentEvent) => Promise<'settled' | 'not settled'>;

/** `former`: an earlier id the provider no longer knows. Creations repeat for a day, so the request must differ. */
export type NewCustomer = { customerId: number; name: string; email: string; phone: string; former: string | null };

/**
 * Money in integer cents. An unanswered call throws a ProviderError: the outcome is unknown, and retrying with the same
 * key is safe.
 */
export type Payments = {
  name: 'sandbox' | 'stripe';
  account: PaymentAccount;
  /** For the provider's browser script; '' if it has none. */
  publishableKey: string;
  /** Creates at most one customer at the provider. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Deletes the customer and cards, if present; payments stay. */
  deleteCustomer(providerCustomerId: string): Promise<void>;
  /** Charges nothing. Store the id before `confirm`, so that any outcome can be looked up. */
  createPayment(request: PaymentRequest): Promise<CreatedPayment | Extract<PaymentOutcome, { state: 'declined' }>>;
  /**
   * Charges or authorises at most once. `again`: check first, another call may have confirmed. `securityCode`: the
   * provider's token for a saved card's code.
   */
  confirm(paymentId: string, how?: { again?: boolean; securityCode?: string | null }): Promise<PaymentOutcome>;
  /** A declined payment can no longer be paid. */
  retrieve(paymentId: string): Promise<PaymentOutcome>;
  capture(paymentId: string): Promise<PaymentOutcome>;
  /** Leaves paid or ended payments alone. */
  cancel(paymentId: string): Promise<void>;
  /** Newest first; the first is the default. */
  savedCards(providerCustomerId: string): Promise<StoredCard[]>;
  /** Returns false if the card is not the customer's. */
  removeCard(providerCustomerId: string, paymentMethod: string): Promise<boolean>;
  refund(request: RefundRequest): Promise<ProviderRefund | RefundRejected>;
  refundById(refundId: string): Promise<ProviderRefund>;
  /** Returns the newest first, at most 100. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
  movements(window: Window): Promise<ProviderMovements>;
  disputeById(disputeId: string): Promise<ProviderDispute>;
  warningById(warning: { kind: WarningKind; warningId: string }): Promise<ProviderWarning>;
};

export type StoredCard = Omit<SavedCard, 'wants_security_code'> & { createdAt: Date } & Pick<
    CreatedPayment,
    'cardPrint'
  >;

/** Whether the current keys can look up a stored payment. */
export const isOfAccount = (paymentAccount: PaymentAccount, { account }: Pick<Payments, 'account'>): boolean =>
  paymentAccount === account;

export function paymentsUnreachable(cause: unknown): Error {
  return providerError({ service: 'payments', kind: 'network', mayHaveBeenApplied: true, cause });
}

/** A 5xx, which the provider repeats for the same key. */
export function isPaymentsBroken(error: unknown): boolean {
  return isProviderError(error) && error.service === 'payments' && error.errorKind === 'server_error';
}

export function isPaymentsError(error: unknown): boolean {
  return isProviderError(error) && error.service === 'payments';
}
