import { z } from 'zod';
import { type FieldErrorCode, fieldErrorTexts } from './rules/field-errors.ts';

/**
 * What a call may answer instead of what it was asked for; status and message of each stand in
 * server/platform/kernel/errors.ts. A code is never renamed and never means something else: clients switch on it.
 */
export const callErrorCodes = [
  // Requests
  'not_authorised',
  'no_route',
  'no_such_entity',
  'invalid_value',
  'field_required',
  'field_invalid',
  'input_exceptions',
  'body_not_json',
  'body_too_large',
  'wrong_content_type',
  'unreadable_text',
  'request_unreadable',
  'request_timeout',
  'headers_too_large',
  'idempotency_key_reused',
  'too_many_requests',
  'page_too_large',
  'picture_unknown',
  'time_invalid',
  'signature_invalid',
  'event_not_settled',
  'busy',
  'unavailable',
  'unexpected',
  // Cart
  'no_active_cart',
  'line_not_in_cart',
  'unknown_sku',
  'not_available',
  'qty_not_available',
  'options_needed',
  'amount_not_offered',
  'amount_out_of_range',
  'cart_full',
  'too_many_cards',
  'card_value_over',
  // Addresses and shipping
  'address_required',
  'country_unknown',
  'method_unknown',
  // Orders and payments
  'cart_empty',
  'total_out_of_range',
  'price_changed',
  'payment_method_unknown',
  'card_required',
  'card_declined',
  'card_declined_for',
  'card_without_funds',
  'payment_failed',
  'authentication_required',
  'customer_suspended',
  'saved_card_not_proved',
  'code_required',
  'card_held_after_move',
  'payment_unsettled',
  'payments_unavailable',
  'too_many_declines',
  'human_check_needed',
  'open_orders_full',
  // Customers
  'email_in_use',
  'recent_code_required',
  'passkey_email_required',
  'passkeys_full',
  'passkey_rejected',
  'passkey_unknown',
  'passkey_over',
  // Gift cards as money
  'gift_card_invalid',
  'gift_card_changed',
  'gift_cards_full',
  'gift_card_over',
  'gift_card_frozen',
  'amount_over_balance',
  'hold_over',
  'redemption_over',
  'undo_over',
  'undo_elsewhere',
  'role_forbidden',
  'till_link_over',
  // Operators
  'other_account',
  'order_not_held',
  'payment_request_rejected',
  'order_not_refundable',
  'order_not_shippable',
  'seller_needed',
  'line_not_shippable',
  'nothing_to_ship',
  'parcel_refunded',
  'card_without_value',
  'nothing_to_refund',
  'refund_too_large',
  'refund_rejected',
  'refund_to_gift_card_blocked',
  'line_not_refundable',
  'nothing_to_restock',
] as const;

export type CallErrorCode = (typeof callErrorCodes)[number];
export type ErrorCode = CallErrorCode | FieldErrorCode;

export const fieldErrorCodes = Object.keys(fieldErrorTexts) as [FieldErrorCode, ...FieldErrorCode[]];
/** Every code there is. */
export const errorCodes: readonly ErrorCode[] = [...callErrorCodes, ...fieldErrorCodes];

const values = z.union([z.string(), z.number()]);
/** What stands for %1 and %fieldName in a message: a list or an object. */
const parameters = z.union([z.array(values), z.record(z.string(), values)]);
const code = z.enum([...callErrorCodes, ...fieldErrorCodes]);
const message = z.string();

/** The body of every answer that is an error: Magento's, with the code beside it. */
export const errorBody = z.object({
  code,
  message,
  parameters: parameters.optional(),
  errors: z.array(z.object({ code, message, parameters: parameters.optional() })).optional(),
});

/**
 * What `{status: false}` carries beside it when fields are wrong: for each its text, its code and its code's figures.
 */
export const fieldErrorParts = {
  input_validation: z.record(z.string(), z.string()).optional(),
  codes: z.record(z.string(), z.enum(fieldErrorCodes)).optional(),
  parameters: z.record(z.string(), z.record(z.string(), values)).optional(),
};
