import type { cardsOnCart } from '#server/domain/cart/queries.ts';
import type { Tender } from '#server/domain/cart/totals/cart-tenders.ts';
import { type Session, wasDoneIn } from '#server/domain/customers/sessions/sessions.ts';
import type { StoredCard } from '#server/integrations/payments/port.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';

/**
 * `unproved`: the session that pays again, unless it is proved. `savedCard`: its payment card, if it is a saved one; null
 * as well where nobody asks, for the session is proved and its device has history.
 */
export type PayingSession = { session: Session; unproved: Session | null; savedCard: StoredCard | null };

/** Gift cards that lie on the cart, and what is about to be spent of them. */
type Spending = { cards: Awaited<ReturnType<typeof cardsOnCart>>; tenders: readonly Tender[] };

/**
 * Why a session that is not proved does not pay so: what pays was in the account before, or others may have put it
 * there. A saved payment card is never its own, for it saves none. Null when nothing keeps it from paying. Asked behind
 * the cart's lock, so that no gift card is put there meanwhile.
 */
export async function codeRequired(
  handle: Handle,
  { unproved, savedCard }: Omit<PayingSession, 'session'>,
  { cards, tenders }: Spending,
): Promise<AppError | null> {
  if (unproved === null) return null;
  if (savedCard !== null) return appError('code_required');
  const spent = cards.filter(({ giftCardId }) => tenders.some((tender) => tender.giftCardId === giftCardId));
  // Those that were sent to the customer's number; others are of who typed their code.
  if (spent.some(({ codeHash }) => codeHash === null)) return appError('code_required');
  for (const { createdAt } of spent)
    if (!(await wasDoneIn(handle, unproved, createdAt))) return appError('code_required');
  return null;
}
