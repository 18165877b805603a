import { wallTimeAt, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Context } from '../context.ts';
import { escaped } from '../kernel/text.ts';
import type { PurposeHandler } from '../messaging/purposes.ts';
import { queueMessage } from '../messaging/queue-message.ts';
import {
  claimHour,
  type Difference,
  deleteChecksBefore,
  finishCheck,
  lastCheck,
  noteDifferences,
  sentencesFoundWith,
} from './book-checks-store.ts';
import { checkBooks } from './check-books.ts';

const HOUR_MS = 3_600_000;
/** Held payments are captured up to a week after they were made. */
const DAYS = 8;
const KEPT_MS = 90 * 24 * HOUR_MS;

/**
 * Scheduled job: once an hour one process checks the books, and every process says in its metrics what was found. What
 * differs is a message to the operator, once a difference and day.
 */
export async function checkBooksHourly(context: Context): Promise<void> {
  const { database, clock, log, metrics } = context;
  const hour = new Date(Math.floor(clock.ms() / HOUR_MS) * HOUR_MS);
  if (await claimHour(database.orm, hour)) {
    const { differences, provider, error } = await checkBooks(context, { days: DAYS });
    if (provider === null) log.warn({ err: error }, 'books.provider_unanswered');
    await raiseAlarm(context, differences);
    await finishCheck(database.orm, { hour, finishedAt: clock.now(), differences: differences.length });
    await deleteChecksBefore(database.orm, new Date(hour.getTime() - KEPT_MS));
  }
  const last = await lastCheck(database.orm);
  if (last?.finishedAt) metrics.showBooks({ differences: last.differences ?? 0, checkedAt: last.finishedAt });
}

/** Notes what differs and tells the operator of what is new today, by text, mail or both, as the settings say. */
async function raiseAlarm(context: Context, differences: readonly Difference[]): Promise<void> {
  const { OPERATOR_MOBILE, OPERATOR_EMAIL } = context.settings;
  const foundAt = context.clock.now();
  const day = writeWallTime(wallTimeAt(foundAt.getTime(), DEFAULT_ZONE)).slice(0, 10);
  await context.database.transaction(async (tx) => {
    const [first] = await noteDifferences(tx, { day, foundAt, differences });
    if (first === undefined) return;
    const message = { purpose: 'books-differ', bookDifferenceId: first, now: foundAt } as const;
    const ref = `books-${first}`;
    if (OPERATOR_MOBILE !== '')
      await queueMessage(context, tx, { ...message, ref: `${ref}-text`, channel: 'sms', recipient: OPERATOR_MOBILE });
    if (OPERATOR_EMAIL !== '')
      await queueMessage(context, tx, { ...message, ref: `${ref}-mail`, channel: 'email', recipient: OPERATOR_EMAIL });
  });
  for (const { subject, sentence } of differences) context.log.error({ subject, sentence }, 'books.differ');
}

/** Cards, orders and amounts, and nobody's name or number. */
export const bookMessages: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { bookDifferenceId, channel }) {
    const sentences = await sentencesFoundWith(database.orm, Number(bookDifferenceId));
    const [first] = sentences;
    if (first === undefined) return 'not needed';
    return channel === 'email' ? alarmMail(sentences) : { text: alarmText(sentences, settings.OPERATOR_NAME) };
  },
};

const LOOK = 'npm run books -- check';

/** A text names one; all stand in the mail, and the command says them. */
function alarmText(sentences: readonly string[], operatorName: string): string {
  const more = sentences.length === 1 ? '' : ` And ${sentences.length - 1} more.`;
  return `${operatorName}: the books do not add up. ${sentences[0]}${more} Look with: ${LOOK}`;
}

function alarmMail(sentences: readonly string[]): { subject: string; text: string; html: string } {
  const text = ['The books do not add up:', '', ...sentences.map((one) => `- ${one}`), '', LOOK, ''].join('\n');
  const html = `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 ui-monospace,monospace;white-space:pre-wrap">${escaped(text)}</pre></body></html>`;
  const count = sentences.length === 1 ? 'a difference' : `${sentences.length} differences`;
  return { subject: `The books do not add up: ${count}`, text, html };
}
