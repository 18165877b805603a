import { cardValueText } from '#contract/rules/gift-card/gift-picture.ts';
import { type AmountLimits, readAmount } from '#contract/rules/money/free-amount.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { type AppError, appError, type Result } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';

type Priced = { price_cents: number; max_price_cents: number | null };

export function amountLimits({ price_cents, max_price_cents }: Priced): AmountLimits | null {
  return max_price_cents === null ? null : { minCents: price_cents, maxCents: max_price_cents };
}

/**
 * Returns the amount in cents, or null for a fixed price. Errors: amount_out_of_range, and amount_not_offered for an
 * amount on a fixed price.
 */
export function readOpenAmount(
  limits: AmountLimits | null,
  amount: string | number | null | undefined,
): Result<number | null> {
  const sentAmount = amount ?? null;
  if (!limits) return sentAmount === null ? null : appError('amount_not_offered');
  const cents = sentAmount === null ? null : readAmount(sentAmount, limits);
  return cents ?? appError('amount_out_of_range', [cardValueText(limits.minCents), cardValueText(limits.maxCents)]);
}

/** Returns an error if the value exceeds `CARD_MAX_VALUE` (in dollars), whatever the seller allows. */
export function giftCardValueError(
  { isGiftcard, priceCents }: { isGiftcard: boolean; priceCents: number },
  { CARD_MAX_VALUE: maxValue }: Pick<Settings, 'CARD_MAX_VALUE'>,
): AppError | null {
  const maxCents = toCents(maxValue);
  return isGiftcard && priceCents > maxCents ? appError('card_value_over', [cardValueText(maxCents)]) : null;
}

export function withAmount<Option extends { attribute_code: string; option_title: string }>(
  options: Option[],
  amountCents: number | null,
): Option[] {
  if (amountCents === null) return options;
  const title = cardValueText(amountCents);
  return options.map((option) =>
    option.attribute_code === 'gift_card_price' ? { ...option, option_title: title } : option,
  );
}
