import { toIncrementId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { letterHtml } from '#server/platform/kernel/text.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator } from '#server/platform/messaging/queue-message.ts';
import { listUndeliveredCards } from './undelivered-store.ts';

/** A carrier outage makes many deliveries fail, so one notice covers them. */
const EVERY_MS = 15 * 60_000;
const LOOK_BACK_MS = 24 * 3_600_000;
const NAMED = 3;

export async function queueNotice(context: Context, tx: Transaction, now: Date): Promise<void> {
  const notBefore = new Date((Math.floor(now.getTime() / EVERY_MS) + 1) * EVERY_MS);
  const ref = `gift-cards-undelivered-${notBefore.toISOString()}`;
  await queueForOperator(context, tx, { ref, purpose: 'gift-notice', notBefore, now });
}

export const undeliveredNotices: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, clock, settings }, { channel }) {
    const since = new Date(clock.ms() - LOOK_BACK_MS);
    const cards = await listUndeliveredCards(database.orm, since);
    if (cards.length === 0) return 'not needed';
    const text = `${settings.SHOP_NAME}: ${composeNotice(cards)}`;
    if (channel !== 'email') return { text };
    return { subject: 'Undelivered gift cards', text, html: letterHtml([text]) };
  },
};

type Undelivered = Awaited<ReturnType<typeof listUndeliveredCards>>;

function composeNotice(cards: Undelivered): string {
  const failed = cards.filter(({ state }) => state === 'failed').length;
  const unknown = cards.length - failed;
  const counts = [failed && `${failed} failed`, unknown && `${unknown} unanswered`].filter(Boolean).join(', ');
  const orders = [...new Set(cards.map(({ number }) => toIncrementId(number)))];
  const suffix = orders.length > NAMED ? ` and ${orders.length - NAMED} more` : '';
  const subject = cards.length === 1 ? '1 gift card was' : `${cards.length} gift cards were`;
  const where = `${orders.length === 1 ? 'order' : 'orders'} ${orders.slice(0, NAMED).join(', ')}${suffix}`;
  return `in the last day ${subject} not delivered (${counts}): ${where}. The shop notifies their customers. To see why, run npm run orders -- show NUMBER`;
}
