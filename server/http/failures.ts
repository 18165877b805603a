import { PRICE_CHANGED } from '#contract/rules/price-changed.ts';

/**
 * The catalogue of expected failures: code -> HTTP status and Magento's raw message template. A use case returns
 * `failure('code', parameters)` instead of throwing; serve.ts turns it into the answer {message, parameters}.
 */
const CATALOGUE = {
  not_authorised: { status: 401, message: "The consumer isn't authorized to access %resources." },
  no_active_cart: { status: 404, message: 'Current customer does not have an active cart.' },
  no_such_entity: { status: 404, message: 'No such entity with %fieldName = %fieldValue' },
  line_not_in_cart: { status: 404, message: "The %1 Cart doesn't contain the %2 item." },
  unknown_sku: {
    status: 404,
    message: "The product that was requested doesn't exist. Verify the product and try again.",
  },
  no_route: { status: 404, message: 'Request does not match any route.' },
  not_available: { status: 400, message: 'Product that you are trying to add is not available.' },
  qty_not_available: { status: 400, message: 'The requested qty is not available' },
  options_needed: { status: 400, message: 'You need to choose options for your item.' },
  invalid_value: { status: 400, message: 'Invalid value of "%value" provided for the %fieldName field.' },
  field_required: { status: 400, message: '"%fieldName" is required. Enter and try again.' },
  input_exceptions: { status: 400, message: 'One or more input exceptions have occurred.' },
  body_not_json: { status: 400, message: 'The request body is not valid JSON.' },
  unreadable_text: { status: 400, message: 'The request holds characters that are no text.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was sent with another request. Send a new key with each request.',
  },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  wrong_content_type: { status: 415, message: 'Send the request body as application/json.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  address_required: { status: 400, message: 'The shipping address is missing. Set the address and try again.' },
  address_unknown: { status: 404, message: 'No such entity with %fieldName = %fieldValue' },
  country_unknown: { status: 404, message: "The country isn't available." },
  address_abroad: { status: 400, message: 'We deliver to Australian addresses only.' },
  method_unknown: { status: 400, message: 'Carrier with such method not found: %1, %2' },
  page_too_large: { status: 400, message: 'Maximum SearchCriteria pageSize is %1' },
  amount_refused: { status: 400, message: '%1' },
  cart_full: { status: 400, message: 'A cart holds at most %1 lines.' },
  cart_empty: { status: 400, message: 'The cart is empty. Add something and try again.' },
  price_changed: {
    status: 400,
    message: PRICE_CHANGED,
  },
  payment_method_unknown: { status: 400, message: 'The requested Payment Method is not available.' },
  card_required: { status: 400, message: 'Please enter a Card for Payment' },
  card_incomplete: { status: 400, message: '%1' },
  card_declined: { status: 400, message: '%1' },
  authentication_required: { status: 400, message: 'Authentication Required: %1' },
  member_suspended: { status: 400, message: 'This account cannot place orders. Please contact support.' },
  payment_unsettled: { status: 503, message: 'Your payment is still being confirmed. Please try again in a moment.' },
  payments_unavailable: {
    status: 503,
    message: 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.',
  },
  total_refused: { status: 400, message: '%1' },
  other_account: {
    status: 400,
    message: 'This order was paid under the account %1, which the settings no longer name. Set its keys and try again.',
  },
  order_not_held: { status: 400, message: 'This order does not wait for a decision.' },
  refund_refused: { status: 400, message: '%1' },
  email_taken: {
    status: 400,
    message: 'A customer with the same email address already exists in an associated website.',
  },
  unexpected: { status: 500, message: 'An Unexpected Error has occured. Please try again later.' },
} as const;

export type FailureCode = keyof typeof CATALOGUE;
export type FailureParameters = readonly (string | number)[] | Record<string, string | number>;

const MARK: unique symbol = Symbol('failure');

export type Failure = {
  readonly [MARK]: true;
  code: FailureCode;
  parameters?: FailureParameters;
  errors?: { message: string; parameters?: FailureParameters }[];
  /** Seconds, for the header Retry-After. */
  retryAfter?: number;
};

export function failure(code: FailureCode, parameters?: FailureParameters): Failure {
  return parameters === undefined ? { [MARK]: true, code } : { [MARK]: true, code, parameters };
}

/** Several wrong fields at once, in Magento's aggregate form. */
export function failures(errors: NonNullable<Failure['errors']>): Failure {
  return { [MARK]: true, code: 'input_exceptions', errors };
}

/** Too many calls of one sender, with the seconds until it may call again. */
export function tooMany(retryAfter: number): Failure {
  return { ...failure('too_many_requests'), retryAfter };
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && MARK in value;
}

const FILLED: ReadonlySet<FailureCode> = new Set([
  'cart_full',
  'page_too_large',
  'amount_refused',
  'card_incomplete',
  'card_declined',
  'refund_refused',
  'total_refused',
  'other_account',
  'authentication_required',
  'method_unknown',
]);

/** Status and body of the answer. Messages stay raw templates as Magento leaves them, but where shoppers read them as they are. */
export function failureAnswer(found: Failure): { status: number; body: Record<string, unknown> } {
  const { status, message } = CATALOGUE[found.code];
  const list = Array.isArray(found.parameters) ? (found.parameters as readonly (string | number)[]) : null;
  if (FILLED.has(found.code) && list) {
    return { status, body: { message: message.replace(/%(\d)/g, (_, n) => String(list[Number(n) - 1] ?? '')) } };
  }
  return {
    status,
    body: {
      message,
      ...(found.parameters ? { parameters: found.parameters } : {}),
      ...(found.errors ? { errors: found.errors } : {}),
    },
  };
}
