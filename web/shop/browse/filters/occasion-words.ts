import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Occasion } from '#contract/rules/listing.ts';

export const occasionWords: Record<Occasion, MessageDescriptor> = {
  birthday: msg`Birthday`,
  'thank-you': msg`Thank you`,
  congratulations: msg`Congratulations`,
  'new-baby': msg`New baby`,
  wedding: msg`Wedding`,
  anniversary: msg`Anniversary`,
  'new-home': msg`New home`,
  christmas: msg`Christmas`,
  'good-luck': msg`Good luck`,
  'get-well': msg`Get well`,
  'thinking-of-you': msg`Thinking of you`,
};
