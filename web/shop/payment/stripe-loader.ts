import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const loading = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, fetched from Stripe when it is first needed and once. Throws when it cannot be had. */
export function stripeWith(publishableKey: string): Promise<Stripe | null> {
  const known = loading.get(publishableKey);
  if (known !== undefined) return known;
  const started = loadStripe(publishableKey);
  loading.set(publishableKey, started);
  // A failed load may be tried again.
  started.catch(() => loading.delete(publishableKey));
  return started;
}
