import { describe, expect, it } from 'vitest';
import { cardStates } from '#contract/gift-cards.ts';
import { correctionDenial, isOffered, type ResendFacts, resendDenial } from './resend-policy.ts';

const now = new Date('2026-11-02T01:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const card: ResendFacts = {
  state: 'delivered',
  openedAt: null,
  expiresAt: new Date('2029-11-02T01:00:00Z'),
  claimedAt: secondsAgo(600),
  claimed: false,
  toNobody: false,
  unreportedSince: null,
  hasOptedOut: false,
  corrections: 0,
  resends: 0,
  againAt: null,
  attemptsOfCard: 0,
  attemptsOfCustomer: 0,
};
const isAllowed = (rule: typeof resendDenial, change: Partial<ResendFacts>) =>
  rule({ ...card, ...change }, now) === null;

describe('resend and correction rules', () => {
  it('allows resends of an unopened card only after a send attempt, and corrections unless it is void', () => {
    expect(cardStates.filter((state) => isAllowed(resendDenial, { state }))).toEqual([
      'sent',
      'delivered',
      'failed',
      'unknown',
    ]);
    expect(cardStates.filter((state) => !isAllowed(correctionDenial, { state }))).toEqual(['void']);
    for (const rule of [resendDenial, correctionDenial]) expect(isAllowed(rule, { expiresAt: now })).toBe(false);
  });

  it('allows resends but no corrections once the card is opened', () => {
    const opened = (rule: typeof resendDenial) =>
      cardStates.filter((state) => isAllowed(rule, { state, openedAt: secondsAgo(1) }));
    expect(opened(correctionDenial)).toEqual([]);
    expect(opened(resendDenial)).toEqual(['sent', 'delivered', 'failed', 'unknown']);
  });

  it("refuses a resend once the recipient's data is erased, but allows a correction", () => {
    expect(resendDenial({ ...card, toNobody: true }, now)).toEqual({ error: 'recipient_mobile_required' });
    expect(isAllowed(correctionDenial, { toNobody: true })).toBe(true);
  });

  it('requires five minutes between resends except after a failure, but never delays a correction', () => {
    expect(resendDenial({ ...card, claimedAt: secondsAgo(100) }, now)).toEqual({
      error: { code: 'wait_before_resend', parameters: { minutes: 4 } },
      from: new Date('2026-11-02T01:03:20Z'),
    });
    expect(resendDenial({ ...card, againAt: secondsAgo(290) }, now)?.error).toEqual({
      code: 'wait_before_resend',
      parameters: { minutes: 1 },
    });
    expect(isAllowed(resendDenial, { claimedAt: secondsAgo(300) })).toBe(true);
    expect(isAllowed(resendDenial, { state: 'failed', claimedAt: secondsAgo(1) })).toBe(true);
    expect(isAllowed(correctionDenial, { claimedAt: secondsAgo(1), againAt: secondsAgo(1) })).toBe(true);
  });

  it('blocks resends and corrections for two minutes while the carrier is handling a message', () => {
    for (const rule of [resendDenial, correctionDenial]) {
      expect(rule({ ...card, state: 'queued', claimed: true, claimedAt: secondsAgo(119) }, now)?.from).toEqual(
        new Date(now.getTime() + 1_000),
      );
    }
    expect(isAllowed(correctionDenial, { state: 'queued', claimed: true, claimedAt: secondsAgo(120) })).toBe(true);
  });

  it('allows five corrections and twenty resends per card, and lets operators correct more often', () => {
    expect(isAllowed(correctionDenial, { corrections: 4, resends: 99 })).toBe(true);
    const corrected = { ...card, corrections: 5, attemptsOfCard: 5, attemptsOfCustomer: 25 };
    expect(correctionDenial(corrected, now)?.error).toBe('card_corrected_too_often');
    expect(correctionDenial(corrected, now, { byOperator: true })).toBeNull();
    expect(isAllowed(resendDenial, { corrections: 99, resends: 19 })).toBe(true);
    expect(resendDenial({ ...card, resends: 20 }, now)?.error).toBe('card_resent_too_often');
  });

  it('delays a correction until the carrier reports on the last delivery, for at most a day', () => {
    const handed = { unreportedSince: secondsAgo(3_600) };
    for (const state of ['queued', 'sent', 'unknown'] as const)
      expect(correctionDenial({ ...card, ...handed, state }, now)).toEqual({
        error: { code: 'card_delivery_not_known', parameters: { hours: 23 } },
        from: new Date('2026-11-03T00:00:00Z'),
      });
    for (const state of ['delivered', 'failed'] as const)
      expect(isAllowed(correctionDenial, { ...handed, state })).toBe(true);
    expect(isAllowed(correctionDenial, { state: 'sent', unreportedSince: secondsAgo(86_400) })).toBe(true);
    expect(isAllowed(resendDenial, { ...handed, state: 'sent' })).toBe(true);
  });

  it('refuses a resend to a number that replied STOP, but allows a correction', () => {
    expect(resendDenial({ ...card, hasOptedOut: true }, now)).toEqual({ error: 'recipient_opted_out' });
    expect(isAllowed(correctionDenial, { hasOptedOut: true })).toBe(true);
  });

  it('still offers an action when its error tells the customer what to do instead', () => {
    const offered = (change: Partial<ResendFacts>) =>
      [correctionDenial, resendDenial].map((rule) => isOffered(rule({ ...card, ...change }, now)));
    expect(offered({})).toEqual([true, true]);
    expect(offered({ hasOptedOut: true, corrections: 5 })).toEqual([true, true]);
    expect(offered({ resends: 20, state: 'sent', unreportedSince: now })).toEqual([true, true]);
    expect(offered({ state: 'void' })).toEqual([false, false]);
    expect(offered({ attemptsOfCard: 5 })).toEqual([false, false]);
  });

  it('limits sends to five a day per card and 25 a day per customer', () => {
    for (const rule of [resendDenial, correctionDenial]) {
      expect(isAllowed(rule, { attemptsOfCard: 4, attemptsOfCustomer: 24 })).toBe(true);
      expect(rule({ ...card, attemptsOfCard: 5 }, now)?.error).toBe('card_sent_too_often');
      expect(rule({ ...card, attemptsOfCustomer: 25 }, now)?.error).toBe('cards_sent_too_often');
    }
  });
});
