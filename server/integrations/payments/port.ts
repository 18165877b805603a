import type { SavedCard } from '#contract/checkout.ts';
import type { DeclineCode } from '#server/platform/kernel/decline-codes.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';
import { isProviderError, providerError } from '#server/platform/ports/service.ts';

/**
 * `declined`: `message` is shown to the customer verbatim. `requestError`: rejected for a reason other than the card.
 * `customerUnknown`: the provider no longer knows the customer. `voided`: ended unpaid. `receivedCents`: set when an
 * operator captured less at the provider.
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
 * The bank's response at authorisation, the same on every query. `failedChecks`: customer details the bank does not
 * confirm.
 */
export type CardFacts = {
  country: string | null;
  failedChecks: ('postcode' | 'security code')[];
  hasRightSecurityCode?: true;
};

export type PaymentRequest = {
  /** One idempotency key per attempt; it always identifies the same payment. */
  idempotencyKey: string;
  orderId: number;
  cartId: number;
  amountCents: number;
  currency: 'AUD';
  providerCustomerId: string;
  /** A payment method's id, without brand and last four digits. */
  paymentMethod: string;
  saveCard: boolean;
  /** If false, authorises now and captures later. */
  capture: boolean;
};

/** `cardPrint`: the card's fingerprint, the same for all customers; null if unknown. */
type CreatedPayment = { paymentId: string; cardPrint: string | null };

/**
 * Requests with the same key and attempt make one refund. Start a further attempt only after `listRefunds` has shown
 * that the previous refund will never exist.
 */
export type RefundRequest = { key: string; attempt: number; paymentId: string; amountCents: number };
/** `key`: null if the refund was made in the provider's dashboard. */
export type ProviderRefund = {
  refundId: string;
  paymentId: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
  key: string | null;
};
/** `key`: null if other software made the payment. `from`: later than requested if there is too much to read. */
export type ProviderMovements = {
  from: Date;
  payments: { paymentId: string; receivedCents: number; key: string | null }[];
  refunds: (ProviderRefund & { createdAt: Date })[];
};
/** `to` is exclusive. */
export type Window = { from: Date; to: Date };

/** `message` is shown only to operators. */
export type RefundRejected = { state: 'rejected'; message: string };

/** `lostCents`: the amount that the bank withdrew and did not reinstate. */
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
  /** 'replaced': a dispute or a refund ended the warning. */
  state: 'open' | 'cleared' | 'replaced';
};
type WarningKind = 'early fraud warning' | 'review';

/** Only a hint: the shop fetches the state from the provider, so the order and age of events do not matter. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: 'payment'; paymentId: string; key: string | null }
  | { about: 'refunds'; paymentId: string }
  | { about: 'refund'; refundId: string }
  | { about: 'dispute'; disputeId: string }
  | { about: 'warning'; kind: WarningKind; warningId: string }
  | { about: 'nothing here' }
);
/** 'not settled' makes the provider send the event again. */
export type HandleProviderEvent = (event: PaymentEvent) => Promise<'settled' | 'not settled'>;

/**
 * `former`: an earlier id that the provider no longer knows. It makes the request differ, because the provider replays
 * its response to an identical request for a day.
 */
export type NewCustomer = { customerId: number; name: string; email: string; phone: string; former: string | null };

/**
 * Amounts are integer cents. A call without a response throws a ProviderError: its outcome is unknown, and retrying
 * with the same idempotency key is safe.
 */
export type Payments = {
  name: 'sandbox' | 'stripe';
  account: PaymentAccount;
  publishableKey: string;
  /** Creates at most one customer at the provider. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Deletes the customer and their cards, if present; payments stay. */
  deleteCustomer(providerCustomerId: string): Promise<void>;
  /** Charges nothing. Store the payment id before `confirm`, so that any outcome can be looked up. */
  createPayment(request: PaymentRequest): Promise<CreatedPayment | Extract<PaymentOutcome, { state: 'declined' }>>;
  /**
   * Charges or authorises at most once. `mayBeConfirmed`: checks first, because another call may have confirmed the
   * payment. `securityCodeToken`: the provider's token for a saved card's security code.
   */
  confirm(
    paymentId: string,
    options?: { mayBeConfirmed?: boolean; securityCodeToken?: string | null },
  ): Promise<PaymentOutcome>;
  /** A payment returned as declined can no longer be paid. */
  retrieve(paymentId: string): Promise<PaymentOutcome>;
  capture(paymentId: string): Promise<PaymentOutcome>;
  /** Does nothing if the payment is paid or has ended. */
  cancel(paymentId: string): Promise<void>;
  /** Returns the newest card first; it is the default. */
  savedCards(providerCustomerId: string): Promise<StoredCard[]>;
  removeCard(providerCustomerId: string, paymentMethod: string): Promise<boolean>;
  refund(request: RefundRequest): Promise<ProviderRefund | RefundRejected>;
  refundById(refundId: string): Promise<ProviderRefund>;
  /** Returns at most 100 refunds, newest first. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  movements(window: Window): Promise<ProviderMovements>;
  disputeById(disputeId: string): Promise<ProviderDispute>;
  warningById(warning: { kind: WarningKind; warningId: string }): Promise<ProviderWarning>;
};

export type StoredCard = Omit<SavedCard, 'wants_security_code'> & { createdAt: Date } & Pick<
    CreatedPayment,
    'cardPrint'
  >;

export const matchesAccount = (paymentAccount: PaymentAccount, { account }: Pick<Payments, 'account'>): boolean =>
  paymentAccount === account;

export function paymentsUnreachable(cause: unknown): Error {
  return providerError({ service: 'payments', kind: 'network', mayHaveBeenApplied: true, cause });
}

/** Returns true for a 5xx, which the provider replays for the same idempotency key. */
export function isPaymentsBroken(error: unknown): boolean {
  return isProviderError(error) && error.service === 'payments' && error.errorKind === 'server_error';
}

export function isPaymentsError(error: unknown): boolean {
  return isProviderError(error) && error.service === 'payments';
}
