import { describe, expect, it } from 'vitest';
import type { HoldRow } from '../card-locks-store.ts';
import { cardStatus, isOver } from './spend-value.ts';

const END = new Date('2026-11-02T01:15:00.000Z');
const at = (ms: number) => new Date(END.getTime() + ms);
const hold = (state: HoldRow['state']) => ({ state, expiresAt: END }) as HoldRow;

describe('a hold', () => {
  it.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('has ended %i ms from its expiry: %s', (ms, hasEnded) => {
    expect(isOver(hold('held'), at(ms))).toBe(hasEnded);
  });

  it.each(['captured', 'released', 'lapsed'] as const)('that was %s has ended before its expiry', (state) => {
    expect(isOver(hold(state), at(-1))).toBe(true);
  });
});

describe('a gift card', () => {
  it.each([
    [-1, 'active'],
    [0, 'expired'],
    [1, 'expired'],
  ] as const)('is, %i ms from its expiry, %s', (ms, status) => {
    expect(cardStatus({ status: 'active', expiresAt: END }, at(ms))).toBe(status);
  });

  it('stays void after its expiry, and active for good without one', () => {
    expect(cardStatus({ status: 'void', expiresAt: END }, at(1))).toBe('void');
    expect(cardStatus({ status: 'active', expiresAt: null }, at(1))).toBe('active');
  });
});
