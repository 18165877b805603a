import type { Facts } from '../facts-store.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Every alarm by its name, which never changes. `ownMessage`: the operator has a message of it by another way at the moment it
 * happens, so only the webhook hears of the alarm. `everyDays`: how often it is said again while it goes on.
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
  orders_held_long: { ownMessage: false, everyDays: 1 },
  certificate_ends: { ownMessage: false, everyDays: 1 },
  server_certificate_ends: { ownMessage: false, everyDays: 1 },
  wallet_certificate_ends: { ownMessage: false, everyDays: 7 },
  card_key_old: { ownMessage: false, everyDays: 30 },
  schedule_stands: { ownMessage: false, everyDays: 1 },
} as const satisfies Record<string, { ownMessage: boolean; everyDays: number }>;

type AlarmName = keyof typeof ALARMS;

/** What is wrong in words; null: nothing; undefined: not known, and then the alarm stays as it is. */
export type Judgement = Record<AlarmName, string | null | undefined>;

export type Observed = {
  now: Date;
  facts: Facts;
  codesCap: number;
  /** Of all codes and of those to new devices, whichever is nearer to its cap; 1 at the cap. */
  codesShare: number;
  /** By queue, the jobs that were given up within a day. */
  failedJobs: readonly { name: string; failed: number }[];
  /** Null before the first check of a new shop. */
  books: { differences: number; checkedAt: Date } | null;
  startedAt: Date;
  /** Undefined: the shop has none, or does not answer from here. */
  certificate: { validUntil: Date; refused: string | null } | undefined;
  /** TLS_CERT_FILE, as the server has it that looks. */
  serverCertificate: { validUntil: Date } | { unreadable: string } | null;
  walletValidUntil: Date | null;
  cardKey: { id: string; since: Date } | null;
  /** Null: one process has the database. */
  secondsWithoutSchedule: number | null;
};

/** Certificates are renewed a month ahead; two weeks before the end that has not worked. */
export const RENEWED_DAYS = 14;
const UNCHECKED_MS = 3 * HOUR_MS;
const LATE_JOB_SECONDS = 15 * 60;
const HELD_MS = DAY_MS;
const WALLET_DAYS = 30;
const KEY_DAYS = 365;
const WITHOUT_SCHEDULE_SECONDS = 120;
const NEAR = 0.8;

/** What is wrong with a shop of which this is known. */
export function judgeAlarms(observed: Observed): Judgement {
  const { facts } = observed;
  const { counts } = facts;
  return {
    ...judgeBooks(observed),
    ...judgeCodes(observed),
    ...judgeJobs(observed),
    ...judgeEnds(observed),
    gift_cards_late:
      counts.late > 0
        ? `${counts.late} gift cards should have gone out ten minutes ago. See what the carrier says: npm run doctor.`
        : null,
    gift_cards_failed: judgeFailedCards(facts),
    orders_held_long: judgeHeldOrders(observed),
  };
}

function judgeBooks({ books, startedAt, now }: Observed): Pick<Judgement, 'books_differ' | 'books_unchecked'> {
  const since = (books?.checkedAt ?? startedAt).getTime();
  const hours = Math.floor((now.getTime() - since) / HOUR_MS);
  return {
    books_differ:
      books && books.differences > 0
        ? `The books do not add up: ${books.differences} differences. npm run books -- check lists them.`
        : null,
    books_unchecked:
      now.getTime() - since > UNCHECKED_MS
        ? `The books were not checked for ${hours} hours. The log says why (scheduled_job.failed).`
        : null,
  };
}

function judgeCodes({ codesShare, codesCap, facts }: Observed): Pick<Judgement, 'codes_near_cap' | 'codes_at_cap'> {
  const sent = `${facts.counts.codes} of ${codesCap} sign-in codes were sent in the last day`;
  return {
    codes_near_cap: codesShare >= NEAR ? `${sent}. See CODE_SENDS_PER_DAY.` : null,
    codes_at_cap:
      codesShare >= 1 ? `${sent}: new devices get no code, so nobody new signs in. See CODE_SENDS_PER_DAY.` : null,
  };
}

function judgeJobs({
  facts,
  failedJobs,
  secondsWithoutSchedule,
}: Observed): Pick<Judgement, 'jobs_failed' | 'jobs_late' | 'schedule_stands'> {
  const failed = failedJobs.filter((queue) => queue.failed > 0).map(({ name, failed }) => `${failed} ${name}`);
  const late = facts.queues.filter(({ oldestSeconds }) => oldestSeconds > LATE_JOB_SECONDS);
  const lateText = late.map(
    ({ queue, due, oldestSeconds }) => `${due} ${queue} (${Math.floor(oldestSeconds / 60)} minutes)`,
  );
  const without = secondsWithoutSchedule ?? 0;
  return {
    jobs_failed:
      failed.length > 0 ? `Jobs were given up in the last day: ${failed.join(', ')}. The log says why.` : null,
    jobs_late: late.length > 0 ? `Jobs wait too long: ${lateText.join(', ')}. Is a server running?` : null,
    schedule_stands:
      without > WITHOUT_SCHEDULE_SECONDS
        ? `No server has run the scheduled jobs for ${Math.floor(without / 60)} minutes. Restart the servers.`
        : null,
  };
}

type Ends = 'certificate_ends' | 'server_certificate_ends' | 'wallet_certificate_ends' | 'card_key_old';

function judgeEnds(observed: Observed): Pick<Judgement, Ends> {
  const { now, certificate, serverCertificate, walletValidUntil, cardKey } = observed;
  const daysTo = (date: Date): number => Math.floor((date.getTime() - now.getTime()) / DAY_MS);
  const ends = (until: Date): string => (daysTo(until) < 0 ? 'has ended' : `ends in ${daysTo(until)} days`);
  const wallet = walletValidUntil && daysTo(walletValidUntil) < WALLET_DAYS ? ends(walletValidUntil) : null;
  const keyDays = cardKey ? -daysTo(cardKey.since) : 0;
  return {
    certificate_ends: certificate && judgeCertificate(certificate, daysTo(certificate.validUntil), ends),
    server_certificate_ends: serverCertificate && judgeServerCertificate(serverCertificate, daysTo, ends),
    wallet_certificate_ends:
      wallet && `The certificate for Apple Wallet ${wallet}. Renew it (docs/how-to/connect-wallets.md).`,
    card_key_old:
      cardKey && keyDays > KEY_DAYS
        ? `The key ${cardKey.id} seals gift cards for ${keyDays} days. Take a new one (docs/how-to/rotate-keys.md).`
        : null,
  };
}

function judgeCertificate(
  { validUntil, refused }: NonNullable<Observed['certificate']>,
  days: number,
  ends: (until: Date) => string,
): string | null {
  if (days < RENEWED_DAYS) return `The certificate of the shop ${ends(validUntil)}. Renew it at the proxy.`;
  return refused ? `Browsers refuse the certificate of the shop (${refused}). Replace it at the proxy.` : null;
}

function judgeServerCertificate(
  found: NonNullable<Observed['serverCertificate']>,
  daysTo: (date: Date) => number,
  ends: (until: Date) => string,
): string | null {
  if ('unreadable' in found)
    return `${found.unreadable} A server that runs goes on with the one it has, and none can start.`;
  if (daysTo(found.validUntil) >= RENEWED_DAYS) return null;
  return `The certificate in TLS_CERT_FILE ${ends(found.validUntil)}. Renew the file: the server takes it up by itself.`;
}

function judgeFailedCards({ messages }: Facts): string | null {
  const lost = messages.filter(({ purpose, state }) => purpose === 'gift' && ['failed', 'unknown'].includes(state));
  const count = lost.reduce((sum, one) => sum + one.count, 0);
  return count > 0 ? `${count} messages of gift cards did not arrive in the last day. npm run doctor says more.` : null;
}

function judgeHeldOrders({ facts: { counts }, now }: Observed): string | null {
  const ms = counts.oldestHeld ? now.getTime() - counts.oldestHeld.getTime() : 0;
  if (ms <= HELD_MS) return null;
  return `${counts.held} orders are held, the oldest for ${Math.floor(ms / HOUR_MS)} hours: npm run orders.`;
}

export type OpenAlarm = { id: number; name: string; sentence: string; openedAt: Date; saidAt: Date };
export type AlarmChange =
  | { type: 'opened'; name: AlarmName; sentence: string }
  | { type: 'repeated' | 'seen' | 'ended'; name: AlarmName; sentence: string; alarm: OpenAlarm };

/** What becomes of each alarm: it opens once, is said again after its days, and ends once. */
export function changesOf(judgement: Judgement, open: readonly OpenAlarm[], now: Date): AlarmChange[] {
  return (Object.keys(ALARMS) as AlarmName[]).flatMap((name): AlarmChange[] => {
    const sentence = judgement[name];
    const alarm = open.find((one) => one.name === name);
    if (sentence === undefined) return [];
    if (!alarm) return sentence === null ? [] : [{ type: 'opened', name, sentence }];
    if (sentence === null) return [{ type: 'ended', name, sentence: alarm.sentence, alarm }];
    const isDue = now.getTime() - alarm.saidAt.getTime() >= ALARMS[name].everyDays * DAY_MS;
    return [{ type: isDue ? 'repeated' : 'seen', name, sentence, alarm }];
  });
}
