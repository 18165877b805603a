import type Stripe from 'stripe';
import type { SavedCard } from '#contract/checkout.ts';
import { refusalForLog, type StripeClient } from './stripe-client.ts';
import { write } from './stripe-write.ts';

/** A customer's cards as Stripe lists them, newest first; none of a customer that Stripe no longer knows. */
async function cardsOf(client: StripeClient, providerCustomerId: string): Promise<Stripe.PaymentMethod[]> {
  const answer = await client.ask('list', () =>
    client.sdk.customers.listPaymentMethods(providerCustomerId, { type: 'card', limit: 100 }),
  );
  if (answer.ok) return answer.value.data;
  if (answer.refusal.code === 'resource_missing') return [];
  throw refusalForLog(answer.refusal);
}

/** Each card once: one that was typed again is another payment method of the same fingerprint. */
export async function savedCards(client: StripeClient, providerCustomerId: string): Promise<SavedCard[]> {
  const seen = new Set<string>();
  return (await cardsOf(client, providerCustomerId)).flatMap(({ id, card }) => {
    const print = card?.fingerprint ?? id;
    if (!card || seen.has(print)) return [];
    seen.add(print);
    return [{ id, brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year }];
  });
}

/** Detaches a card of this customer, every copy of it; false when the customer has no such card. */
export async function removeCard(
  client: StripeClient,
  wish: { providerCustomerId: string; paymentMethod: string },
): Promise<boolean> {
  const cards = await cardsOf(client, wish.providerCustomerId);
  const wanted = cards.find((one) => one.id === wish.paymentMethod);
  if (!wanted) return false;
  const print = wanted.card?.fingerprint;
  const copies = cards.filter((one) => one.id === wanted.id || (print && one.card?.fingerprint === print));
  for (const card of copies) {
    const { id } = card;
    const answer = await write(client, {
      object: 'payment_method',
      key: `detach-${id}`,
      run: (options) => client.sdk.paymentMethods.detach(id, {}, options),
      look: async () => ((await cardsOf(client, wish.providerCustomerId)).some((one) => one.id === id) ? null : card),
    });
    if (!answer.ok && answer.refusal.code !== 'resource_missing') throw refusalForLog(answer.refusal);
  }
  return true;
}
