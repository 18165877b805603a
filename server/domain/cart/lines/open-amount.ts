import { cardValueText } from '#contract/rules/gift-card/gift-picture.ts';
import { type AmountLimits, readAmount } from '#contract/rules/money/free-amount.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { type AppError, appError, type Result } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';

type Priced = { price_cents: number; max_price_cents: number | null };

/** What the customer may choose for a variant of an open price; null where the price is fixed. */
export function amountLimits({ price_cents, max_price_cents }: Priced): AmountLimits | null {
  return max_price_cents === null ? null : { minCents: price_cents, maxCents: max_price_cents };
}

/**
 * The amount a line is to carry: integer cents for a variant of an open price, null for a fixed one, whose price is its
 * own. amount_out_of_range where an open price has no amount within its limits, amount_not_offered where a fixed one is
 * sent an amount.
 */
export function chosenAmount(
  limits: AmountLimits | null,
  amount: string | number | null | undefined,
): Result<number | null> {
  const sent = amount ?? null;
  if (!limits) return sent === null ? null : appError('amount_not_offered');
  const cents = sent === null ? null : readAmount(sent, limits);
  return cents ?? appError('amount_out_of_range', [cardValueText(limits.minCents), cardValueText(limits.maxCents)]);
}

/** Why no gift card of this price is sold, whatever its seller allows; null for any other. `CARD_MAX_VALUE` in dollars. */
export function cardValueError(
  { isGiftcard, priceCents }: { isGiftcard: boolean; priceCents: number },
  { CARD_MAX_VALUE: most }: Pick<Settings, 'CARD_MAX_VALUE'>,
): AppError | null {
  const mostCents = toCents(most);
  return isGiftcard && priceCents > mostCents ? appError('card_value_over', [cardValueText(mostCents)]) : null;
}

/** Titles of options as a customer sees them: of an open price the amount chosen. */
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
