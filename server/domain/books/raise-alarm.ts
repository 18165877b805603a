import { toWallTime, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { escapeHtml } from '#server/platform/kernel/text.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator } from '#server/platform/messaging/queue-message.ts';
import {
  type Difference,
  deleteChecksBefore,
  findLatestCheck,
  findUnansweredSince,
  isChecked,
  listDifferencesOfSameCheck,
  recordCheck,
  recordDifferences,
} from './book-checks-store.ts';
import { checkBooks } from './check-books.ts';

const HOUR_MS = 3_600_000;
/** Payments may be captured up to a week after they were made. */
const DAYS = 8;
const KEPT_MS = 90 * 24 * HOUR_MS;
/** A short outage raises no alarm, but a revoked API key does, because it never recovers by itself. */
const ALARM_AFTER_HOURS = 6;
const UNANSWERED = 'payment provider';

/** Scheduled job: checks once an hour, and alerts once per difference and day. */
export async function checkBooksHourly(context: Context): Promise<void> {
  const { database, clock, log } = context;
  const hour = new Date(Math.floor(clock.ms() / HOUR_MS) * HOUR_MS);
  if (await isChecked(database.orm, hour)) return;
  const { differences, provider, error } = await checkBooks(context, { days: DAYS });
  if (provider === null) log.warn({ err: error }, 'books.provider_unanswered');
  for (const { subject, sentence } of differences) log.error({ subject, sentence }, 'books.differ');
  const providerUnanswered = provider === null;
  await raiseAlarm(context, [...differences, ...(providerUnanswered ? await findLongUnanswered(context, hour) : [])]);
  const found = { differences: differences.length, providerUnanswered };
  await recordCheck(database.orm, { hour, finishedAt: clock.now(), ...found });
  await deleteChecksBefore(database.orm, new Date(hour.getTime() - KEPT_MS));
}

async function findLongUnanswered({ database }: Context, hour: Date): Promise<Difference[]> {
  const since = (await findUnansweredSince(database.orm)) ?? hour;
  const hours = Math.round((hour.getTime() - since.getTime()) / HOUR_MS);
  if (hours < ALARM_AFTER_HOURS) return [];
  const sentence = `The payment provider has not answered for ${hours} hours: payments and refunds are not compared.`;
  return [{ subject: UNANSWERED, sentence }];
}

export async function findLatestCheckSummary(
  handle: Handle,
): Promise<{ differences: number; checkedAt: Date; providerUnanswered: boolean } | null> {
  const check = await findLatestCheck(handle);
  if (!check) return null;
  const { differences, finishedAt: checkedAt, providerUnanswered } = check;
  return { differences, checkedAt, providerUnanswered };
}

async function raiseAlarm(context: Context, differences: readonly Difference[]): Promise<void> {
  const foundAt = context.clock.now();
  const day = writeWallTime(toWallTime(foundAt.getTime(), DEFAULT_ZONE)).slice(0, 10);
  await context.database.transaction(async (tx) => {
    const [first] = await recordDifferences(tx, { day, foundAt, differences });
    if (first === undefined) return;
    const about = { bookDifferenceId: first, now: foundAt };
    await queueForOperator(context, tx, { ...about, purpose: 'books-differ', ref: `books-${first}` });
  });
}

/** These messages must not contain names or phone numbers. */
export const bookMessages: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { bookDifferenceId, channel }) {
    const differences = await listDifferencesOfSameCheck(database.orm, Number(bookDifferenceId));
    if (differences.length === 0) return 'not needed';
    const differ = differences.some(({ subject }) => subject !== UNANSWERED);
    const alarm = { differ, sentences: differences.map(({ sentence }) => sentence) };
    return channel === 'email' ? composeAlarmMail(alarm) : { text: formatAlarm(alarm, settings.SHOP_NAME) };
  },
};

type Alarm = { differ: boolean; sentences: readonly string[] };

const formatHeading = ({ differ }: Alarm): string => `books ${differ ? 'do not add up' : 'are only partly checked'}`;

const LOOK = 'npm run books -- check';

function formatAlarm(alarm: Alarm, operatorName: string): string {
  const { sentences } = alarm;
  const suffix = sentences.length === 1 ? '' : ` And ${formatCount(sentences.length - 1, 'more difference')}.`;
  return `${operatorName}: the ${formatHeading(alarm)}. ${sentences[0]}${suffix} Details: ${LOOK}`;
}

function composeAlarmMail(alarm: Alarm): { subject: string; text: string; html: string } {
  const { differ, sentences } = alarm;
  const title = `The ${formatHeading(alarm)}`;
  const text = [`${title}:`, '', ...sentences.map((sentence) => `- ${sentence}`), '', `Details: ${LOOK}`, ''].join(
    '\n',
  );
  const html = `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 ui-monospace,monospace;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`;
  const count = formatCount(sentences.length, 'difference');
  return { subject: differ ? `${title}: ${count}` : title, text, html };
}
