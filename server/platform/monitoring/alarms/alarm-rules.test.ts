import { describe, expect, it } from 'vitest';
import type { Facts } from '../facts-store.ts';
import { deriveAlarmChanges, judgeAlarms, type Observed, type WatchedCertificate } from './alarm-rules.ts';

const now = new Date('2026-11-02T01:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000 + 60_000);

const counts = {
  held: 0,
  oldestHeld: null,
  later: 0,
  due: 0,
  late: 0,
  codes: 0,
  strangersCodes: 0,
  reversedByOthers: 0,
};
const well: Observed = {
  now,
  facts: {
    queues: [],
    secondsSinceTick: null,
    waiting: [],
    messages: [],
    payments: [],
    entries: [],
    alarms: [],
    counts,
  },
  codesCap: 100,
  codesShare: 0,
  failedJobs: [],
  books: { differences: 0, checkedAt: now },
  startedAt: now,
  certificates: [],
  cardKey: null,
  sessionSecretSince: null,
  secondsWithoutTick: null,
};
const facts = (changed: Partial<Facts>): Partial<Observed> => ({ facts: { ...well.facts, ...changed } });
const queue = { queue: 'send-message', due: 3, later: 0, active: 0, failed: 0, oldestSeconds: 901 };
type Seen = { validUntil: Date } | { wrong: string } | { unseen: string };
const certificate = (alarm: WatchedCertificate['alarm'], seen: Seen): WatchedCertificate => ({
  alarm,
  name: `That of ${alarm}`,
  renew: 'Renew it.',
  ...seen,
});
const expiringCertificates = (alarm: WatchedCertificate['alarm'], ...days: number[]): Partial<Observed> => ({
  certificates: days.map((left) => certificate(alarm, { validUntil: inDays(left) })),
});
const unseen = { unseen: 'Nobody answers.' };

const listRaisedAlarms = (changed: Partial<Observed>) =>
  Object.entries(judgeAlarms({ ...well, ...changed })).flatMap(([name, sentence]) => (sentence ? [name] : []));

describe('alarm rules', () => {
  it.each<[string, Partial<Observed>, string[]]>([
    ['a healthy shop (none)', {}, []],
    ['books with differences', { books: { differences: 1, checkedAt: now } }, ['books_differ']],
    [
      'books that were not checked for a day',
      { books: { differences: 0, checkedAt: inDays(-1) } },
      ['books_unchecked'],
    ],
    ['a shop that never checked its books', { books: null, startedAt: inDays(-1) }, ['books_unchecked']],
    ['a shop that has just started (none)', { books: null }, []],
    ['codes near their cap', { codesShare: 0.8 }, ['codes_near_cap']],
    ['codes at their cap', { codesShare: 1 }, ['codes_near_cap', 'codes_at_cap']],
    ['jobs that wait too long', facts({ queues: [queue] }), ['jobs_late']],
    ['jobs that wait just under the limit (none)', facts({ queues: [{ ...queue, oldestSeconds: 899 }] }), []],
    ['abandoned jobs', { failedJobs: [{ name: 'send-refund', failed: 1 }] }, ['jobs_failed']],
    ['late gift cards', facts({ counts: { ...counts, late: 1 } }), ['gift_cards_late']],
    [
      'gift cards that did not arrive',
      facts({ messages: [{ purpose: 'gift', channel: 'sms', state: 'unknown', count: 1 }] }),
      ['gift_cards_failed'],
    ],
    [
      'emails that the mail server never acknowledged',
      facts({ messages: [{ purpose: 'seller-order', channel: 'email', state: 'unknown', count: 1 }] }),
      ['mails_unanswered'],
    ],
    [
      'unacknowledged alarm emails and rejected emails (none)',
      facts({
        messages: [
          { purpose: 'alarm', channel: 'email', state: 'unknown', count: 1 },
          { purpose: 'receipt', channel: 'email', state: 'failed', count: 1 },
        ],
      }),
      [],
    ],
    [
      'sign-in codes that did not arrive (none)',
      facts({ messages: [{ purpose: 'code', channel: 'sms', state: 'failed', count: 1 }] }),
      [],
    ],
    ['an order held too long', facts({ counts: { ...counts, held: 1, oldestHeld: inDays(-2) } }), ['orders_held_long']],
    [
      'sales reversed by another till or key',
      facts({ counts: { ...counts, reversedByOthers: 1 } }),
      ['reversed_by_others'],
    ],
    ['a certificate that expires soon', expiringCertificates('certificate_ends', 13), ['certificate_ends']],
    ['an expired certificate', expiringCertificates('certificate_ends', -3), ['certificate_ends']],
    ['a certificate that is valid long enough (none)', expiringCertificates('certificate_ends', 14), []],
    [
      'a certificate that browsers reject',
      { certificates: [certificate('certificate_ends', { wrong: 'Refused.' })] },
      ['certificate_ends'],
    ],
    [
      'one of several certificates expiring soon',
      expiringCertificates('server_certificate_ends', 60, 13, 60),
      ['server_certificate_ends'],
    ],
    [
      'a wallet certificate that expires soon',
      expiringCertificates('wallet_certificate_ends', 29),
      ['wallet_certificate_ends'],
    ],
    ['a wallet certificate that is valid long enough (none)', expiringCertificates('wallet_certificate_ends', 30), []],
    ['a gift card key that is due for rotation', { cardKey: { id: 'k1', since: inDays(-367) } }, ['card_key_old']],
    ['a session secret that is due for rotation', { sessionSecretSince: inDays(-367) }, ['session_secret_old']],
    ['a session secret not yet due for rotation (none)', { sessionSecretSince: inDays(-365) }, []],
    ['a schedule that has stopped', { secondsWithoutTick: 121 }, ['schedule_stands']],
  ])('raises the expected alarms for %s', (_what, changed, wrong) => {
    expect(listRaisedAlarms(changed)).toEqual(wrong);
  });

  it('reports each expiring certificate in a sentence of its own', () => {
    const judgement = judgeAlarms({ ...well, ...expiringCertificates('server_certificate_ends', 9, 1, -1, 60) });
    expect(judgement.server_certificate_ends).toBe(
      ['expires in 9 days', 'expires in 1 day', 'has expired']
        .map((when) => `That of server_certificate_ends ${when}. Renew it.`)
        .join(' '),
    );
  });

  it('uses the singular for a single difference in the books', () => {
    const { books_differ } = judgeAlarms({ ...well, books: { differences: 1, checkedAt: now } });
    expect(books_differ).toBe('The books do not add up: 1 difference. Run npm run books -- check to see each one.');
  });

  it('leaves an open alarm unchanged while its certificate cannot be read', () => {
    const alarm = { id: 1, name: 'certificate_ends', sentence: 'It expires.', openedAt: now, saidAt: now };
    const good = certificate('certificate_ends', { validUntil: inDays(60) });
    const changes = (...certificates: WatchedCertificate[]) =>
      deriveAlarmChanges(judgeAlarms({ ...well, certificates }), [alarm], now).map(({ type }) => type);
    expect(changes(certificate('certificate_ends', unseen))).toEqual([]);
    expect(changes(good, certificate('certificate_ends', unseen))).toEqual([]);
    expect(changes(good)).toEqual(['ended']);
    expect(changes()).toEqual(['ended']);
  });

  it('repeats an alarm only after its interval', () => {
    const alarm = { id: 1, name: 'wallet_certificate_ends', sentence: '', openedAt: now, saidAt: inDays(-6) };
    const judgement = judgeAlarms({ ...well, ...expiringCertificates('wallet_certificate_ends', 20) });
    expect(deriveAlarmChanges(judgement, [alarm], now)).toMatchObject([{ type: 'seen' }]);
    expect(deriveAlarmChanges(judgement, [{ ...alarm, saidAt: inDays(-8) }], now)).toMatchObject([
      { type: 'repeated' },
    ]);
  });
});
