import { describe, expect, it } from 'vitest';
import type { HoldRow } from '../card-locks-store.ts';
import { cardStatus, isOver } from './spend-value.ts';

const END = new Date('2026-11-02T01:15:00.000Z');
const instantAt = (ms: number) => new Date(END.getTime() + ms);
const hold = (state: HoldRow['state']) => ({ state, expiresAt: END }) as HoldRow;

describe('a hold', () => {
  it.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("reports, %i ms after the hold's expiry, whether it has ended: %s", (ms, hasEnded) => {
    expect(isOver(hold('held'), instantAt(ms))).toBe(hasEnded);
  });

  it.each(['captured', 'released', 'lapsed'] as const)(
    'treats a %s hold as ended even before the expiry of the hold',
    (state) => {
      expect(isOver(hold(state), instantAt(-1))).toBe(true);
    },
  );
});

describe('gift card status', () => {
  it.each([
    [-1, 'active'],
    [0, 'expired'],
    [1, 'expired'],
  ] as const)("returns, %i ms after the card's expiry, the status %s", (ms, status) => {
    expect(cardStatus({ status: 'active', expiresAt: END }, instantAt(ms))).toBe(status);
  });

  it('keeps a card void after its expiry, and active if it has no expiry', () => {
    expect(cardStatus({ status: 'void', expiresAt: END }, instantAt(1))).toBe('void');
    expect(cardStatus({ status: 'active', expiresAt: null }, instantAt(1))).toBe('active');
  });
});
