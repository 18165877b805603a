import { expect, it } from 'vitest';
import {
  deriveCardState,
  formatCardDate,
  formatDollarAmount,
  isAppleDevice,
  sortWallets,
  splitCodeIntoGroups,
} from './card-facts.ts';

it('splits a gift card code into groups of four, with or without dashes', () => {
  for (const code of ['ABCD-EFGH-JKMN-PQRS', 'ABCDEFGHJKMNPQRS']) {
    expect(splitCodeIntoGroups(code)).toEqual(['ABCD', 'EFGH', 'JKMN', 'PQRS']);
  }
  expect(splitCodeIntoGroups('')).toEqual([]);
});

it('shows the date in Sydney just before and just after midnight', () => {
  expect([formatCardDate('2029-11-20T13:30:00Z'), formatCardDate('2029-11-20T12:30:00Z')]).toEqual([
    '21 November 2029',
    '20 November 2029',
  ]);
  expect(formatCardDate('2029-11-20T12:30:00Z', 'de')).toBe('20. November 2029');
});

it('shows amounts with two decimals', () => {
  expect([formatDollarAmount(50), formatDollarAmount(1234.5)]).toEqual(['$50.00', '$1,234.50']);
  expect(formatDollarAmount(1234.5, 'de')).toBe('1.234,50');
});

it('treats a live card without balance as spent, and keeps the state of void and expired cards', () => {
  expect(deriveCardState({ state: 'live', balance: 0.01 })).toBe('live');
  expect(deriveCardState({ state: 'live', balance: 0 })).toBe('spent');
  expect(deriveCardState({ state: 'void', balance: 0 })).toBe('void');
  expect(deriveCardState({ state: 'expired', balance: 20 })).toBe('expired');
});

it('lists Apple Wallet first on Apple devices and last elsewhere, and omits wallets that are not set up', () => {
  const phones = {
    iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    iPad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    Android: 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    nothing: '',
  };
  const order = (name: keyof typeof phones) =>
    sortWallets(['apple', 'google'], { onApple: isAppleDevice(phones[name]) }).join();
  expect([order('iPhone'), order('iPad')]).toEqual(['apple,google', 'apple,google']);
  expect([order('Android'), order('nothing')]).toEqual(['google,apple', 'google,apple']);
  expect(sortWallets(['google'], { onApple: true })).toEqual(['google']);
  expect(sortWallets([], { onApple: true })).toEqual([]);
});
