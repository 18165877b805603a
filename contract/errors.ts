import type { TranslatedApp } from './apps.ts';
import { fieldErrors } from './field-errors.ts';

/**
 * `apps`: apps that show the error in their own languages; other apps show the response's message. `text` is an ICU
 * message, from which `npm run documents` generates each app's message file. Parameters of a list are {1}, {2} and so
 * on. If `isTemplate`, the response contains Magento's template, such as %fieldName, and its parameters; otherwise its
 * message is already filled in.
 */
export type ErrorEntry = { status: number; apps: readonly TranslatedApp[]; text: string; isTemplate?: true };

/** Never rename a code or change its meaning, because clients depend on it. */
export const callErrors = {
  not_authorised: {
    status: 401,
    apps: ['shop'],
    text: "The consumer isn't authorized to access {resources}.",
    isTemplate: true,
  },
  no_route: { status: 404, apps: ['shop'], text: 'Request does not match any route.' },
  no_such_entity: {
    status: 404,
    apps: ['shop'],
    text: 'No such entity with {fieldName} = {fieldValue}',
    isTemplate: true,
  },
  invalid_value: {
    status: 400,
    apps: ['shop'],
    text: 'Invalid value of "{value}" provided for the {fieldName} field.',
    isTemplate: true,
  },
  field_required: {
    status: 400,
    apps: ['shop'],
    text: '"{fieldName}" is required. Enter and try again.',
    isTemplate: true,
  },
  field_invalid: {
    status: 400,
    apps: ['shop'],
    text: 'Invalid value provided for the {fieldName} field.',
    isTemplate: true,
  },
  input_exceptions: { status: 400, apps: ['shop'], text: 'One or more input exceptions have occurred.' },
  body_not_json: { status: 400, apps: ['shop'], text: 'The request body is not valid JSON.' },
  body_too_large: { status: 413, apps: ['shop'], text: 'The request body is too large.' },
  wrong_content_type: { status: 415, apps: ['shop'], text: 'Send the request body as application/json.' },
  unreadable_text: { status: 400, apps: ['shop'], text: 'The request contains characters that are not text.' },
  request_unreadable: { status: 400, apps: ['shop'], text: 'This is not an HTTP request.' },
  request_timeout: { status: 408, apps: ['shop'], text: 'The request did not arrive in time.' },
  headers_too_large: { status: 431, apps: ['shop'], text: 'The headers of the request are too large.' },
  idempotency_key_reused: {
    status: 422,
    apps: ['shop'],
    text: 'This Idempotency-Key was sent with another request. Send a new key with each request.',
  },
  too_many_requests: { status: 429, apps: ['shop'], text: 'Too many requests. Please wait a moment and try again.' },
  page_too_large: { status: 400, apps: [], text: 'Maximum SearchCriteria pageSize is {1}' },
  picture_unknown: { status: 404, apps: [], text: 'There is no such picture.' },
  time_invalid: { status: 400, apps: [], text: 'Send a time, such as 2026-10-03T15:30:00Z.' },
  signature_invalid: { status: 400, apps: [], text: 'The signature does not match this body, or is too old.' },
  event_not_settled: { status: 503, apps: [], text: 'Not settled yet.' },
  busy: {
    status: 503,
    apps: ['shop'],
    text: 'The shop is very busy right now. Nothing was changed. Please try again in a moment.',
  },
  unavailable: { status: 503, apps: ['shop'], text: 'The shop cannot answer right now. Please try again in a moment.' },
  unexpected: { status: 500, apps: ['shop', 'till'], text: 'An Unexpected Error has occured. Please try again later.' },
  no_active_cart: { status: 404, apps: ['shop'], text: 'Current customer does not have an active cart.' },
  line_not_in_cart: {
    status: 404,
    apps: ['shop'],
    text: "The {1} Cart doesn't contain the {2} item.",
    isTemplate: true,
  },
  unknown_sku: {
    status: 404,
    apps: ['shop'],
    text: "The product that was requested doesn't exist. Verify the product and try again.",
  },
  not_available: { status: 400, apps: ['shop'], text: 'Product that you are trying to add is not available.' },
  qty_not_available: { status: 400, apps: ['shop'], text: 'The requested qty is not available' },
  options_needed: { status: 400, apps: ['shop'], text: 'You need to choose options for your item.' },
  amount_not_offered: { status: 400, apps: ['shop'], text: 'The amount of this product cannot be chosen' },
  amount_out_of_range: { status: 400, apps: ['shop'], text: 'Please enter a whole dollar amount from {1} to {2}' },
  cart_full: { status: 400, apps: ['shop'], text: 'A cart holds at most {1} lines.' },
  too_many_cards: { status: 400, apps: ['shop'], text: 'A cart holds at most {1} gift cards.' },
  card_value_over: { status: 400, apps: ['shop'], text: 'A gift card is worth at most {1}.' },
  address_required: {
    status: 400,
    apps: ['shop'],
    text: 'The shipping address is missing. Set the address and try again.',
  },
  country_unknown: { status: 404, apps: ['shop'], text: "The country isn't available." },
  method_unknown: { status: 400, apps: ['shop'], text: 'Carrier with such method not found: {1}, {2}' },
  cart_empty: { status: 400, apps: ['shop'], text: 'The cart is empty. Add something and try again.' },
  total_out_of_range: { status: 400, apps: ['shop'], text: 'An order must come to at least {1} and at most {2}.' },
  price_changed: {
    status: 400,
    apps: ['shop'],
    text: 'A price in your order has just changed. Nothing was charged. Please confirm your order again.',
  },
  payment_method_unknown: { status: 400, apps: ['shop'], text: 'The requested Payment Method is not available.' },
  card_required: { status: 400, apps: ['shop'], text: 'Please enter a Card for Payment' },
  card_declined: { status: 400, apps: ['shop'], text: 'Your card was declined.' },
  card_declined_for: { status: 400, apps: ['shop'], text: '{1}' },
  card_without_funds: { status: 400, apps: ['shop'], text: 'Your card has insufficient funds.' },
  payment_failed: { status: 400, apps: ['shop'], text: 'There was an error processing your payment.' },
  authentication_required: { status: 400, apps: ['shop'], text: 'Authentication Required: {1}' },
  customer_suspended: {
    status: 400,
    apps: ['shop'],
    text: 'This account cannot place orders. Please contact support.',
  },
  saved_card_not_proved: {
    status: 400,
    apps: ['shop'],
    text: 'To pay with this saved card, confirm your email first in your account. Or enter a card again.',
  },
  code_required: {
    status: 400,
    apps: ['shop'],
    text: 'You opened a link. To use what is in your account, first confirm the code we text you.',
  },
  // {1}: the day, such as 2026-11-09.
  card_held_after_move: {
    status: 400,
    apps: ['shop'],
    text: 'Your account was moved by email alone. Until {1}, gift cards bought before that cannot be changed or printed.',
  },
  payment_unsettled: {
    status: 503,
    apps: ['shop'],
    text: 'Your payment is still being confirmed. Please try again in a moment.',
  },
  payments_unavailable: {
    status: 503,
    apps: ['shop'],
    text: 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.',
  },
  too_many_declines: {
    status: 429,
    apps: ['shop'],
    text: 'Too many payments were declined. Nothing was charged this time. Please try again later.',
  },
  human_check_needed: {
    status: 400,
    apps: ['shop'],
    text: 'Send r_token of the human check (action checkout) with the payment.',
  },
  open_orders_full: {
    status: 400,
    apps: ['shop'],
    text: 'Your unfinished orders can hold at most {1} items and {2} in total. Order less, or wait until they are finished.',
  },
  email_in_use: {
    status: 400,
    apps: ['shop'],
    text: 'A customer with the same email address already exists in an associated website.',
  },
  recent_code_required: {
    status: 400,
    apps: ['shop'],
    text: 'To change how you sign in or how we reach you, first confirm the code we text you.',
  },
  passkey_email_required: {
    status: 400,
    apps: ['shop'],
    text: 'To add a passkey, confirm your email first in your account.',
  },
  passkeys_full: { status: 400, apps: ['shop'], text: 'An account has at most {1} passkeys. Remove one first.' },
  passkey_rejected: { status: 400, apps: ['shop'], text: 'This passkey could not be checked. Please try again.' },
  passkey_unknown: { status: 400, apps: ['shop'], text: 'No account uses this passkey. Please sign in with a code.' },
  passkey_over: { status: 400, apps: ['shop'], text: 'That took too long. Please try again.' },
  // Unknown codes, other sellers' codes and wrong PINs share an error, so that guessing reveals nothing.
  gift_card_invalid: { status: 404, apps: ['shop'], text: 'The gift card code is not valid.' },
  gift_card_changed: {
    status: 400,
    apps: ['shop'],
    text: 'What your gift cards pay has just changed. Nothing was charged. Please look at what is left and confirm again.',
  },
  gift_cards_full: { status: 400, apps: ['shop'], text: 'At most {1} gift cards can pay for one order.' },
  gift_card_over: { status: 410, apps: [], text: 'This gift card is void or has expired.' },
  gift_card_frozen: {
    status: 423,
    apps: [],
    text: 'This gift card cannot be used while its payment is being checked.',
  },
  // The error's parameter `available` is in dollars.
  amount_over_balance: { status: 422, apps: [], text: 'The amount is more than is available.' },
  hold_over: { status: 409, apps: [], text: 'This amount is no longer reserved: it was spent, released or timed out.' },
  redemption_over: { status: 409, apps: [], text: 'This has already been refunded in full.' },
  undo_over: { status: 409, apps: [], text: 'A till can undo for 10 minutes.' },
  undo_elsewhere: { status: 409, apps: [], text: 'This was redeemed at another till. Undo it there.' },
  role_forbidden: { status: 403, apps: [], text: 'This key is not allowed to do this: it lacks the scope {1}.' },
  till_link_over: { status: 410, apps: [], text: 'Ask for a new link for this till.' },
  other_account: {
    status: 400,
    apps: [],
    text: 'This order was paid under the account {1}, which the settings no longer name. Set its keys and try again.',
  },
  order_not_held: { status: 400, apps: [], text: 'This order is not waiting for a decision.' },
  payment_request_rejected: {
    status: 400,
    apps: [],
    text: 'The payment provider rejected our request ({1}); nothing is decided.',
  },
  order_not_refundable: {
    status: 400,
    apps: [],
    text: 'Only an approved order that has not been refunded in full can be refunded.',
  },
  order_not_shippable: {
    status: 400,
    apps: [],
    text: 'Only a paid order is packed and sent: this one is held, refused or refunded.',
  },
  seller_needed: { status: 400, apps: [], text: 'Name one of these sellers: {1}' },
  line_not_shippable: { status: 400, apps: [], text: 'Line {1} has {2} left to send.' },
  nothing_to_ship: { status: 400, apps: [], text: 'There is nothing left to send.' },
  parcel_refunded: {
    status: 400,
    apps: [],
    text: 'Everything that is packed was refunded: do not send it. To send it anyway, add {1}',
  },
  card_without_value: { status: 400, apps: [], text: 'This line has no unspent gift card.' },
  nothing_to_refund: { status: 400, apps: [], text: 'There is nothing left to refund.' },
  refund_too_large: { status: 400, apps: [], text: 'At most {1} can be refunded.' },
  refund_rejected: { status: 400, apps: [], text: '{1}' },
  refund_to_gift_card_blocked: {
    status: 400,
    apps: [],
    text: 'Gift card {1}, which paid for it, is void or has expired: nothing can go back to it. Decide with the customer, and refund the rest with --payment-card-only.',
  },
  line_not_refundable: { status: 400, apps: [], text: 'Line {1} has {2} left to refund.' },
  nothing_to_restock: { status: 400, apps: [], text: 'Only products are put back into stock, and only with --line.' },
} as const satisfies Record<string, ErrorEntry>;

type CallErrorCode = keyof typeof callErrors;
export type ErrorCode = CallErrorCode | keyof typeof fieldErrors;

export const errors: Readonly<Record<ErrorCode, ErrorEntry>> = { ...callErrors, ...fieldErrors };
export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];
