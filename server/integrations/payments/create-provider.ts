import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/database/open.ts';
import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Clock } from '../../clock.ts';
import type { HandleProviderEvent, Payments } from './port.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { type ResolveOrder, registerSandbox } from './sandbox/sandbox-routes.ts';
import { isLiveKey, type PaymentsSettings, stripeKeys } from './settings.ts';

export type ChosenPayments = {
  provider: Payments;
  /** Its own addresses; `handleEvent` acts on its webhooks */
  routes: (app: FastifyInstance, handleEvent: HandleProviderEvent) => void;
  /** Its lines of /readyz; the embedded sandbox calls nobody */
  health: (() => ServiceHealth)[];
};

type Parts = { database: Database; clock: Clock; resolveOrder: ResolveOrder };

/** The payment provider the settings ask for. Stripe's SDK is loaded only where it is used: its start costs time. */
export async function createPaymentsProvider(settings: PaymentsSettings, parts: Parts): Promise<ChosenPayments> {
  if (settings.PAYMENTS === 'sandbox') {
    const sandbox = createSandbox(parts);
    const routes = (app: FastifyInstance) => registerSandbox(app, { sandbox, resolveOrder: parts.resolveOrder });
    return { provider: sandbox, routes, health: [] };
  }
  const [{ createStripeClient }, { createStripePayments }, { registerStripeWebhook }] = await Promise.all([
    import('./stripe/stripe-client.ts'),
    import('./stripe/stripe.ts'),
    import('./stripe/stripe-webhook.ts'),
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
    routes: (app, handleEvent) => registerStripeWebhook(app, { client, secret, live, handleEvent }),
    health: [client.health],
  };
}
