import { openCart } from '../../cart/open-cart.ts';
import { cardsOnCart } from '../../cart/totals/cart-tenders.ts';
import type { Context } from '../../context.ts';
import { type Session, wasDoneIn } from '../../customers/sessions/sessions.ts';
import { type AppError, appError, isAppError } from '../../kernel/errors.ts';
import { savedAt } from './saved-cards.ts';

/** `paymentMethod`: null where gift cards are to pay everything. */
type Paying = { unproved: Session | null; paymentMethod: string | null };

/**
 * Why a session that is not proved does not pay so: what pays was in the account before, or others may have put it there.
 * Null when nothing keeps it from paying.
 */
export async function codeRequired(context: Context, { unproved, paymentMethod }: Paying): Promise<AppError | null> {
  if (unproved === null) return null;
  const { customerId } = unproved;
  if (await hasOwnGiftCards(context, customerId)) return appError('code_required');
  const saved = paymentMethod === null ? null : await savedAt(context, { customerId, paymentMethod });
  if (saved === null || isAppError(saved)) return saved;
  return (await wasDoneIn(context.database.orm, unproved, saved)) ? null : appError('code_required');
}

/** Gift cards on the cart that were sent to the customer's number; those given by their code are anybody's. */
async function hasOwnGiftCards({ database: { orm } }: Context, customerId: number): Promise<boolean> {
  const cart = await openCart(orm, customerId);
  return cart !== null && (await cardsOnCart(orm, cart.id)).some(({ codeHash }) => codeHash === null);
}
