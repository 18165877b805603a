import { type AmountLimits, amountMessage, readAmount } from '#contract/rules/free-amount.ts';
import { cardValueText } from '#contract/rules/gift-picture.ts';
import { type Failure, failure } from '../http/failures.ts';

type Priced = { price_cents: number; max_price_cents: number | null };

/** What the buyer may choose for a variant of an open price; null where the price is fixed. */
export function amountLimits({ price_cents, max_price_cents }: Priced): AmountLimits | null {
  return max_price_cents === null ? null : { minCents: price_cents, maxCents: max_price_cents };
}

/**
 * The amount a line is to carry: integer cents for a variant of an open price, null for a fixed one, whose price is its own.
 * Fails with amount_refused where an open price has no amount within its limits, or a fixed one is sent an amount.
 */
export function chosenAmount(
  limits: AmountLimits | null,
  given: string | number | null | undefined,
): number | null | Failure {
  const sent = given ?? null;
  if (!limits) return sent === null ? null : failure('amount_refused', ['The amount of this product cannot be chosen']);
  const cents = sent === null ? null : readAmount(sent, limits);
  return cents ?? failure('amount_refused', [amountMessage(limits)]);
}

/** Titles of options as a shopper sees them: of an open price the amount chosen. */
export function withAmount<Option extends { attribute_code: string; option_title: string }>(
  options: Option[],
  amountCents: number | null,
): Option[] {
  if (amountCents === null) return options;
  const title = cardValueText(amountCents);
  return options.map((one) => (one.attribute_code === 'gift_card_price' ? { ...one, option_title: title } : one));
}
