import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AmountLimits } from '#contract/rules/money/free-amount.ts';
import { amountText, toDollars } from '#contract/rules/money/money.ts';

export function formatAmountRange(i18n: I18n, { minCents, maxCents }: AmountLimits): string {
  const [low, high] = [amountText(toDollars(minCents), i18n.locale), amountText(toDollars(maxCents), i18n.locale)];
  return i18n._(msg`${low} to ${high}`);
}
