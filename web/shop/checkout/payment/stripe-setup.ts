import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const loading = new Map<string, Promise<Stripe | null>>();

/** Loads Stripe's script once. Returns null on failure; the next call tries again. */
export function loadStripeOnce(publishableKey: string): Promise<Stripe | null> {
  const pendingLoad = loading.get(publishableKey);
  if (pendingLoad !== undefined) return pendingLoad;
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

/** Stripe's minimum amount in cents; the server charges the real amount. */
const SMALLEST_CENTS = 50;

export function toStripeAmount(cents: number): { amount: number; currency: 'aud' } {
  return { amount: Math.max(cents, SMALLEST_CENTS), currency: 'aud' };
}

/** Stripe renders in its own frame, so pass it our current colours. */
export function stripeAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  document.body.append(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: colour('--accent'),
    colorBackground: colour('--surface'),
    colorText: colour('--ink'),
    colorTextSecondary: colour('--muted'),
    colorDanger: colour('--bad'),
    fontFamily: style.fontFamily,
    fontSizeBase: '17px',
    borderRadius: '8px',
  };
  probe.remove();
  return { theme: 'flat', variables };
}
