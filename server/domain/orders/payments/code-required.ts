import type { cardsOnCart } from '#server/domain/cart/queries.ts';
import type { Tender } from '#server/domain/cart/totals/cart-tenders.ts';
import type { CallingDevice } from '#server/domain/customers/devices/device.ts';
import { type Session, wasDoneIn } from '#server/domain/customers/sessions/sessions.ts';
import type { StoredCard } from '#server/integrations/payments/port.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';

export type PayingSession = {
  session: Session;
  /** The session if it is unverified. */
  unverified: Session | null;
  /** The payment card if it is a saved card; also null if no rule needs it. */
  savedCard: StoredCard | null;
  /** `isNew`: the account has no history in the browser. */
  device: CallingDevice & { isNew: boolean };
};

type Spending = { cards: Awaited<ReturnType<typeof cardsOnCart>>; tenders: readonly Tender[] };

/**
 * Returns the error if an unverified session may not pay like this, otherwise null. It may use no saved payment card,
 * because it cannot have saved one, and only gift cards that it added itself. Call with the cart locked, so that no
 * gift card is added in the meantime.
 */
export async function codeRequired(
  handle: Handle,
  { unverified, savedCard }: { unverified: Session; savedCard: PayingSession['savedCard'] },
  { cards, tenders }: Spending,
): Promise<AppError | null> {
  if (savedCard !== null) return appError('code_required');
  const spent = cards.filter(({ giftCardId }) => tenders.some((tender) => tender.giftCardId === giftCardId));
  // Cards without a typed code were sent to the customer's number.
  if (spent.some(({ codeHash }) => codeHash === null)) return appError('code_required');
  for (const { createdAt } of spent)
    if (!(await wasDoneIn(handle, unverified, createdAt))) return appError('code_required');
  return null;
}
