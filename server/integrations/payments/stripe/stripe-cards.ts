import type Stripe from 'stripe';
import type { StoredCard } from '../port.ts';
import { rejectionError, type StripeClient } from './stripe-client.ts';
import { writeOnce } from './stripe-write.ts';

async function listPaymentMethods(client: StripeClient, providerCustomerId: string): Promise<Stripe.PaymentMethod[]> {
  const answer = await client.ask('list', () =>
    client.sdk.customers.listPaymentMethods(providerCustomerId, { type: 'card', limit: 100 }),
  );
  if (answer.ok) return answer.value.data;
  if (answer.error.code === 'resource_missing') return [];
  throw rejectionError(answer.error);
}

/** Returns each card once, because a card typed again becomes a new payment method with the same fingerprint. */
export async function listStoredCards(client: StripeClient, providerCustomerId: string): Promise<StoredCard[]> {
  const seen = new Set<string>();
  return (await listPaymentMethods(client, providerCustomerId)).flatMap(({ id, card, created }) => {
    const print = card?.fingerprint ?? id;
    if (!card || seen.has(print)) return [];
    seen.add(print);
    const { brand, last4, exp_month, exp_year } = card;
    const createdAt = new Date(created * 1_000);
    return [{ id, brand, last4, exp_month, exp_year, createdAt, cardPrint: card.fingerprint ?? null }];
  });
}

/** Detaches all copies of the card; returns false if there is none. */
export async function removeCard(
  client: StripeClient,
  { providerCustomerId, paymentMethod }: { providerCustomerId: string; paymentMethod: string },
): Promise<boolean> {
  const cards = await listPaymentMethods(client, providerCustomerId);
  const removed = cards.find((card) => card.id === paymentMethod);
  if (!removed) return false;
  const print = removed.card?.fingerprint;
  const copies = cards.filter(({ id, card }) => id === removed.id || (print && card?.fingerprint === print));
  for (const card of copies) {
    const { id } = card;
    const answer = await writeOnce(client, {
      object: 'payment_method',
      key: `detach-${id}`,
      run: (options) => client.sdk.paymentMethods.detach(id, {}, options),
      findResult: async () =>
        (await listPaymentMethods(client, providerCustomerId)).some((listed) => listed.id === id) ? null : card,
    });
    if (!answer.ok && answer.error.code !== 'resource_missing') throw rejectionError(answer.error);
  }
  return true;
}
