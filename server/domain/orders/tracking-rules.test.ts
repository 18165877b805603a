import { expect, it } from 'vitest';
import { isTracking, trackingUrl } from './tracking-rules.ts';

it('builds the tracking URL for a known carrier, in upper or lower case', () => {
  expect(trackingUrl({ carrier: 'australia post', tracking: 'ABC123' })).toBe(
    'https://auspost.com.au/mypost/track/details/ABC123',
  );
  expect(trackingUrl({ carrier: 'Aunt Jo', tracking: 'ABC123' })).toBeNull();
  expect(trackingUrl({ carrier: null, tracking: 'https://jo.example/van/7' })).toBe('https://jo.example/van/7');
  expect(trackingUrl({ carrier: 'Sendle', tracking: null })).toBeNull();
});

it.each([
  ['S0ABC123-9', true],
  ['https://jo.example/van/7', true],
  ['http://jo.example/van/7', false],
  ['javascript:alert(1)', false],
  ['two words', false],
  ['abc', false],
])('decides whether %s is a valid tracking number or link: %s', (text, expected) => {
  expect(isTracking(text)).toBe(expected);
});
