import { expect, test } from 'vitest';
import { completeGiftCard } from '../checkout/testing.ts';
import { english } from '../languages/testing.ts';
import { endingText, nextSteps } from './next-steps.ts';

const at = { i18n: english, now: Date.parse('2026-12-20T01:00:00Z') };
const LATER = '2026-12-24T01:30:00.000Z';
const NOW = '2026-12-20T01:00:20.000Z';
const gift = (sendAt: string | null) => ({ card: completeGiftCard, sendAt });
const step = (sendAt: string | null) => nextSteps([gift(sendAt)], at)[0];

test('the thank-you page says who gets what, and when by the server’s instant', () => {
  expect(step(LATER)).toMatchObject({
    who: 'Mia Tran',
    what: 'Bloom Gift Card',
    when: 'Goes out Thu 24 Dec 2026, 9:30 am Perth time',
    now: false,
  });
  expect(step(NOW)).toMatchObject({ when: 'Going out now', now: true });
  expect(step(null)?.when).toBe('Goes out as planned');
});

test('its ending tells one gift from many, and now from later', () => {
  expect(endingText([], at)).toBe('');
  expect(endingText([gift(NOW)], at)).toBe('Your gift is on its way to Mia.');
  expect(endingText([gift(LATER)], at)).toBe('Your gift for Mia is wrapped and waiting.');
  expect(endingText([gift(NOW), gift(NOW)], at)).toBe('2 gifts are on their way.');
  expect(endingText([gift(NOW), gift(LATER)], at)).toBe('2 gifts are wrapped and waiting.');
});
