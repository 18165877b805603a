import type { SavedCard } from '#contract/checkout.ts';
import type { Context } from '../../context.ts';
import { cardsFrom, findCustomer } from '../../customers/customer.ts';
import type { StoredCard } from '../../integrations/payments/port.ts';
import { type AppError, appError, isAppError, type Result } from '../../kernel/errors.ts';
import { orProviderUnavailable, paymentCustomerOf } from './payment-customer.ts';

type Cards = { own: StoredCard[]; former: StoredCard[] };

/** The customer's cards at the provider, newest first; none for a customer who never paid. */
export async function listSavedCards(context: Context, customerId: number): Promise<Result<SavedCard[]>> {
  const cards = await cardsOf(context, customerId);
  return isAppError(cards) ? cards : cards.own.map(({ createdAt: _, ...card }) => card);
}

/** False when the customer has no such card. */
export async function removeSavedCard(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string },
): Promise<Result<boolean>> {
  const cards = await cardsOf(context, customerId);
  if (isAppError(cards)) return cards;
  const providerCustomerId = await paymentCustomerOf(context, customerId);
  if (providerCustomerId === null || cards.former.some(({ id }) => id === paymentMethod)) return false;
  return orProviderUnavailable(context, () =>
    context.integrations.payments.removeCard(providerCustomerId, paymentMethod),
  );
}

/** What keeps a card from being paid with: it may be of who had the number before. Null when nothing does. */
export async function formerCardError(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string },
): Promise<AppError | null> {
  if ((await ownCardsSince(context, customerId)) === null) return null;
  const cards = await cardsOf(context, customerId);
  if (isAppError(cards)) return cards;
  return cards.former.some(({ id }) => id === paymentMethod) ? appError('saved_card_not_proved') : null;
}

/** Whether the customer has this card at the provider; null is none. */
export async function isSavedCard(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string | null },
): Promise<Result<boolean>> {
  if (paymentMethod === null) return false;
  const cards = await cardsOf(context, customerId);
  return isAppError(cards) ? cards : [...cards.own, ...cards.former].some(({ id }) => id === paymentMethod);
}

async function ownCardsSince(context: Context, customerId: number): Promise<Date | null> {
  const customer = await findCustomer(context.database.orm, customerId);
  return customer && cardsFrom(customer);
}

async function cardsOf(context: Context, customerId: number): Promise<Result<Cards>> {
  const providerCustomerId = await paymentCustomerOf(context, customerId);
  if (providerCustomerId === null) return { own: [], former: [] };
  const since = await ownCardsSince(context, customerId);
  const cards = await orProviderUnavailable(context, () =>
    context.integrations.payments.savedCards(providerCustomerId),
  );
  if (isAppError(cards)) return cards;
  const isOwn = ({ createdAt }: StoredCard): boolean => since === null || createdAt >= since;
  return { own: cards.filter(isOwn), former: cards.filter((card) => !isOwn(card)) };
}
