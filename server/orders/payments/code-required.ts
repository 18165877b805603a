import { openCart } from '../../cart/open-cart.ts';
import { cardsOnCart } from '../../cart/totals/cart-tenders.ts';
import type { Context } from '../../context.ts';
import { isProved, type Session } from '../../customers/sessions/sessions.ts';
import { type AppError, appError, isAppError } from '../../kernel/errors.ts';
import { wasSavedBefore } from './saved-cards.ts';

type Paying = {
  session: Session;
  /** Of this call: it may have got its cookie after the session began. */
  browser: string | null;
  /** Null where gift cards are to pay everything. */
  paymentMethod: string | null;
};

/**
 * Why this session does not pay so: a link opened it, on a device where no code was confirmed, and what pays was in the
 * account before. Null when nothing keeps it from paying.
 */
export async function codeRequired(
  context: Context,
  { session, browser, paymentMethod }: Paying,
): Promise<AppError | null> {
  if (await isProved(context, { session, browser })) return null;
  const { customerId, createdAt } = session;
  const paysFromAccount =
    (await hasOwnGiftCards(context, customerId)) ||
    (paymentMethod !== null && (await wasSavedBefore(context, { customerId, paymentMethod, instant: createdAt })));
  if (isAppError(paysFromAccount)) return paysFromAccount;
  return paysFromAccount ? appError('code_required') : null;
}

/** Gift cards on the cart that were sent to the customer's number; those given by their code are anybody's. */
async function hasOwnGiftCards({ database: { orm } }: Context, customerId: number): Promise<boolean> {
  const cart = await openCart(orm, customerId);
  return cart !== null && (await cardsOnCart(orm, cart.id)).some(({ codeHash }) => codeHash === null);
}
