import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Handle, type Transaction, together } from '#server/platform/database/handle.ts';
import { isIn, rows } from '#server/platform/database/rows.ts';
import { giftCardAccounts as accounts, giftCardEntries as entries } from '#server/platform/database/schema/schema.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { transitionOf } from '#server/platform/database/transition.ts';
import { lockCardsOfOrder } from '../cards-store.ts';

/** What voids value: a refund (restored if it fails) or a dispute (if won). */
export type Cause = { refundId: number } | { disputeId: number };

/**
 * What an order's card is worth now; integer cents. `balanceCents`: neither spent nor held; `voidedCents`: voided
 * earlier.
 */
const cardValue = z.object({
  giftCardId: z.int(),
  orderLineId: z.int(),
  valueCents: z.int(),
  balanceCents: z.int(),
  voidedCents: z.int(),
});
export type CardValue = z.output<typeof cardValue>;

const transitionAccount = transitionOf(accounts, accounts.status, cardAccountStates);
type AccountStatus = (typeof cardAccountStates.states)[number];

/** Moves the status of accounts; returns the cards whose account moved. */
export async function moveAccounts(
  tx: Transaction,
  { giftCardIds, ...move }: { giftCardIds: readonly number[]; to: AccountStatus; from?: readonly AccountStatus[] },
): Promise<number[]> {
  const moved = await transitionAccount(tx, { where: isIn(accounts.giftCardId, giftCardIds), ...move });
  return moved.map((account) => account.giftCardId);
}

/** What a void account becomes when value is restored; null for one that is not void. The account is locked. */
export async function lockRestoresTo(tx: Transaction, giftCardId: number): Promise<AccountStatus | null> {
  const own = eq(accounts.giftCardId, giftCardId);
  const [account] = await tx.select({ to: accounts.restoresTo }).from(accounts).where(own).for('update');
  return account?.to ?? null;
}

/** For accounts that are void; others are left as they are. */
export async function setRestoresTo(
  tx: Transaction,
  { giftCardIds, to }: { giftCardIds: readonly number[]; to: 'active' | 'frozen' },
): Promise<void> {
  const areVoid = and(isIn(accounts.giftCardId, giftCardIds), eq(accounts.status, 'void'));
  await tx.update(accounts).set({ restoresTo: to }).where(areVoid);
}

type NewCardValue = { id: number; sellerId: number; orderLineId: number; valueCents: number };

/** Opens the accounts of new cards and loads each with what was paid for it, once. */
export async function issueValue(tx: Transaction, cards: readonly NewCardValue[], now: Date): Promise<void> {
  const opened = cards.map(({ id, sellerId, valueCents }) => ({ giftCardId: id, sellerId, issuedCents: valueCents }));
  const issued = cards.map(({ id, orderLineId, valueCents }) => ({
    giftCardId: id,
    kind: 'issue' as const,
    postedCents: valueCents,
    orderLineId,
    createdAt: now,
  }));
  await together([tx.insert(accounts).values(opened).execute(), tx.insert(entries).values(issued).execute()]);
}

type VoidOrRestore = { giftCardId: number; kind: 'void' | 'restore'; cents: number; cause: Cause; now: Date };

/**
 * Takes value off a card (void) or returns it (restore); returns what is left. The next step of its cause, which
 * counts once.
 */
export async function insertVoidOrRestore(
  tx: Transaction,
  { giftCardId, kind, cents, cause, now }: VoidOrRestore,
): Promise<number> {
  const step = sql`(select count(*)::int + 1 from gift_card_entries e
    where e.gift_card_id = ${giftCardId} and ${ofCause(cause)})`;
  const postedCents = kind === 'void' ? -cents : cents;
  const [posted] = await tx
    .insert(entries)
    .values({ giftCardId, kind, postedCents, ...cause, step, createdAt: now })
    .returning({ left: entries.balanceAfter });
  if (!posted) throw new Error(`Card ${giftCardId} got no entry.`);
  return posted.left;
}

const ofCause = (cause: Cause) =>
  'refundId' in cause ? sql`e.refund_id = ${cause.refundId}` : sql`e.dispute_id = ${cause.disputeId}`;

/** What can be spent: neither spent nor put aside. */
export async function availableCentsOf(handle: Handle, giftCardId: number): Promise<number> {
  const [account] = await handle
    .select({ available: sql`${accounts.balanceCents} - ${accounts.heldCents}`.mapWith(Number) })
    .from(accounts)
    .where(eq(accounts.giftCardId, giftCardId));
  return account?.available ?? 0;
}

/** The cards of an order, their accounts locked: nothing of them is spent while money is refunded. In line order. */
export async function lockCardValues(tx: Transaction, orderId: number): Promise<CardValue[]> {
  await lockCardsOfOrder(tx, orderId);
  const locked = await rows(
    tx,
    z.object({ id: z.int() }),
    sql`select a.gift_card_id as id from gift_card_accounts a join gift_cards c on c.id = a.gift_card_id
        join order_lines l on l.id = c.order_line_id
      where l.order_id = ${orderId} order by a.gift_card_id for update of a`,
  );
  if (locked.length === 0) return [];
  return rows(
    tx,
    cardValue,
    sql`select c.id as "giftCardId", c.order_line_id as "orderLineId", c.value_cents as "valueCents",
        a.balance_cents - a.held_cents as "balanceCents",
        coalesce((select -sum(e.posted_cents) from gift_card_entries e
          where e.gift_card_id = c.id and e.kind in ('void', 'restore')), 0)::int as "voidedCents"
      from gift_card_accounts a join gift_cards c on c.id = a.gift_card_id
      where c.id = any(${sql.param(locked.map(({ id }) => id))}::bigint[]) order by c.order_line_id`,
  );
}

/** By card of an order: the cents a cause has voided and that are not restored yet, in line order. */
export async function voidedCentsByCause(
  tx: Transaction,
  { orderId, cause }: { orderId: number; cause: Cause },
): Promise<{ id: number; cents: number }[]> {
  return rows(
    tx,
    z.object({ id: z.int(), cents: z.int() }),
    sql`select c.id, -sum(e.posted_cents)::int as cents from gift_card_entries e
        join gift_cards c on c.id = e.gift_card_id join order_lines l on l.id = c.order_line_id
      where l.order_id = ${orderId} and ${ofCause(cause)}
      group by c.id having sum(e.posted_cents) < 0 order by c.order_line_id`,
  );
}
