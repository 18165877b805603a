import type { CallErrorCode, ErrorCode } from '#contract/errors.ts';
import { type FieldError, type FieldErrors, fieldErrorText, fieldErrorTexts } from '#contract/rules/field-errors.ts';

/** `filled`: the message is sent with its parameters filled in. */
type Entry = { status: number; message: string; filled?: true };

/**
 * The catalogue of expected errors: code -> HTTP status and Magento's raw message template. A use case returns
 * `appError('code', parameters)` instead of throwing; define-route.ts turns it into the body {code, message,
 * parameters}.
 */
export const CATALOGUE: Record<CallErrorCode, Entry> = {
  not_authorised: { status: 401, message: "The consumer isn't authorized to access %resources." },
  no_route: { status: 404, message: 'Request does not match any route.' },
  no_such_entity: { status: 404, message: 'No such entity with %fieldName = %fieldValue' },
  invalid_value: { status: 400, message: 'Invalid value of "%value" provided for the %fieldName field.' },
  field_required: { status: 400, message: '"%fieldName" is required. Enter and try again.' },
  field_invalid: { status: 400, message: 'Invalid value provided for the %fieldName field.' },
  input_exceptions: { status: 400, message: 'One or more input exceptions have occurred.' },
  body_not_json: { status: 400, message: 'The request body is not valid JSON.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  wrong_content_type: { status: 415, message: 'Send the request body as application/json.' },
  unreadable_text: { status: 400, message: 'The request contains characters that are not text.' },
  request_unreadable: { status: 400, message: 'This is not an HTTP request.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was sent with another request. Send a new key with each request.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  page_too_large: { status: 400, message: 'Maximum SearchCriteria pageSize is %1', filled: true },
  picture_unknown: { status: 404, message: 'There is no such picture.' },
  time_invalid: { status: 400, message: 'Send a time, such as 2026-10-03T15:30:00Z.' },
  signature_invalid: { status: 400, message: 'The signature does not match this body, or is too old.' },
  event_not_settled: { status: 503, message: 'Not settled yet.' },
  busy: {
    status: 503,
    message: 'The shop is very busy right now. Nothing was changed. Please try again in a moment.',
  },
  unavailable: { status: 503, message: 'The shop cannot answer right now. Please try again in a moment.' },
  unexpected: { status: 500, message: 'An Unexpected Error has occured. Please try again later.' },
  no_active_cart: { status: 404, message: 'Current customer does not have an active cart.' },
  line_not_in_cart: { status: 404, message: "The %1 Cart doesn't contain the %2 item." },
  unknown_sku: {
    status: 404,
    message: "The product that was requested doesn't exist. Verify the product and try again.",
  },
  not_available: { status: 400, message: 'Product that you are trying to add is not available.' },
  qty_not_available: { status: 400, message: 'The requested qty is not available' },
  options_needed: { status: 400, message: 'You need to choose options for your item.' },
  amount_not_offered: { status: 400, message: 'The amount of this product cannot be chosen' },
  amount_out_of_range: { status: 400, message: 'Please enter a whole dollar amount from %1 to %2', filled: true },
  cart_full: { status: 400, message: 'A cart holds at most %1 lines.', filled: true },
  too_many_cards: { status: 400, message: 'A cart holds at most %1 gift cards.', filled: true },
  card_value_over: { status: 400, message: 'A gift card is worth at most %1.', filled: true },
  address_required: { status: 400, message: 'The shipping address is missing. Set the address and try again.' },
  country_unknown: { status: 404, message: "The country isn't available." },
  method_unknown: { status: 400, message: 'Carrier with such method not found: %1, %2', filled: true },
  cart_empty: { status: 400, message: 'The cart is empty. Add something and try again.' },
  total_out_of_range: { status: 400, message: 'An order must come to at least %1 and at most %2.', filled: true },
  price_changed: {
    status: 400,
    message: 'A price in your order has just changed. Nothing was charged. Please confirm your order again.',
  },
  payment_method_unknown: { status: 400, message: 'The requested Payment Method is not available.' },
  card_required: { status: 400, message: 'Please enter a Card for Payment' },
  card_declined: { status: 400, message: 'Your card was declined.' },
  card_declined_for: { status: 400, message: '%1', filled: true },
  card_without_funds: { status: 400, message: 'Your card has insufficient funds.' },
  payment_failed: { status: 400, message: 'There was an error processing your payment.' },
  authentication_required: { status: 400, message: 'Authentication Required: %1', filled: true },
  customer_suspended: { status: 400, message: 'This account cannot place orders. Please contact support.' },
  saved_card_not_proved: {
    status: 400,
    message: 'To pay with this saved card, confirm your email first in your account. Or enter a card again.',
  },
  code_required: {
    status: 400,
    message: 'You opened a link. To use what is in your account, first confirm the code we text you.',
  },
  // The day, such as 2026-11-09.
  card_held_after_move: {
    status: 400,
    message:
      'Your account was moved by email alone. Until %1, gift cards bought before that cannot be changed or printed.',
    filled: true,
  },
  payment_unsettled: { status: 503, message: 'Your payment is still being confirmed. Please try again in a moment.' },
  too_many_declines: {
    status: 429,
    message: 'Too many payments were declined. Nothing was charged now. Please try again later.',
  },
  human_check_needed: { status: 400, message: 'Send r_token of the human check (action checkout) with the payment.' },
  open_orders_full: {
    status: 400,
    message:
      'Your unfinished orders can hold at most %1 items and %2 in total. Order less, or wait until they are finished.',
    filled: true,
  },
  payments_unavailable: {
    status: 503,
    message: 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.',
  },
  email_in_use: {
    status: 400,
    message: 'A customer with the same email address already exists in an associated website.',
  },
  recent_code_required: {
    status: 400,
    message: 'To change how you sign in or how we reach you, first confirm the code we text you.',
  },
  passkey_email_required: {
    status: 400,
    message: 'To add a passkey, confirm your email first in your account.',
  },
  passkeys_full: { status: 400, message: 'An account has at most %1 passkeys. Remove one first.', filled: true },
  passkey_rejected: { status: 400, message: 'This passkey could not be checked. Please try again.' },
  passkey_unknown: { status: 400, message: 'No account uses this passkey. Please sign in with a code.' },
  passkey_over: { status: 400, message: 'That took too long. Please try again.' },
  // One text for a code that is unknown, another seller's or sent with a wrong PIN: nobody learns which codes there are.
  gift_card_invalid: { status: 404, message: 'The gift card code is not valid.' },
  gift_card_changed: {
    status: 400,
    message:
      'What your gift cards pay has just changed. Nothing was charged. Please look at what is left and confirm again.',
  },
  gift_cards_full: { status: 400, message: 'At most %1 gift cards can pay for one order.', filled: true },
  gift_card_over: { status: 410, message: 'This gift card is void or has expired.' },
  gift_card_frozen: { status: 423, message: 'This gift card cannot be used while its payment is being checked.' },
  // `available`: dollars.
  amount_over_balance: { status: 422, message: 'The amount is more than is available.' },
  hold_over: { status: 409, message: 'This amount is no longer reserved: it was spent, released or timed out.' },
  redemption_over: { status: 409, message: 'This has already been refunded in full.' },
  undo_over: { status: 409, message: 'A till can undo for 10 minutes.' },
  undo_elsewhere: { status: 409, message: 'This was redeemed at another till. Undo it there.' },
  role_forbidden: { status: 403, message: 'This key is not allowed to do this: it lacks the scope %1.', filled: true },
  till_link_over: {
    status: 410,
    message: 'Ask for a new link for this till.',
  },
  other_account: {
    status: 400,
    message: 'This order was paid under the account %1, which the settings no longer name. Set its keys and try again.',
    filled: true,
  },
  payment_request_rejected: {
    status: 400,
    message: 'The payment provider rejected our request (%1); nothing is decided.',
    filled: true,
  },
  order_not_held: { status: 400, message: 'This order is not waiting for a decision.' },
  order_not_shippable: {
    status: 400,
    message: 'Only a paid order is packed and sent: this one is held, refused or refunded.',
  },
  seller_needed: {
    status: 400,
    message: 'Name one of these sellers: %1',
    filled: true,
  },
  line_not_shippable: { status: 400, message: 'Line %1 has %2 left to send.', filled: true },
  nothing_to_ship: { status: 400, message: 'There is nothing left to send.' },
  parcel_refunded: {
    status: 400,
    message: 'Everything that is packed was refunded: do not send it. To send it anyway, add %1',
    filled: true,
  },
  order_not_refundable: {
    status: 400,
    message: 'Only an approved order that has not been refunded in full can be refunded.',
  },
  card_without_value: { status: 400, message: 'This line has no unspent gift card.' },
  nothing_to_refund: { status: 400, message: 'There is nothing left to refund.' },
  refund_too_large: { status: 400, message: 'At most %1 can be refunded.', filled: true },
  refund_rejected: { status: 400, message: '%1', filled: true },
  refund_to_gift_card_blocked: {
    status: 400,
    message:
      'Gift card %1, which paid for it, is void or has expired: nothing can go back to it. Decide with the customer, and refund the rest with --payment-card-only.',
    filled: true,
  },
  line_not_refundable: { status: 400, message: 'Line %1 has %2 left to refund.', filled: true },
  nothing_to_restock: { status: 400, message: 'Only products are put back into stock, and only with --line.' },
};

export type ErrorParameters = readonly (string | number)[] | Record<string, string | number>;

const MARK: unique symbol = Symbol('error');

export type AppError = {
  readonly [MARK]: true;
  code: ErrorCode;
  parameters?: ErrorParameters;
  errors?: { code: ErrorCode; parameters?: ErrorParameters }[];
  /** Wrong fields of a form, which the shop's own calls answer with status 200. */
  fields?: FieldErrors;
  /** What stands beside `{status: false}`, which some of Magento's calls answer with status 200 and without a code. */
  besideStatus?: Readonly<Record<string, true>>;
  /** Seconds, for the header Retry-After, or for `retry_after` beside wrong fields. */
  retryAfter?: number;
};

/** What a use case gives back: its value, or the error that was expected to be possible. */
export type Result<Value> = Value | AppError;

/** An error of a call, or of one field that a call of Magento's returns as a whole. */
export function appError(code: ErrorCode, parameters?: ErrorParameters): AppError {
  return parameters === undefined ? { [MARK]: true, code } : { [MARK]: true, code, parameters };
}

/** Several wrong inputs at once, in Magento's aggregate form. */
export function inputErrors(errors: NonNullable<AppError['errors']>): AppError {
  return { [MARK]: true, code: 'input_exceptions', errors };
}

/** Wrong fields of a form; `retryAfter`: seconds until it may be sent again. */
export function fieldErrors(fields: FieldErrors, { retryAfter }: { retryAfter?: number } = {}): AppError {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { [MARK]: true, code: 'input_exceptions', fields, ...wait };
}

/** `{status: false}` with status 200: nothing is there, or the reason stays secret. */
export function statusFalse(besideStatus: Readonly<Record<string, true>> = {}): AppError {
  return { [MARK]: true, code: 'no_such_entity', besideStatus };
}

/** Too many calls of one sender, with the seconds until it may call again. */
export function tooMany(retryAfter: number): AppError {
  return { ...appError('too_many_requests'), retryAfter };
}

/** Too many declined payments, with the seconds until the customer may pay again. */
export function tooManyDeclines(retryAfter: number): AppError {
  return { ...appError('too_many_declines'), retryAfter };
}

export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** Status and body of the answer. */
export function errorAnswer(error: AppError): { status: number; body: Record<string, unknown> } {
  if (error.fields) return { status: 200, body: fieldErrorsBody(error.fields, error.retryAfter) };
  if (error.besideStatus) return { status: 200, body: { status: false, ...error.besideStatus } };
  const { status } = entryOf(error.code);
  const errors = error.errors?.map(bodyOf);
  return { status, body: { ...bodyOf(error), ...(errors ? { errors } : {}) } };
}

function bodyOf({ code, parameters }: Pick<AppError, 'code' | 'parameters'>) {
  const { message, filled } = entryOf(code);
  return {
    code,
    message: filled ? fill(message, parameters) : message,
    ...(parameters ? { parameters } : {}),
  };
}

/** A field's error that is returned for a whole call has its own text for a message. */
function entryOf(code: ErrorCode): Entry {
  if (Object.hasOwn(CATALOGUE, code)) return CATALOGUE[code as CallErrorCode];
  const text = fieldErrorTexts[code as Exclude<ErrorCode, CallErrorCode>];
  if (typeof text !== 'string') throw new Error(`${code} needs its parameters: send it as a field's error.`);
  return { status: 400, message: text };
}

function fill(message: string, parameters: ErrorParameters | undefined): string {
  const values = new Map(Object.entries(parameters ?? {}).map(([name, value]) => [name, String(value)]));
  const first = Array.isArray(parameters) ? 1 : 0;
  return message.replace(/%(\w+)/g, (_, name: string) => values.get(first ? String(Number(name) - first) : name) ?? '');
}

function fieldErrorsBody(fields: FieldErrors, retryAfter: number | undefined): Record<string, unknown> {
  const wrong = Object.entries(fields).filter((entry): entry is [string, FieldError] => entry[1] !== undefined);
  const each = <Value>(value: (error: FieldError) => Value) =>
    Object.fromEntries(wrong.map(([field, error]) => [field, value(error)]));
  const withParameters = wrong.flatMap(([field, error]) =>
    typeof error === 'string' ? [] : [[field, error.parameters]],
  );
  return {
    status: false,
    input_validation: each(fieldErrorText),
    codes: each((error) => (typeof error === 'string' ? error : error.code)),
    ...(withParameters.length > 0 ? { parameters: Object.fromEntries(withParameters) } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
}
