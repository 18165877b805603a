import { sendTime } from '#contract/rules/time/quiet-hours.ts';
import type { Context } from '#server/context.ts';
import { clearWriterIfVerified, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { rescheduleMessages } from '#server/platform/messaging/queue-message.ts';
import { isEditable } from '../card-state.ts';
import { rescheduleCard } from '../reschedule-card.ts';
import { cardChangeError } from './card-change-error.ts';
import * as store from './details-store.ts';

export type Scheduled = { status: true; send_at?: string; moved?: 'past' | 'quiet' | null };

const FIELDS = { zone_unknown: 'delivery_timezone', schedule_missing: 'scheduled_delivery' } as const;

export function readSendTime(schedule: Parameters<typeof sendTime>[0]) {
  const read = sendTime(schedule);
  return read.ok
    ? { sendAt: new Date(read.sendAt), moved: read.moved }
    : { errors: { [FIELDS[read.error]]: read.error } };
}

/**
 * Saves the send time, and reschedules the card if it is queued. Silently ignores unknown ids, such as another
 * customer's.
 */
export async function setSchedule(
  context: Context,
  query: { customerId: number; unverified: Session | null; id: number | null; localTime: string; zone: string },
): Promise<Result<Scheduled>> {
  const read = readSendTime({ scheduledAt: query.localTime, zone: query.zone, now: context.clock.ms() });
  if ('errors' in read) return fieldErrors(read.errors);
  const { sendAt } = read;
  const answer: Scheduled = { status: true, send_at: sendAt.toISOString(), moved: read.moved };
  if (query.id === null) return answer;
  const { id } = query;
  return context.database.transaction(async (tx) => {
    const details = await store.lockDetails(tx, { customerId: query.customerId, id });
    if (!details) return answer;
    const { customerId, unverified } = query;
    const now = context.clock.now();
    const error = await cardChangeError(tx, { customerId, id, unverified, now });
    if (error) return error;
    const card = await store.lockCardOfDetails(tx, id);
    if (card && !isEditable(card)) return fieldErrors({ scheduled_delivery: 'card_already_sent' });
    const time = { scheduledDelivery: query.localTime, timezone: query.zone, sendAt };
    await store.updateDetails(tx, id, { ...time, ...clearWriterIfVerified(unverified) });
    if (card) {
      await rescheduleCard(tx, { card, sendAt });
      await rescheduleMessages(context, tx, {
        giftCardId: card.id,
        deliveryAttempt: card.deliveryAttempt,
        sendAt: sendAt,
      });
    }
    return answer;
  });
}
