import { and, eq, sql } from 'drizzle-orm';
import { awaitAll, type Handle, type Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { giftCardAccounts as accounts, giftCardEntries as entries } from '#server/platform/database/schema/schema.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { defineTransition } from '#server/platform/database/transition.ts';
import { type Cause, hasCause } from '../queries.ts';

const transitionAccount = defineTransition(accounts, accounts.status, cardAccountStates);
type AccountStatus = (typeof cardAccountStates.states)[number];

export async function moveAccounts(
  tx: Transaction,
  { giftCardIds, ...move }: { giftCardIds: readonly number[]; to: AccountStatus; from?: readonly AccountStatus[] },
): Promise<number[]> {
  const moved = await transitionAccount(tx, { where: isIn(accounts.giftCardId, giftCardIds), ...move });
  return moved.map((account) => account.giftCardId);
}

/** Locks the account. Returns the status it gets when its value is restored, or null if it is not void. */
export async function lockRestoresTo(tx: Transaction, giftCardId: number): Promise<AccountStatus | null> {
  const condition = eq(accounts.giftCardId, giftCardId);
  const [account] = await tx.select({ to: accounts.restoresTo }).from(accounts).where(condition).for('update');
  return account?.to ?? null;
}

export async function setRestoresTo(
  tx: Transaction,
  { giftCardIds, to }: { giftCardIds: readonly number[]; to: 'active' | 'frozen' },
): Promise<void> {
  const areVoid = and(isIn(accounts.giftCardId, giftCardIds), eq(accounts.status, 'void'));
  await tx.update(accounts).set({ restoresTo: to }).where(areVoid);
}

type NewCardValue = { id: number; sellerId: number; orderLineId: number; valueCents: number };

export async function issueValue(tx: Transaction, cards: readonly NewCardValue[], now: Date): Promise<void> {
  const opened = cards.map(({ id, sellerId, valueCents }) => ({ giftCardId: id, sellerId, issuedCents: valueCents }));
  const issued = cards.map(({ id, orderLineId, valueCents }) => ({
    giftCardId: id,
    kind: 'issue' as const,
    postedCents: valueCents,
    orderLineId,
    createdAt: now,
  }));
  await awaitAll([tx.insert(accounts).values(opened).execute(), tx.insert(entries).values(issued).execute()]);
}

type VoidOrRestore = { giftCardId: number; kind: 'void' | 'restore'; cents: number; cause: Cause; now: Date };

/** Adds an entry that voids or restores value, with a step number per cause. Returns the card's available cents. */
export async function insertVoidOrRestore(
  tx: Transaction,
  { giftCardId, kind, cents, cause, now }: VoidOrRestore,
): Promise<number> {
  const step = sql`(select count(*)::int + 1 from gift_card_entries e
    where e.gift_card_id = ${giftCardId} and ${hasCause(cause)})`;
  const postedCents = kind === 'void' ? -cents : cents;
  const [posted] = await tx
    .insert(entries)
    .values({ giftCardId, kind, postedCents, ...cause, step, createdAt: now })
    .returning({ left: entries.balanceAfter });
  if (!posted) throw new Error(`The insert of an entry for card ${giftCardId} returned no row.`);
  return posted.left;
}

export async function findAvailableCents(handle: Handle, giftCardId: number): Promise<number> {
  const [account] = await handle
    .select({ available: sql`${accounts.balanceCents} - ${accounts.heldCents}`.mapWith(Number) })
    .from(accounts)
    .where(eq(accounts.giftCardId, giftCardId));
  return account?.available ?? 0;
}
