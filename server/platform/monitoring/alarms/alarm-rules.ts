import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import type { Facts } from '../facts-store.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Alarm names are permanent. `ownMessage`: another message informs the operator, so only the webhook gets the alarm.
 * `everyDays`: how often the alarm repeats.
 */
export const ALARMS = {
  books_differ: { ownMessage: true, everyDays: 1 },
  books_unchecked: { ownMessage: false, everyDays: 1 },
  codes_near_cap: { ownMessage: true, everyDays: 1 },
  codes_at_cap: { ownMessage: false, everyDays: 1 },
  jobs_failed: { ownMessage: false, everyDays: 1 },
  jobs_late: { ownMessage: false, everyDays: 1 },
  gift_cards_late: { ownMessage: false, everyDays: 1 },
  gift_cards_failed: { ownMessage: true, everyDays: 1 },
  mails_unanswered: { ownMessage: false, everyDays: 1 },
  orders_held_long: { ownMessage: false, everyDays: 1 },
  reversed_by_others: { ownMessage: false, everyDays: 1 },
  certificate_ends: { ownMessage: false, everyDays: 1 },
  server_certificate_ends: { ownMessage: false, everyDays: 1 },
  wallet_certificate_ends: { ownMessage: false, everyDays: 7 },
  card_key_old: { ownMessage: false, everyDays: 30 },
  session_secret_old: { ownMessage: false, everyDays: 30 },
  schedule_stands: { ownMessage: false, everyDays: 1 },
} as const satisfies Record<string, { ownMessage: boolean; everyDays: number }>;

type AlarmName = keyof typeof ALARMS;

/** Null means no alarm. Undefined means that the state is unknown, so an open alarm stays unchanged. */
export type Judgement = Record<AlarmName, string | null | undefined>;

/** An alarm is raised this many days before a certificate expires. */
const CERTIFICATE_ALARMS = {
  // With two weeks left, the automatic renewal a month ahead must have failed.
  certificate_ends: 14,
  server_certificate_ends: 14,
  // Longer, because the operator requests this certificate from Apple manually.
  wallet_certificate_ends: 30,
} as const;

/** `name` and `renew` appear verbatim in the alarm. `unseen`: why the certificate could not be read. */
export type WatchedCertificate = { alarm: keyof typeof CERTIFICATE_ALARMS; name: string; renew: string } & (
  | { validUntil: Date }
  | { wrong: string }
  | { unseen: string }
);

export type Observed = {
  now: Date;
  facts: Facts;
  codesCap: number;
  /**
   * Used share of the daily cap on sign-in codes, or of the part for new devices if that share is higher; 1 at the cap.
   */
  codesShare: number;
  /** Jobs given up in the last day, by queue. */
  failedJobs: readonly { name: string; failed: number }[];
  /** Null before the first check of the books. */
  books: { differences: number; checkedAt: Date } | null;
  startedAt: Date;
  certificates: readonly WatchedCertificate[];
  cardKey: { id: string; since: Date } | null;
  sessionSecretSince: Date | null;
  secondsWithoutTick: number | null;
};

const UNCHECKED_MS = 3 * HOUR_MS;
const LATE_JOB_SECONDS = 15 * 60;
const HELD_MS = DAY_MS;
const KEY_DAYS = 365;
const WITHOUT_TICK_SECONDS = 120;
const NEAR = 0.8;

export function judgeAlarms(observed: Observed): Judgement {
  const { facts } = observed;
  const { counts } = facts;
  return {
    ...judgeBooks(observed),
    ...judgeCodes(observed),
    ...judgeJobs(observed),
    ...judgeCertificates(observed),
    ...judgeKeys(observed),
    gift_cards_late:
      counts.late > 0
        ? `${formatCount(counts.late, 'gift card is', 'gift cards are')} at least ten minutes late. Run npm run doctor to see the answer of the carrier.`
        : null,
    gift_cards_failed: judgeFailedCards(facts),
    mails_unanswered: judgeUnansweredMails(facts),
    orders_held_long: judgeHeldOrders(observed),
    reversed_by_others:
      counts.reversedByOthers > 0
        ? `In the last day sellers' keys reversed ${formatCount(counts.reversedByOthers, 'gift card sale')} that another till or key made. Ask the sellers. To end a key, run npm run seller -- revoke.`
        : null,
  };
}

function judgeBooks({ books, startedAt, now }: Observed): Pick<Judgement, 'books_differ' | 'books_unchecked'> {
  const since = (books?.checkedAt ?? startedAt).getTime();
  const hours = Math.floor((now.getTime() - since) / HOUR_MS);
  return {
    books_differ:
      books && books.differences > 0
        ? `The books do not add up: ${formatCount(books.differences, 'difference')}. Run npm run books -- check to see each one.`
        : null,
    books_unchecked:
      now.getTime() - since > UNCHECKED_MS
        ? `The shop has not checked the books for ${hours} hours. Look for scheduled_job.failed in the log and restart the server.`
        : null,
  };
}

function judgeCodes({ codesShare, codesCap, facts }: Observed): Pick<Judgement, 'codes_near_cap' | 'codes_at_cap'> {
  const sentence = `The shop sent ${facts.counts.codes} of at most ${codesCap} sign-in codes in the last day`;
  return {
    codes_near_cap:
      codesShare >= NEAR ? `${sentence}. Check who requests them before you raise CODE_SENDS_PER_DAY.` : null,
    codes_at_cap:
      codesShare >= 1
        ? `${sentence}: new devices cannot sign in. Check who requests them before you raise CODE_SENDS_PER_DAY.`
        : null,
  };
}

function judgeJobs({
  facts,
  failedJobs,
  secondsWithoutTick,
}: Observed): Pick<Judgement, 'jobs_failed' | 'jobs_late' | 'schedule_stands'> {
  const failed = failedJobs.filter((queue) => queue.failed > 0).map(({ name, failed }) => `${failed} ${name}`);
  const late = facts.queues.filter(({ oldestSeconds }) => oldestSeconds > LATE_JOB_SECONDS);
  const lateText = late.map(
    ({ queue, due, oldestSeconds }) => `${due} ${queue} (${Math.floor(oldestSeconds / 60)} minutes)`,
  );
  const secondsSinceTick = secondsWithoutTick ?? 0;
  return {
    jobs_failed:
      failed.length > 0
        ? `The shop abandoned jobs in the last day: ${failed.join(', ')}. Run npm run doctor and read the log.`
        : null,
    jobs_late: late.length > 0 ? `Jobs are overdue: ${lateText.join(', ')}. Check that a server is running.` : null,
    schedule_stands:
      secondsSinceTick > WITHOUT_TICK_SECONDS
        ? `No server has run the scheduled jobs for ${Math.floor(secondsSinceTick / 60)} minutes. Restart the servers.`
        : null,
  };
}

type Ends = keyof typeof CERTIFICATE_ALARMS;

function judgeCertificates({ certificates, now }: Observed): Pick<Judgement, Ends> {
  const judgeAlarm = (alarm: Ends): string | null | undefined => {
    const sentences = certificates
      .filter((certificate) => certificate.alarm === alarm)
      .map((certificate) => judgeCertificate(certificate, now));
    const wrong = sentences.filter((sentence) => typeof sentence === 'string');
    if (wrong.length > 0) return wrong.join(' ');
    return sentences.includes(undefined) ? undefined : null;
  };
  return {
    certificate_ends: judgeAlarm('certificate_ends'),
    server_certificate_ends: judgeAlarm('server_certificate_ends'),
    wallet_certificate_ends: judgeAlarm('wallet_certificate_ends'),
  };
}

export function judgeCertificate(certificate: WatchedCertificate, now: Date): string | null | undefined {
  if ('unseen' in certificate) return undefined;
  if ('wrong' in certificate) return certificate.wrong;
  const { alarm, name, validUntil, renew } = certificate;
  const days = daysBetween(now, validUntil);
  if (days >= CERTIFICATE_ALARMS[alarm]) return null;
  return `${name} ${days < 0 ? 'has expired' : `expires in ${formatCount(days, 'day')}`}. ${renew}`;
}

const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / DAY_MS);

function judgeKeys({
  cardKey,
  sessionSecretSince,
  now,
}: Observed): Pick<Judgement, 'card_key_old' | 'session_secret_old'> {
  const old = (name: string, since: Date | undefined | null): string | null => {
    const days = since ? daysBetween(since, now) : 0;
    return days > KEY_DAYS ? `${name} has been in use for ${days} days. Rotate it (docs/how-to/rotate-keys.md).` : null;
  };
  return {
    card_key_old: old(`The card key ${cardKey?.id}`, cardKey?.since),
    session_secret_old: old('SESSION_SECRET', sessionSecretSince),
  };
}

function judgeFailedCards({ messages }: Facts): string | null {
  const lost = messages.filter(({ purpose, state }) => purpose === 'gift' && ['failed', 'unknown'].includes(state));
  const count = lost.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return null;
  const subject = formatCount(count, 'gift card message');
  return `${subject} did not arrive in the last day. Run npm run doctor for details.`;
}

/** Ignores alarm emails, because this alarm's own email could keep it open. */
function judgeUnansweredMails({ messages }: Facts): string | null {
  const mails = messages.filter(
    ({ channel, state, purpose }) => channel === 'email' && state === 'unknown' && purpose !== 'alarm',
  );
  const count = mails.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return null;
  const purposes = mails.map((row) => `${row.count} ${row.purpose}`).join(', ');
  return `The mail server never confirmed ${formatCount(count, 'mail')} in the last day (${purposes}). They may not have arrived, and the shop does not resend them. Check the log of the mail server.`;
}

function judgeHeldOrders({ facts: { counts }, now }: Observed): string | null {
  const ms = counts.oldestHeld ? now.getTime() - counts.oldestHeld.getTime() : 0;
  if (ms <= HELD_MS) return null;
  const subject = formatCount(counts.held, 'order is', 'orders are');
  return `${subject} held, the oldest for ${Math.floor(ms / HOUR_MS)} hours. Run npm run orders -- held to list them.`;
}

export type OpenAlarm = { id: number; name: string; sentence: string; openedAt: Date; saidAt: Date };
export type AlarmChange =
  | { type: 'opened'; name: AlarmName; sentence: string }
  | { type: 'repeated' | 'seen' | 'ended'; name: AlarmName; sentence: string; alarm: OpenAlarm };

export function deriveAlarmChanges(judgement: Judgement, open: readonly OpenAlarm[], now: Date): AlarmChange[] {
  return (Object.keys(ALARMS) as AlarmName[]).flatMap((name): AlarmChange[] => {
    const sentence = judgement[name];
    const alarm = open.find((row) => row.name === name);
    if (sentence === undefined) return [];
    if (!alarm) return sentence === null ? [] : [{ type: 'opened', name, sentence }];
    if (sentence === null) return [{ type: 'ended', name, sentence: alarm.sentence, alarm }];
    const isDue = now.getTime() - alarm.saidAt.getTime() >= ALARMS[name].everyDays * DAY_MS;
    return [{ type: isDue ? 'repeated' : 'seen', name, sentence, alarm }];
  });
}
