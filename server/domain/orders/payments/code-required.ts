import type { listCardsOnCart } from '#server/domain/cart/queries.ts';
import type { Tender } from '#server/domain/cart/totals/cart-tenders.ts';
import { type Session, wasDoneIn } from '#server/domain/customers/sessions/sessions.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';
import type { PayingSession } from '../placing/place-order.ts';

type Spending = { cards: Awaited<ReturnType<typeof listCardsOnCart>>; tenders: readonly Tender[] };

/**
 * Returns an error if an unverified session must not pay with these cards, otherwise null. Such a session must not use
 * saved payment cards, and may use only gift cards that it added itself. Lock the cart first, so that no gift card is
 * added in the meantime.
 */
export async function codeRequiredError(
  handle: Handle,
  { unverified, savedCard }: { unverified: Session; savedCard: PayingSession['savedCard'] },
  { cards, tenders }: Spending,
): Promise<AppError | null> {
  if (savedCard !== null) return appError('code_required');
  const spent = cards.filter(({ giftCardId }) => tenders.some((tender) => tender.giftCardId === giftCardId));
  // A gift card that was added without its code was sent to the customer's number.
  if (spent.some(({ codeHash }) => codeHash === null)) return appError('code_required');
  for (const { createdAt } of spent)
    if (!(await wasDoneIn(handle, unverified, createdAt))) return appError('code_required');
  return null;
}
