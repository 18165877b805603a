import { type I18n, i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ErrorCode } from '#contract/errors.ts';
import type { FieldError, FieldErrors } from '#contract/rules/field-errors.ts';
import { longDay } from '#contract/rules/formats.ts';

/**
 * What the shop says of each error, whether from the rules of contract/ or the server. In English these are the
 * server's own texts to the letter. A figure in braces is a parameter of the error; a list's are {1}, {2} ...
 */
export const errorMessages: Record<ErrorCode, MessageDescriptor> = {
  not_authorised: msg({ message: "The consumer isn't authorized to access {resources}." }),
  no_route: msg({ message: 'Request does not match any route.' }),
  no_such_entity: msg({ message: 'No such entity with {fieldName} = {fieldValue}' }),
  invalid_value: msg({ message: 'Invalid value of "{value}" provided for the {fieldName} field.' }),
  field_required: msg({ message: '"{fieldName}" is required. Enter and try again.' }),
  field_invalid: msg({ message: 'Invalid value provided for the {fieldName} field.' }),
  input_exceptions: msg({ message: 'One or more input exceptions have occurred.' }),
  body_not_json: msg({ message: 'The request body is not valid JSON.' }),
  body_too_large: msg({ message: 'The request body is too large.' }),
  wrong_content_type: msg({ message: 'Send the request body as application/json.' }),
  unreadable_text: msg({ message: 'The request contains characters that are not text.' }),
  request_unreadable: msg({ message: 'This is not an HTTP request.' }),
  request_timeout: msg({ message: 'The request did not arrive in time.' }),
  headers_too_large: msg({ message: 'The headers of the request are too large.' }),
  idempotency_key_reused: msg({
    message: 'This Idempotency-Key was sent with another request. Send a new key with each request.',
  }),
  too_many_requests: msg({ message: 'Too many requests. Please wait a moment and try again.' }),
  page_too_large: msg({ message: 'Maximum SearchCriteria pageSize is {1}' }),
  picture_unknown: msg({ message: 'There is no such picture.' }),
  time_invalid: msg({ message: 'Send a time, such as 2026-10-03T15:30:00Z.' }),
  signature_invalid: msg({ message: 'The signature does not match this body, or is too old.' }),
  event_not_settled: msg({ message: 'Not settled yet.' }),
  unexpected: msg({ message: 'An Unexpected Error has occured. Please try again later.' }),
  no_active_cart: msg({ message: 'Current customer does not have an active cart.' }),
  line_not_in_cart: msg({ message: "The {1} Cart doesn't contain the {2} item." }),
  unknown_sku: msg({ message: "The product that was requested doesn't exist. Verify the product and try again." }),
  not_available: msg({ message: 'Product that you are trying to add is not available.' }),
  qty_not_available: msg({ message: 'The requested qty is not available' }),
  options_needed: msg({ message: 'You need to choose options for your item.' }),
  amount_not_offered: msg({ message: 'The amount of this product cannot be chosen' }),
  amount_out_of_range: msg({ message: 'Please enter a whole dollar amount from {1} to {2}' }),
  cart_full: msg({ message: 'A cart holds at most {1} lines.' }),
  too_many_cards: msg({ message: 'A cart holds at most {1} gift cards.' }),
  card_value_over: msg({ message: 'A gift card is worth at most {1}.' }),
  address_required: msg({ message: 'The shipping address is missing. Set the address and try again.' }),
  country_unknown: msg({ message: "The country isn't available." }),
  method_unknown: msg({ message: 'Carrier with such method not found: {1}, {2}' }),
  cart_empty: msg({ message: 'The cart is empty. Add something and try again.' }),
  total_out_of_range: msg({ message: 'An order must come to at least {1} and at most {2}.' }),
  price_changed: msg({
    message: 'A price in your order has just changed. Nothing was charged. Please confirm your order again.',
  }),
  payment_method_unknown: msg({ message: 'The requested Payment Method is not available.' }),
  card_required: msg({ message: 'Please enter a Card for Payment' }),
  card_declined: msg({ message: 'Your card was declined.' }),
  card_declined_for: msg({ message: '{1}' }),
  card_without_funds: msg({ message: 'Your card has insufficient funds.' }),
  payment_failed: msg({ message: 'There was an error processing your payment.' }),
  authentication_required: msg({ message: 'Authentication Required: {1}' }),
  customer_suspended: msg({ message: 'This account cannot place orders. Please contact support.' }),
  saved_card_not_proved: msg({
    message: 'To pay with this saved card, confirm your email first in your account. Or enter a card again.',
  }),
  busy: msg({ message: 'The shop is very busy right now. Nothing was changed. Please try again in a moment.' }),
  unavailable: msg({ message: 'The shop cannot answer right now. Please try again in a moment.' }),
  code_required: msg({
    message: 'You opened a link. To use what is in your account, first confirm the code we text you.',
  }),
  card_held_after_move: msg({
    message:
      'Your account was moved by email alone. Until {1}, gift cards bought before that cannot be changed or printed.',
  }),
  payment_unsettled: msg({ message: 'Your payment is still being confirmed. Please try again in a moment.' }),
  too_many_declines: msg({
    message: 'Too many payments were declined. Nothing was charged now. Please try again later.',
  }),
  human_check_needed: msg({ message: 'Send r_token of the human check (action checkout) with the payment.' }),
  open_orders_full: msg({
    message:
      'Your unfinished orders can hold at most {1} items and {2} in total. Order less, or wait until they are finished.',
  }),
  payments_unavailable: msg({
    message: 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.',
  }),
  email_in_use: msg({ message: 'A customer with the same email address already exists in an associated website.' }),
  recent_code_required: msg({
    message: 'To change how you sign in or how we reach you, first confirm the code we text you.',
  }),
  passkey_email_required: msg({ message: 'To add a passkey, confirm your email first in your account.' }),
  passkeys_full: msg({ message: 'An account has at most {1} passkeys. Remove one first.' }),
  passkey_rejected: msg({ message: 'This passkey could not be checked. Please try again.' }),
  passkey_unknown: msg({ message: 'No account uses this passkey. Please sign in with a code.' }),
  passkey_over: msg({ message: 'That took too long. Please try again.' }),
  gift_card_invalid: msg({ message: 'The gift card code is not valid.' }),
  gift_card_changed: msg({
    message:
      'What your gift cards pay has just changed. Nothing was charged. Please look at what is left and confirm again.',
  }),
  gift_cards_full: msg({ message: 'At most {1} gift cards can pay for one order.' }),
  gift_card_over: msg({ message: 'This gift card is void or has expired.' }),
  gift_card_frozen: msg({ message: 'This gift card cannot be used while its payment is being checked.' }),
  amount_over_balance: msg({ message: 'The amount is more than is available.' }),
  hold_over: msg({ message: 'This amount is no longer reserved: it was spent, released or timed out.' }),
  redemption_over: msg({ message: 'This has already been refunded in full.' }),
  undo_over: msg({ message: 'A till can undo for 10 minutes.' }),
  undo_elsewhere: msg({ message: 'This was redeemed at another till. Undo it there.' }),
  role_forbidden: msg({ message: 'This key is not allowed to do this: it lacks the scope {1}.' }),
  till_link_over: msg({ message: 'Ask for a new link for this till.' }),
  other_account: msg({
    message:
      'This order was paid under the account {1}, which the settings no longer name. Set its keys and try again.',
  }),
  payment_request_rejected: msg({ message: 'The payment provider rejected our request ({1}); nothing is decided.' }),
  order_not_held: msg({ message: 'This order is not waiting for a decision.' }),
  order_not_shippable: msg({ message: 'Only a paid order is packed and sent: this one is held, refused or refunded.' }),
  seller_needed: msg({ message: 'Name one of these sellers: {1}' }),
  line_not_shippable: msg({ message: 'Line {1} has {2} left to send.' }),
  nothing_to_ship: msg({ message: 'There is nothing left to send.' }),
  parcel_refunded: msg({
    message: 'Everything that is packed was refunded: do not send it. To send it anyway, add {1}',
  }),
  order_not_refundable: msg({ message: 'Only an approved order that has not been refunded in full can be refunded.' }),
  card_without_value: msg({ message: 'This line has no unspent gift card.' }),
  nothing_to_refund: msg({ message: 'There is nothing left to refund.' }),
  refund_too_large: msg({ message: 'At most {1} can be refunded.' }),
  refund_rejected: msg({ message: '{1}' }),
  refund_to_gift_card_blocked: msg({
    message:
      'Gift card {1}, which paid for it, is void or has expired: nothing can go back to it. Decide with the customer, and refund the rest with --payment-card-only.',
  }),
  line_not_refundable: msg({ message: 'Line {1} has {2} left to refund.' }),
  nothing_to_restock: msg({ message: 'Only products are put back into stock, and only with --line.' }),

  // Sign-in
  mobile_invalid: msg({ message: 'Please enter a valid mobile' }),
  mobile_unreachable: msg({ message: 'We could not send a text to this mobile. Please check it and try again.' }),
  messages_unavailable: msg({ message: 'We cannot send texts right now. Please try again in a minute.' }),
  wait_before_next_code: msg({
    message:
      '{seconds, plural, one {Please wait # second before asking for another code.} other {Please wait # seconds before asking for another code.}}',
  }),
  code_invalid: msg({ message: 'Please enter a valid code' }),
  code_expired: msg({ message: 'This code no longer works. Please ask for a new one.' }),
  code_wrong: msg({
    message:
      '{tries, plural, one {That code is not right. You have # try left.} other {That code is not right. You have # tries left.}}',
  }),
  code_wrong_last_try: msg({ message: 'That code is not right, and it was the last try. Please ask for a new code.' }),
  not_a_person: msg({ message: 'We could not check that you are a person. Please try again.' }),
  // Registration and addresses
  fullname_required: msg({ message: 'Please enter your full name' }),
  fullname_too_long: msg({ message: 'First and last name must be at most {limit} characters each' }),
  fullname_not_shown: msg({ message: 'Gift card pictures cannot show {signs} yet. Please leave it out' }),
  street_required: msg({ message: 'Missing street address' }),
  suburb_required: msg({ message: 'Missing suburb' }),
  street_too_long: msg({ message: 'Street address must be at most {limit} characters' }),
  suburb_too_long: msg({ message: 'Suburb must be at most {limit} characters' }),
  postcode_invalid: msg({ message: 'Please enter a postcode of four digits' }),
  state_required: msg({ message: 'Missing state' }),
  country_required: msg({ message: 'Missing country' }),
  postcode_required: msg({ message: 'Missing postcode' }),
  email_invalid: msg({ message: 'Please enter a valid email' }),
  email_taken: msg({ message: 'The email you entered already exists' }),
  terms_not_accepted: msg({ message: 'Please accept the terms and conditions' }),
  mobile_not_proved: msg({ message: 'Please confirm your mobile with a code first.' }),
  mobile_taken: msg({ message: 'This mobile already has an account. Please sign in.' }),
  mobile_not_australian: msg({ message: 'Please use an Australian mobile to register.' }),
  mobile_in_use: msg({ message: 'Another account already has this mobile.' }),
  new_mobile_not_australian: msg({ message: 'Please use an Australian mobile.' }),
  old_mobile_not_proved: msg({ message: 'Please confirm your current mobile or your email with a code first.' }),
  email_unavailable: msg({ message: 'We cannot send email right now. Please try again in a minute.' }),
  email_changed_lately: msg({ message: 'This email is too new to prove who you are. Please contact us.' }),
  email_of_former_owner: msg({
    message: 'This email may belong to the previous owner of your mobile, so it proves nothing. Please contact us.',
  }),
  account_used_since: msg({ message: 'Somebody has used this account since you last did. Please contact us.' }),
  address_abroad: msg({ message: 'We deliver to Australian addresses only.' }),
  name_with_link: msg({ message: 'Please enter the name without links, @ signs or phone numbers' }),
  name_with_control_signs: msg({ message: 'Please enter the name in one line, without control characters' }),
  // Recipient and messages of a gift card
  recipient_firstname_required: msg({ message: 'Please enter a firstname' }),
  recipient_firstname_too_long: msg({ message: 'Firstname must be shorter than {limit} characters' }),
  recipient_lastname_required: msg({ message: 'Please enter a lastname' }),
  recipient_lastname_too_long: msg({ message: 'Lastname must be shorter than {limit} characters' }),
  recipient_mobile_required: msg({ message: 'Please enter a mobile' }),
  recipient_mobile_abroad: msg({ message: 'Gift cards cannot be sent to mobiles of this country' }),
  recipient_message_required: msg({ message: 'Please enter a message' }),
  recipient_message_too_long: msg({ message: 'Message must be shorter than {limit} characters' }),
  recipient_firstname_not_shown: msg({ message: 'The picture cannot show {signs} yet. Please leave it out' }),
  recipient_message_not_shown: msg({ message: 'The picture cannot show {signs} yet. Please leave it out' }),
  words_with_link: msg({
    message: 'Links cannot be sent. Please leave them out, and leave a space after each full stop',
  }),
  text_required: msg({ message: 'Please enter text content' }),
  text_too_long: msg({ message: 'Text content must be shorter than {limit} characters' }),
  // Thanks of a recipient
  thanks_required: msg({ message: 'Please write a few words' }),
  thanks_too_long: msg({ message: 'Your words must be at most {limit} characters' }),
  thanks_with_number: msg({ message: 'Phone numbers cannot be sent. Please leave them out' }),
  thanks_with_link: msg({
    message: 'Links cannot be sent. Please leave them out, and leave a space after each full stop',
  }),
  // Delivery of a gift card
  recipient_name_missing: msg({ message: "Please enter recipient's name" }),
  recipient_mobile_missing: msg({ message: "Please enter recipient's mobile" }),
  recipient_message_missing: msg({ message: "Please enter recipient's message" }),
  template_missing: msg({ message: 'Please select a template' }),
  schedule_missing: msg({ message: 'Please select scheduled delivery date' }),
  zone_unknown: msg({ message: 'Please choose one of the time zones' }),
  card_not_in_cart: msg({ message: 'This gift card is not in your cart any more' }),
  card_already_sent: msg({ message: 'This gift card has already gone out' }),
  card_not_sent_yet: msg({ message: 'This gift card has not gone out yet' }),
  card_opened: msg({ message: 'This gift card has already been opened' }),
  card_cancelled: msg({ message: 'This gift card has been cancelled' }),
  card_expired: msg({ message: 'This gift card has expired' }),
  card_being_sent: msg({ message: 'This gift card is going out right now. Please look again in two minutes' }),
  card_sent_too_often: msg({ message: 'This gift card cannot be sent again today. Please try again tomorrow' }),
  card_resent_too_often: msg({ message: 'This gift card was sent 20 times. Please contact us if it has not arrived' }),
  card_number_held: msg({ message: 'For its first 24 hours, a new device sends gift cards only to past recipients' }),
  recipient_value_too_high: msg({
    message: 'Gift cards to this number are worth too much for one day. Please try again tomorrow, or contact us',
  }),
  card_corrected_too_often: msg({
    message: 'The number of this gift card was corrected 5 times. Please contact us to correct it again',
  }),
  card_delivery_not_known: msg({
    message:
      '{hours, plural, one {We do not know yet whether this gift card arrived. You can correct the number once we do, in # hour at the latest} other {We do not know yet whether this gift card arrived. You can correct the number once we do, in # hours at the latest}}',
  }),
  recipient_opted_out: msg({
    message:
      'This number has opted out of our texts. Use another number, or send the card to your own and show or print its code',
  }),
  cards_sent_too_often: msg({ message: 'You cannot resend any more gift cards today. Please try again tomorrow' }),
  mobile_changed_too_often: msg({ message: 'This number cannot be changed again today. Please try again tomorrow' }),
  mobile_unchanged: msg({ message: 'This gift card has already been sent to this number' }),
  wait_before_resend: msg({
    message:
      '{minutes, plural, one {Please wait a minute before you send it again} other {Please wait # minutes before you send it again}}',
  }),
  // Request for a demonstration
  first_name_required: msg({ message: 'Please enter a first name' }),
  first_name_too_long: msg({ message: 'First name must be at most {limit} characters' }),
  last_name_required: msg({ message: 'Please enter a last name' }),
  last_name_too_long: msg({ message: 'Last name must be at most {limit} characters' }),
  company_required: msg({ message: 'Please enter a company' }),
  company_too_long: msg({ message: 'Company must be at most {limit} characters' }),
  email_required: msg({ message: 'Please enter an email' }),
  email_too_long: msg({ message: 'Email must be at most {limit} characters' }),
  phone_too_long: msg({ message: 'Phone must be at most {limit} characters' }),
  country_too_long: msg({ message: 'Country must be at most {limit} characters' }),
};

/** An error as it is found here, or as it came: `code` '' and the words of a server that sends no codes. */
type AnyError = FieldError | ErrorCode | { code: ErrorCode | ''; parameters?: unknown; message?: string };

/**
 * The words for an error in the customer's language. One without a code we know keeps the words it came with; without
 * any it is the unexpected error.
 */
export function errorText(error: AnyError, translator: I18n = i18n): string {
  const {
    code,
    parameters,
    message = '',
  }: Exclude<AnyError, string> & { message?: string; parameters?: unknown } = typeof error === 'string'
    ? { code: error }
    : error;
  if (code !== '' && Object.hasOwn(errorMessages, code)) {
    return translator._({ ...errorMessages[code], values: valuesOf(parameters, translator.locale) });
  }
  return message || translator._(errorMessages.unexpected);
}

/** Texts for the errors of a form. */
export function errorTexts<Field extends string>(errors: FieldErrors<Field>): Partial<Record<Field, string>> {
  const entries = Object.entries(errors) as [Field, FieldError][];
  const texts = entries.map(([field, error]) => [field, errorText(error)]);
  return Object.fromEntries(texts) as Partial<Record<Field, string>>;
}

/** A day is written as the language writes it. */
function valuesOf(parameters: unknown, locale: string): Record<string, unknown> {
  if (typeof parameters !== 'object' || parameters === null) return {};
  const shown = Object.entries(parameters).map(([name, value]) => {
    const place = Array.isArray(parameters) ? String(Number(name) + 1) : name;
    return [place, typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? longDay(value, locale) : value];
  });
  return Object.fromEntries(shown);
}
