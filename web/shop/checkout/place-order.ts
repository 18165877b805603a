import { PAYMENT_METHOD } from '#contract/rules/limits.ts';
import { PRICE_CHANGED } from '#contract/rules/price-changed.ts';
import type { CartAddress } from '#contract/shapes.ts';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import type { CardError } from '../payment/card-error.tsx';
import type { CallApi } from './calls.ts';

export const PAYMENT_HEADING = 'There was an error processing your payment.';
const ASKS_BANK = 'Authentication Required: ';
/** One confirmation belongs to one try; a provider that asks more often than this is going round in circles. */
const BANK_ROUNDS = 3;
const SERVER_FAULT = 500;

export type Placing = {
  call: CallApi;
  billing: CartAddress;
  /** Id of the payment method, saved or just made. */
  card: string;
  /** Kept for the next purchase (BC-27); a wallet keeps its card itself. */
  save: boolean;
  /** What all lines cost as the shopper was shown it, in dollars. */
  subtotal: number;
  /** Has the shopper confirm with their bank; null: repeat the call, a text: what went wrong (runChallenge). */
  confirmWithBank: (clientSecret: string) => Promise<string | null>;
};

/** `orderId` is null when no answer came: that counts as placed (ST-106, ER-19, OQ-120). */
export type PlacingResult =
  | { placed: true; orderId: number | null }
  | { placed: false; error: CardError }
  | { placed: false; priceChanged: true };

/** Step 6. Asks the bank where the provider wants it and repeats the same call, which finishes the same order. A 401 is thrown. */
export async function placeOrder({
  call,
  billing,
  card,
  save,
  subtotal,
  confirmWithBank,
}: Placing): Promise<PlacingResult> {
  const additional_data = { cc_save: save, cc_stripejs_token: card, expected_subtotal: subtotal };
  const body = { billingAddress: billing, paymentMethod: { method: PAYMENT_METHOD, additional_data } };
  for (let round = 0; round <= BANK_ROUNDS; round += 1) {
    const answer = await tryOnce(() => call('POST carts/mine/payment-information', { body }));
    if ('orderId' in answer) return { placed: true, orderId: answer.orderId };
    if (answer.refused.message === PRICE_CHANGED) return { placed: false, priceChanged: true };
    const secret = bankSecret(answer.refused);
    if (secret === null || round === BANK_ROUNDS) return { placed: false, error: cardError(answer.refused) };
    const failed = await confirmWithBank(secret);
    if (failed !== null) return { placed: false, error: { heading: PAYMENT_HEADING, detail: failed } };
  }
  return { placed: false, error: { heading: PAYMENT_HEADING } };
}

async function tryOnce(place: () => Promise<number>): Promise<{ orderId: number | null } | { refused: ApiError }> {
  try {
    return { orderId: await place() };
  } catch (error) {
    if (!isApiError(error) || error.status === 401) throw error;
    return error.kind === 'http' ? { refused: error } : { orderId: null };
  }
}

function bankSecret({ status, message }: ApiError): string | null {
  return status === 400 && message.startsWith(ASKS_BANK) ? message.slice(ASKS_BANK.length) : null;
}

/** ER-17 with the server's own words below it, which for a refused card are the provider's as returned (VA-30). */
function cardError({ status, message }: ApiError): CardError {
  const said = status === SERVER_FAULT ? '' : message;
  return { heading: PAYMENT_HEADING, ...(said ? { detail: said } : {}) };
}
