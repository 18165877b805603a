import type { Database } from '#server/platform/database/database.ts';
import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Clock } from '../../../clock.ts';
import type { Payments } from '../port.ts';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { isLiveKey, type PaymentsSettings, stripeKeys } from '../settings.ts';
import type { StripeEvents } from '../stripe/stripe-events.ts';

export type ChosenPayments = {
  provider: Payments;
  sandbox: Sandbox | null;
  stripeEvents: StripeEvents | null;
  health: (() => ServiceHealth)[];
};

type Parts = { database: Database; clock: Clock };

/** Loads Stripe's SDK only when used, because it slows startup. */
export async function createPaymentsProvider(settings: PaymentsSettings, parts: Parts): Promise<ChosenPayments> {
  if (settings.PAYMENTS === 'sandbox') {
    const sandbox = createSandbox(parts);
    return { provider: sandbox, sandbox, stripeEvents: null, health: [] };
  }
  const [{ createStripeClient }, { createStripePayments }, { createStripeEvents }] = await Promise.all([
    import('../stripe/stripe-client.ts'),
    import('../stripe/stripe.ts'),
    import('../stripe/stripe-events.ts'),
  ]);
  const { secretKey, publishableKey, webhookSecret: secret } = stripeKeys(settings);
  const live = isLiveKey(secretKey);
  const client = createStripeClient({
    secretKey,
    apiBase: settings.STRIPE_API_BASE ?? null,
    timeoutMs: settings.STRIPE_TIMEOUT_MS,
    clock: parts.clock,
  });
  const provider = createStripePayments(client, {
    account: live ? 'stripe-live' : 'stripe-test',
    publishableKey,
    returnUrl: `${settings.publicUrl}/checkout`,
  });
  return {
    provider,
    sandbox: null,
    stripeEvents: createStripeEvents(client, { secret, live }),
    health: [client.health],
  };
}
