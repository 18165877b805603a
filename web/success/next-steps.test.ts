import { expect, test } from 'vitest';
import { completeGiftCard } from '#test/web/checkout.ts';
import { english } from '#test/web/english.ts';
import { endingText, nextSteps } from './next-steps.ts';

const at = { i18n: english, now: Date.parse('2026-12-20T01:00:00Z') };
const LATER = '2026-12-24T01:30:00.000Z';
const NOW = '2026-12-20T01:00:20.000Z';
const placed = (sendAt: string | null) => ({ card: completeGiftCard, sendAt });
const step = (sendAt: string | null) => nextSteps([placed(sendAt)], at)[0];

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

test('its ending tells one gift card from many, and now from later', () => {
  expect(endingText([], at)).toBe('');
  expect(endingText([placed(NOW)], at)).toBe('Your gift is on its way to Mia.');
  expect(endingText([placed(LATER)], at)).toBe('Your gift for Mia is wrapped and waiting.');
  expect(endingText([placed(NOW), placed(NOW)], at)).toBe('2 gifts are on their way.');
  expect(endingText([placed(NOW), placed(LATER)], at)).toBe('2 gifts are wrapped and waiting.');
});
