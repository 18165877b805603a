import type { SavedCard } from '#contract/checkout.ts';
import type { Context } from '#server/context.ts';
import { paymentCardCutoff } from '#server/domain/customers/customer.ts';
import { type CallingDevice, isNewDevice } from '#server/domain/customers/devices/device.ts';
import { findCustomer } from '#server/domain/customers/queries.ts';
import type { StoredCard } from '#server/integrations/payments/port.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { isNewToDevice } from './new-device.ts';
import { callPaymentProvider, findProviderCustomerId } from './provider-customer.ts';

type Cards = { current: StoredCard[]; former: StoredCard[] };

export async function listSavedCards(context: Context, device: CallingDevice): Promise<Result<SavedCard[]>> {
  const cards = await loadCards(context, device.customerId);
  if (isAppError(cards)) return cards;
  const { orm } = context.database;
  const now = context.clock.now();
  const isNew = cards.current.length > 0 && (await isNewDevice(orm, device, now));
  const listed = cards.current.map(async ({ createdAt: _, cardPrint, ...card }): Promise<SavedCard> => {
    const wantsCode = isNew && (await isNewToDevice(orm, { device, card: { id: card.id, cardPrint }, now }));
    return wantsCode ? { ...card, wants_security_code: true } : card;
  });
  return Promise.all(listed);
}

export async function removeSavedCard(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string },
): Promise<Result<boolean>> {
  const cards = await loadCards(context, customerId);
  if (isAppError(cards)) return cards;
  const providerCustomerId = await findProviderCustomerId(context, customerId);
  if (providerCustomerId === null || cards.former.some(({ id }) => id === paymentMethod)) return false;
  return callPaymentProvider(context, () =>
    context.integrations.payments.removeCard(providerCustomerId, paymentMethod),
  );
}

/** Returns an error if a previous owner of the customer's mobile number may have saved the payment card. */
export async function savedByPreviousOwnerError(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string | null },
): Promise<AppError | null> {
  if (paymentMethod === null) return null;
  if ((await findCardsStart(context, customerId)) === null) return null;
  const cards = await loadCards(context, customerId);
  if (isAppError(cards)) return cards;
  return cards.former.some(({ id }) => id === paymentMethod) ? appError('saved_card_not_proved') : null;
}

export async function findSavedCard(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string | null },
): Promise<Result<StoredCard | null>> {
  if (paymentMethod === null) return null;
  const cards = await loadCards(context, customerId);
  return isAppError(cards)
    ? cards
    : ([...cards.current, ...cards.former].find(({ id }) => id === paymentMethod) ?? null);
}

async function findCardsStart(context: Context, customerId: number): Promise<Date | null> {
  const customer = await findCustomer(context.database.orm, customerId);
  return customer && paymentCardCutoff(customer);
}

async function loadCards(context: Context, customerId: number): Promise<Result<Cards>> {
  const providerCustomerId = await findProviderCustomerId(context, customerId);
  if (providerCustomerId === null) return { current: [], former: [] };
  const since = await findCardsStart(context, customerId);
  const cards = await callPaymentProvider(context, () => context.integrations.payments.savedCards(providerCustomerId));
  if (isAppError(cards)) return cards;
  const isOwn = ({ createdAt }: StoredCard): boolean => since === null || createdAt >= since;
  return { current: cards.filter(isOwn), former: cards.filter((card) => !isOwn(card)) };
}
