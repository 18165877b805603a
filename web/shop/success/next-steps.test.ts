import { expect, test } from 'vitest';
import { completeEntry } from '../checkout/testing.ts';
import { nextSteps } from './next-steps.ts';

const now = Date.parse('2026-12-20T01:00:00Z');
const step = (sendAt: string | null) => nextSteps([{ card: completeEntry, sendAt }], now)[0];

test('the thank-you page says who gets what, and when by the server’s instant', () => {
  expect(step('2026-12-24T01:30:00.000Z')).toMatchObject({
    who: 'Bloom Gift Card for Mia Tran',
    when: 'Goes out Thu 24 Dec 2026, 9:30 am Perth time',
  });
  expect(step('2026-12-20T01:00:20.000Z')?.when).toBe('Going out now');
  expect(step(null)?.when).toBe('Goes out as planned');
});
