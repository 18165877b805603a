import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const loading = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, fetched from Stripe when it is first needed and once; null when it cannot be had, the next call tries again. */
export function stripeWith(publishableKey: string): Promise<Stripe | null> {
  const known = loading.get(publishableKey);
  if (known !== undefined) return known;
  const started = load(publishableKey);
  loading.set(publishableKey, started);
  return started;
}

async function load(publishableKey: string): Promise<Stripe | null> {
  try {
    return await loadStripe(publishableKey);
  } catch {
    loading.delete(publishableKey);
    return null;
  }
}
