import { describe, expect, test } from 'vitest';
import { cardStates } from '#contract/gift-cards.ts';
import { correctRefusal, resendRefusal, type SecondSendFacts } from './second-send.ts';

const now = new Date('2026-11-02T01:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const card: SecondSendFacts = {
  state: 'delivered',
  openedAt: null,
  expiresAt: new Date('2029-11-02T01:00:00Z'),
  claimedAt: ago(600),
  claimed: false,
  againAt: null,
  roundsOfCard: 0,
  roundsOfMember: 0,
};
const allowed = (rule: typeof resendRefusal, change: Partial<SecondSendFacts>) =>
  rule({ ...card, ...change }, now) === null;

describe('what can be sent again and corrected', () => {
  test('by state, before the card is opened', () => {
    expect(cardStates.filter((state) => allowed(resendRefusal, { state }))).toEqual([
      'sent',
      'delivered',
      'failed',
      'unknown',
    ]);
    expect(cardStates.filter((state) => !allowed(correctRefusal, { state }))).toEqual(['void']);
    for (const rule of [resendRefusal, correctRefusal]) {
      expect(cardStates.filter((state) => allowed(rule, { state, openedAt: ago(1) }))).toEqual([]);
      expect(allowed(rule, { expiresAt: now })).toBe(false);
    }
  });

  test('five minutes lie between two sends; after a failure there is nothing to wait for, a correction never waits', () => {
    expect(resendRefusal({ ...card, claimedAt: ago(100) }, now)).toEqual({
      message: 'Please wait 4 minutes before you send it again',
      from: new Date('2026-11-02T01:03:20Z'),
    });
    expect(resendRefusal({ ...card, againAt: ago(290) }, now)?.message).toContain('wait a minute');
    expect(allowed(resendRefusal, { claimedAt: ago(300) })).toBe(true);
    expect(allowed(resendRefusal, { state: 'failed', claimedAt: ago(1) })).toBe(true);
    expect(allowed(correctRefusal, { claimedAt: ago(1), againAt: ago(1) })).toBe(true);
  });

  test('nothing moves while the carrier holds a message, for two minutes', () => {
    for (const rule of [resendRefusal, correctRefusal]) {
      expect(rule({ ...card, state: 'queued', claimed: true, claimedAt: ago(119) }, now)?.from).toEqual(
        new Date(now.getTime() + 1_000),
      );
    }
    expect(allowed(correctRefusal, { state: 'queued', claimed: true, claimedAt: ago(120) })).toBe(true);
  });

  test('five rounds a card and 25 a buyer are enough for a day', () => {
    for (const rule of [resendRefusal, correctRefusal]) {
      expect(allowed(rule, { roundsOfCard: 4, roundsOfMember: 24 })).toBe(true);
      expect(rule({ ...card, roundsOfCard: 5 }, now)?.message).toContain('sent often enough');
      expect(rule({ ...card, roundsOfMember: 25 }, now)?.message).toContain('You have sent');
    }
  });
});
