import { eq, sql } from 'drizzle-orm';
import type { CardState } from '#contract/gift-cards.ts';
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
        coalesce(-sum(e.amount_cents) filter (where e.kind = 'void' or e.note like 'refund % refused'), 0)::int as "voidedCents"
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

/** What the ledger says of value that a refund takes; the same note with 'refused' gives it back. */
export const refundNote = (refundId: number): string => `refund ${refundId}`;

/** Undoes what a refund took, when the provider would not give the money back; call it with the order locked. */
export async function restoreValue(
  tx: Handle,
  { orderId, refundId, now }: { orderId: number; refundId: number; now: Date },
): Promise<void> {
  const note = refundNote(refundId);
  const taken = await rows<{ id: number; cents: number }>(
    tx,
    sql`select c.id, -sum(e.amount_cents)::int as cents from gift_card_entries e join gift_cards c on c.id = e.gift_card_id
      join order_lines l on l.id = c.order_line_id where l.order_id = ${orderId} and e.note = ${note} group by c.id`,
  );
  for (const { id, cents } of taken) {
    const entry = { giftCardId: id, kind: 'correct', amountCents: cents, note: `${note} refused`, createdAt: now };
    await tx.insert(giftCardEntries).values(entry);
    // The state it had is told by what became of its delivery.
    await tx.execute(sql`update gift_cards set state = case when delivered_at is not null then 'delivered' when sent_at is not null then 'sent'
      when failure is not null then 'failed' else 'queued' end where id = ${id} and state = 'void'`);
  }
}
