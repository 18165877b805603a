import type { cardsOnCart } from '#server/domain/cart/queries.ts';
import type { Tender } from '#server/domain/cart/totals/cart-tenders.ts';
import type { CallingDevice } from '#server/domain/customers/devices/device.ts';
import { type Session, wasDoneIn } from '#server/domain/customers/sessions/sessions.ts';
import type { StoredCard } from '#server/integrations/payments/port.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';

/** The session in which an order is paid, with its payment card and device. */
export type PayingSession = {
  session: Session;
  /** The session unless it is proved. */
  unproved: Session | null;
  /** The payment card if it is a saved one; null as well if no rule needs it. */
  savedCard: StoredCard | null;
  /** `isNew`: the account has no history in the browser. */
  device: CallingDevice & { isNew: boolean };
};

/** Gift cards on the cart, and what is about to be spent of them. */
type Spending = { cards: Awaited<ReturnType<typeof cardsOnCart>>; tenders: readonly Tender[] };

/**
 * Returns why an unproved session may not pay like this: the saved payment card is the account's (an unproved session
 * saves none), or the gift card was there before the session or was added by others. Null if it may. Call it behind the
 * cart's lock, so that no gift card is added in the meantime.
 */
export async function codeRequired(
  handle: Handle,
  { unproved, savedCard }: { unproved: Session; savedCard: PayingSession['savedCard'] },
  { cards, tenders }: Spending,
): Promise<AppError | null> {
  if (savedCard !== null) return appError('code_required');
  const spent = cards.filter(({ giftCardId }) => tenders.some((tender) => tender.giftCardId === giftCardId));
  // Cards without a typed code were sent to the customer's number.
  if (spent.some(({ codeHash }) => codeHash === null)) return appError('code_required');
  for (const { createdAt } of spent)
    if (!(await wasDoneIn(handle, unproved, createdAt))) return appError('code_required');
  return null;
}
