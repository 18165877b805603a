import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AmountLimits } from '#contract/rules/free-amount.ts';
import { cardValueText } from '#contract/rules/gift-picture.ts';

/** '$10 to $500' */
export function rangeText(i18n: I18n, { minCents, maxCents }: AmountLimits): string {
  const [low, high] = [cardValueText(minCents), cardValueText(maxCents)];
  return i18n._(msg`${low} to ${high}`);
}
