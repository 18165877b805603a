import { sendTime } from '#contract/rules/send-time.ts';
import type { Context } from '../context.ts';
import { isEditable } from './card-states.ts';
import { moveCard } from './cards-store.ts';
import * as store from './details-store.ts';

export type Scheduled =
  | { status: true; send_at?: string; moved?: 'past' | 'quiet' | null }
  | { status: false; input_validation: Record<string, string> };

const REFUSALS = {
  unknown_zone: { delivery_timezone: 'Please choose one of the time zones' },
  not_a_date: { scheduled_delivery: 'Please select scheduled delivery date' },
} as const;

/**
 * Saves when a card goes out. An id the server does not know (a local key, somebody else's) is ignored without saying so
 * (OQ-072); a card that is already queued moves with its details, and gets a job at the new time.
 */
export async function setSchedule(
  context: Context,
  wish: { memberId: number; id: number | null; at: string; zone: string },
): Promise<Scheduled> {
  const read = sendTime({ at: wish.at, zone: wish.zone, now: context.clock.ms() });
  if (!read.ok) return { status: false, input_validation: REFUSALS[read.refusal] };
  const sendAt = new Date(read.sendAt);
  const answer: Scheduled = { status: true, send_at: sendAt.toISOString(), moved: read.moved };
  if (wish.id === null) return answer;
  const { id } = wish;
  return context.database.transaction(async (tx) => {
    const known = await store.lockDetails(tx, { memberId: wish.memberId, id });
    if (!known) return answer;
    const card = await store.lockCardOfDetails(tx, id);
    if (card && !isEditable(card)) {
      return { status: false, input_validation: { scheduled_delivery: 'This gift card has already gone out' } };
    }
    await store.updateDetails(tx, id, { scheduledDelivery: wish.at, timezone: wish.zone, sendAt });
    if (card) {
      await moveCard(tx, { card, sendAt });
      await context.jobs.send(tx, 'deliver-card', { giftCardId: card.id }, { at: sendAt });
    }
    return answer;
  });
}
