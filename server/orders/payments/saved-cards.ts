import type { SavedCard } from '#contract/checkout.ts';
import type { Context } from '../../context.ts';
import type { Result } from '../../kernel/errors.ts';
import { orProviderUnavailable, paymentCustomerOf } from './payment-customer.ts';

/** The customer's cards at the provider, newest first; none for a customer who never paid. */
export async function listSavedCards(context: Context, customerId: number): Promise<Result<SavedCard[]>> {
  const providerCustomerId = await paymentCustomerOf(context, customerId);
  if (providerCustomerId === null) return [];
  return orProviderUnavailable(context, () => context.integrations.payments.savedCards(providerCustomerId));
}

/** False when the customer has no such card. */
export async function removeSavedCard(
  context: Context,
  { customerId, paymentMethod }: { customerId: number; paymentMethod: string },
): Promise<Result<boolean>> {
  const providerCustomerId = await paymentCustomerOf(context, customerId);
  if (providerCustomerId === null) return false;
  return orProviderUnavailable(context, () =>
    context.integrations.payments.removeCard(providerCustomerId, paymentMethod),
  );
}
