import { movedByMailboxUntil } from '../customers/customer.ts';
import { mayChange, type Session, wasDoneIn } from '../customers/sessions/sessions.ts';
import type { Handle } from '../database/handle.ts';
import { type AppError, appError } from '../kernel/errors.ts';
import { saleOf } from './details/details-store.ts';

/** `id`: of the card's details; `unproved`: the session that asks, unless it is proved. */
type Change = { customerId: number; id: number; unproved: Session | null };

/**
 * Why a card gets no other number or words, and shows no code on paper. Every call that does so asks here.
 * - A mailbox alone moved the account a short while ago, and the card was bought before: whoever reads a mailbox must not
 *   get gift cards with it (docs/decisions/033).
 * - As othersCardError().
 */
export async function cardChangeError(handle: Handle, change: Change & { now: Date }): Promise<AppError | null> {
  const { customerId, id, now } = change;
  const sale = await saleOf(handle, { customerId, id });
  if (!sale) return null;
  const { soldAt, movedAt } = sale;
  const until = movedByMailboxUntil({ movedAt, now });
  if (until && movedAt && soldAt && soldAt < movedAt) return appError('card_held_after_move', [until]);
  return othersCardError(handle, change);
}

/**
 * The error for a session that is not proved and did not write a card's details itself, or did not buy the card. Every
 * call that changes or sends a card asks here.
 */
export async function othersCardError(handle: Handle, { customerId, id, unproved }: Change): Promise<AppError | null> {
  if (!unproved) return null;
  const sale = await saleOf(handle, { customerId, id });
  if (!sale) return null;
  const isOwn = mayChange(unproved, sale) && (!sale.soldAt || (await wasDoneIn(handle, unproved, sale.soldAt)));
  return isOwn ? null : appError('code_required');
}
