import type { ErrorCode } from '#contract/errors.ts';
import { PAYMENT_METHOD } from '#contract/rules/limits.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { errorText } from '../../languages/error-messages.ts';
import type { CardError } from '../payment/card-error.tsx';

/** One confirmation belongs to one try; a provider that asks more often than this is going round in circles. */
const MAX_CHALLENGES = 3;
const SERVER_ERROR = 500;

/**
 * What the server says of a cart that is not as this browser has just filled it: a price has changed since, or another
 * device has cleared, filled or ordered the same cart.
 */
const CART_CHANGED: ReadonlySet<ErrorCode | ''> = new Set([
  ...(['price_changed', 'cart_empty', 'no_active_cart', 'recipient_name_missing', 'recipient_mobile_missing'] as const),
  ...(['template_missing', 'recipient_message_missing', 'schedule_missing'] as const),
]);
export const isCartChanged = ({ code }: Pick<ApiError, 'code'>): boolean => CART_CHANGED.has(code);

export type Placing = {
  billing: CartAddress;
  /** Id of the payment method, saved or just made. */
  card: string;
  /** Kept for the next purchase; a wallet keeps its card itself. */
  save: boolean;
  /** What all lines cost as the customer was shown it, in dollars. */
  subtotal: number;
  /** Has the customer confirm with their bank; null: repeat the call, a text: what went wrong (runChallenge). */
  confirmWithBank: (clientSecret: string) => Promise<string | null>;
};

/** `orderId` is null when no answer came: that counts as placed. */
export type PlacingResult =
  | { placed: true; orderId: number | null }
  | { placed: false; error: CardError }
  | { placed: false; cartChanged: true };

/**
 * Step 6. Asks the bank where the provider wants it and repeats the same call, which finishes the same order. A 401 is
 * thrown.
 */
export async function placeOrder({ billing, card, save, subtotal, confirmWithBank }: Placing): Promise<PlacingResult> {
  const additional_data = { cc_save: save, cc_stripejs_token: card, expected_subtotal: subtotal };
  const body = { billingAddress: billing, paymentMethod: { method: PAYMENT_METHOD, additional_data } };
  for (let challenges = 0; challenges <= MAX_CHALLENGES; challenges += 1) {
    const answer = await tryOnce(() => api('POST carts/mine/payment-information', { body }));
    if ('orderId' in answer) return { placed: true, orderId: answer.orderId };
    if (isCartChanged(answer.rejection)) return { placed: false, cartChanged: true };
    const secret = bankSecret(answer.rejection);
    if (secret === null || challenges === MAX_CHALLENGES) return { placed: false, error: cardError(answer.rejection) };
    const failed = await confirmWithBank(secret);
    if (failed !== null) return { placed: false, error: { heading: errorText('payment_failed'), detail: failed } };
  }
  return { placed: false, error: { heading: errorText('payment_failed') } };
}

async function tryOnce(place: () => Promise<number>): Promise<{ orderId: number | null } | { rejection: ApiError }> {
  try {
    return { orderId: await place() };
  } catch (error) {
    if (!isApiError(error) || error.status === 401) throw error;
    return error.kind === 'http' ? { rejection: error } : { orderId: null };
  }
}

/** What the bank's challenge is opened with: the one parameter of the error. */
function bankSecret({ code, parameters }: ApiError): string | null {
  if (code !== 'authentication_required' || !Array.isArray(parameters)) return null;
  return typeof parameters[0] === 'string' ? parameters[0] : null;
}

/**
 * One heading with what the server says below it, which for a declined card are the provider's as returned. A payment
 * that is still being confirmed has met no error: that sentence stands alone.
 */
function cardError(error: ApiError): CardError {
  if (error.code === 'payment_unsettled') return { heading: errorText(error) };
  const heading = errorText('payment_failed');
  const silent = error.status === SERVER_ERROR || (error.code === '' && error.message === '');
  return silent ? { heading } : { heading, detail: errorText(error) };
}
