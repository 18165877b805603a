import { plural, t } from '@lingui/core/macro';
import type { ErrorCode } from '#contract/errors.ts';
import { PAYMENT_METHOD } from '#contract/rules/limits.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { type ApiError, isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../../calls/api.ts';
import { errorText } from '../../errors/error-text.ts';
import { getHumanToken } from '../../human-check/human-check.ts';
import type { CardError } from '../payment/card-error.tsx';

/** More challenges than this mean that the provider is looping. */
const MAX_CHALLENGES = 3;
const SERVER_ERROR = 500;
/** Adobe Commerce's payment method for orders with nothing left to pay. */
const NOTHING_TO_PAY = 'free';

/**
 * Errors meaning that the cart differs from what this browser filled: a price changed, or another device cleared,
 * filled or ordered it.
 */
const CART_CHANGED: ReadonlySet<ErrorCode | ''> = new Set([
  ...(['price_changed', 'cart_empty', 'no_active_cart', 'recipient_name_missing', 'recipient_mobile_missing'] as const),
  ...(['template_missing', 'recipient_message_missing', 'schedule_missing'] as const),
]);
export const isCartChanged = ({ code }: Pick<ApiError, 'code'>): boolean => CART_CHANGED.has(code);

export type Placing = {
  billing: CartAddress;
  /** The payment card; null if no card payment is needed. It is saved for later unless it is a `wallet` card. */
  card: { id: string; wallet?: true; securityCode?: string } | null;
  /** The subtotal shown to the customer, in dollars. */
  subtotal: number;
  /** The amount due shown to the customer, in cents; null if unknown. */
  due: number | null;
  /** Returns null if the payment call should be sent again, otherwise an error message. */
  confirmWithBank: (clientSecret: string) => Promise<string | null>;
  confirmWithCode: () => Promise<boolean>;
  sending: () => void;
};

/** `orderId` is null without a response: the order counts as placed until the outcome is known. */
export type PlacingResult =
  | { placed: true; orderId: number | null }
  | { placed: false; error: CardError; byBank?: true }
  | { placed: false; changed: 'cart-changed' | 'tenders-changed' };

/** Runs step 6. After a confirmation, sends the same call again, which finishes the same order. Throws on a 401. */
export async function placeOrder({ billing, sending, ...paid }: Placing): Promise<PlacingResult> {
  const { confirmWithBank, confirmWithCode } = paid;
  let isProved = false;
  const method = paymentMethod(paid);
  for (let challenges = 0; challenges <= MAX_CHALLENGES; challenges += 1) {
    sending();
    const answer = await tryAsPerson((r_token) => {
      const additional_data = { ...method.additional_data, ...(r_token === null ? {} : { r_token }) };
      const body = { billingAddress: billing, paymentMethod: { ...method, additional_data } };
      return api('POST carts/mine/payment-information', { body });
    });
    if ('orderId' in answer) return { placed: true, orderId: answer.orderId };
    if (isCartChanged(answer.rejection)) return { placed: false, changed: 'cart-changed' };
    if (answer.rejection.code === 'gift_card_changed') return { placed: false, changed: 'tenders-changed' };
    if (answer.rejection.code === 'code_required' && !isProved) {
      isProved = await confirmWithCode();
      if (isProved) continue;
    }
    const secret = readBankSecret(answer.rejection);
    if (secret === null || challenges === MAX_CHALLENGES)
      return { placed: false, error: toCardError(answer.rejection) };
    const failed = await confirmWithBank(secret);
    if (failed === null) continue;
    return { placed: false, byBank: true, error: { heading: errorText('payment_failed'), detail: failed } };
  }
  return { placed: false, error: { heading: errorText('payment_failed') } };
}

/** Sends the amounts shown to the customer, so that the server charges nothing if one differs. */
function paymentMethod({ card, subtotal, due }: Pick<Placing, 'card' | 'subtotal' | 'due'>) {
  const expected = {
    expected_subtotal: subtotal,
    ...(due === null ? {} : { expected_card_due: toDollars(due) }),
  };
  if (!card) return { method: NOTHING_TO_PAY, additional_data: expected };
  const token = {
    cc_save: !('wallet' in card),
    cc_stripejs_token: card.id,
    ...(card.securityCode === undefined ? {} : { cc_cvc_token: card.securityCode }),
  };
  return { method: PAYMENT_METHOD, additional_data: { ...token, ...expected } };
}

type Answer = { orderId: number | null } | { rejection: ApiError };

/** Adds a CAPTCHA token if the server requires one, as it does during card-testing attacks. */
async function tryAsPerson(place: (r_token: string | null) => Promise<number>): Promise<Answer> {
  const answer = await tryOnce(() => place(null));
  if (!('rejection' in answer) || answer.rejection.code !== 'human_check_needed') return answer;
  const token = await getHumanToken('checkout');
  return tryOnce(() => place(token));
}

async function tryOnce(place: () => Promise<number>): Promise<Answer> {
  try {
    return { orderId: await place() };
  } catch (error) {
    if (!isApiError(error) || error.status === 401) throw error;
    return error.kind === 'http' && !isByProxy(error) ? { rejection: error } : { orderId: null };
  }
}

/** Returns whether a proxy responded, so that the outcome is unknown. The server's own 503 has a code. */
const isByProxy = ({ status, code }: ApiError): boolean =>
  status === 502 || status === 504 || (status === 503 && code === '');

function readBankSecret({ code, parameters }: ApiError): string | null {
  if (code !== 'authentication_required' || !Array.isArray(parameters)) return null;
  return typeof parameters[0] === 'string' ? parameters[0] : null;
}

/** Returns only a heading for errors that another card would not solve. */
function toCardError(error: ApiError): CardError {
  if (error.code === 'payment_unsettled') return { heading: errorText(error) };
  // The outcome is unknown until the next attempt.
  if (error.code === 'unavailable') return { heading: errorText('payment_unsettled') };
  if (error.code === 'too_many_declines') return { heading: formatTooManyDeclines(error.retryAfter) };
  if (error.code === 'open_orders_full' || error.code === 'code_required') return { heading: errorText(error) };
  const heading = errorText('payment_failed');
  const silent = error.status === SERVER_ERROR || (error.code === '' && error.message === '');
  return silent ? { heading } : { heading, detail: errorText(error) };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function formatTooManyDeclines(seconds: number): string {
  if (seconds <= HOUR) {
    const minutes = Math.max(1, Math.ceil(seconds / MINUTE));
    return t({
      message: plural(minutes, {
        one: 'Too many payments were declined. Nothing was charged this time. You can try again in a minute.',
        other: 'Too many payments were declined. Nothing was charged this time. You can try again in # minutes.',
      }),
    });
  }
  const hours = Math.ceil(seconds / HOUR);
  return t({
    message: plural(hours, {
      one: 'Too many payments were declined. Nothing was charged this time. You can try again in an hour.',
      other: 'Too many payments were declined. Nothing was charged this time. You can try again in # hours.',
    }),
  });
}
