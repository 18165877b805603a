import { eq, sql } from 'drizzle-orm';
import type { CardState } from '#contract/gift-cards.ts';
import type { Context } from '../context.ts';
import { type Handle, rows, type Transaction } from '../database/handle.ts';
import { giftCardEntries, giftCards, orderLines } from '../database/schema.ts';
import { mayMove } from './card-states.ts';
import { updateCard } from './cards-store.ts';

/** What an order's card is worth now; integer cents. `voidedCents` was taken back earlier. */
export type CardValue = {
  giftCardId: number;
  orderLineId: number;
  state: string;
  valueCents: number;
  balanceCents: number;
  voidedCents: number;
};

/** The cards of an order, locked: nobody spends them while money is on its way back. In line order. */
export async function lockCardValues(tx: Transaction, orderId: number): Promise<CardValue[]> {
  await tx
    .select({ id: giftCards.id })
    .from(giftCards)
    .innerJoin(orderLines, eq(orderLines.id, giftCards.orderLineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(giftCards.id)
    .for('update', { of: giftCards });
  return rows<CardValue>(
    tx,
    sql`select c.id as "giftCardId", c.order_line_id as "orderLineId", c.state, c.value_cents as "valueCents",
        coalesce(sum(e.amount_cents), 0)::int as "balanceCents",
        coalesce(-sum(e.amount_cents) filter (where e.kind = 'void' or (e.kind = 'correct'
          and e.note ~ '^(refund [0-9]+|dispute ([0-9]+|lost)) (refused|failed|reinstated)$')), 0)::int as "voidedCents"
      from gift_cards c join order_lines l on l.id = c.order_line_id left join gift_card_entries e on e.gift_card_id = c.id
      where l.order_id = ${orderId} group by c.id order by c.order_line_id`,
  );
}

/** Takes value back off a card, in the caller's transaction; a card left with nothing is void and is never delivered. */
export async function voidValue(
  tx: Handle,
  { card, cents, note, now }: { card: CardValue; cents: number; note: string; now: Date },
): Promise<void> {
  if (cents <= 0) return;
  if (cents > card.balanceCents) throw new Error(`Card ${card.giftCardId} holds less than is to be taken back.`);
  const entry = { giftCardId: card.giftCardId, kind: 'void', amountCents: -cents, note, createdAt: now };
  await tx.insert(giftCardEntries).values(entry);
  const empty = cents === card.balanceCents;
  if (empty && mayMove(card.state as CardState, 'void')) await updateCard(tx, card.giftCardId, { state: 'void' });
}

/** What the ledger says of value that a refund, or a dispute that was lost, takes. Given back, the same with why: 'refund 7 failed'. */
export const refundNote = (refundId: number): string => `refund ${refundId}`;
export const disputeNote = (disputeId: number): string => `dispute ${disputeId}`;
/** Of any dispute, before they were told apart. */
export const OLD_DISPUTE_NOTE = 'dispute lost';

type Taken = { id: number; cents: number };

/** What is off each card of an order under a note and has not come back, in cents and line order. */
export async function takenUnder(
  tx: Transaction,
  { orderId, note }: { orderId: number; note: string },
): Promise<Taken[]> {
  return rows<Taken>(
    tx,
    sql`select c.id, -sum(e.amount_cents)::int as cents from gift_card_entries e join gift_cards c on c.id = e.gift_card_id
      join order_lines l on l.id = c.order_line_id where l.order_id = ${orderId} and e.kind in ('void', 'correct')
        and (e.note = ${note} or e.note in (${`${note} refused`}, ${`${note} failed`}, ${`${note} reinstated`}))
      group by c.id having sum(e.amount_cents) < 0 order by c.order_line_id`,
  );
}

type Restoring = {
  orderId: number;
  /** Of the entries that took the value */
  note: string;
  why: 'refused' | 'failed' | 'reinstated';
  /** At most so much; without it all that was taken and has not come back yet */
  cents?: number;
  now: Date;
};

/**
 * Gives back what was taken under a note, once however often it is called; call it with the order locked. A card that comes back to life
 * before its delivery was done is put into the queue again: its job may have found it void.
 */
export async function restoreValue(context: Pick<Context, 'jobs'>, tx: Transaction, wish: Restoring): Promise<void> {
  const { note, why, now } = wish;
  let left = wish.cents ?? Number.POSITIVE_INFINITY;
  for (const { id, cents } of await takenUnder(tx, wish)) {
    const amountCents = Math.min(cents, left);
    if (amountCents <= 0) return;
    left -= amountCents;
    const entry = { giftCardId: id, kind: 'correct', amountCents, note: `${note} ${why}`, createdAt: now };
    await tx.insert(giftCardEntries).values(entry);
    await revive(context, tx, id);
  }
}

/** The state a void card had is told by what became of its delivery: 'failed' has a problem, 'unknown' has none. */
async function revive(context: Pick<Context, 'jobs'>, tx: Transaction, giftCardId: number): Promise<void> {
  const [card] = await rows<{ state: string; sendAt: Date }>(
    tx,
    sql`update gift_cards set state = case when delivered_at is not null then 'delivered' when sent_at is not null then 'sent'
      when problem is not null then 'failed' when failure is not null then 'unknown' else 'queued' end
      where id = ${giftCardId} and state = 'void' returning state, send_at as "sendAt"`,
  );
  if (card?.state === 'queued') await context.jobs.send(tx, 'deliver-card', { giftCardId }, { at: card.sendAt });
}
