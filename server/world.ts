import { pino } from 'pino';
import type { ProviderRoutes } from './app.ts';
import { createClock } from './clock.ts';
import type { Context } from './context.ts';
import type { Database } from './database/open.ts';
import { errorForLog, requestForLog } from './http/request-log.ts';
import { createJobs } from './jobs/queue.ts';
import { resolveOrder } from './orders/resolve-order.ts';
import { createAltcha } from './outside/human-check/altcha.ts';
import { createNone } from './outside/human-check/none.ts';
import { registerHumanCheck } from './outside/human-check/routes.ts';
import { createPhone } from './outside/messages/phone.ts';
import { registerPhone } from './outside/messages/phone-routes.ts';
import { createSandbox } from './outside/payments/sandbox.ts';
import { registerSandbox } from './outside/payments/sandbox-routes.ts';
import { createEmbeddedPlaces } from './outside/places/embedded.ts';
import { createSecrets, readSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The context with the real parts the settings ask for, and the routes only those parts have. */
export type World = { context: Context; providerRoutes: ProviderRoutes[] };

/** Puts the parts together on a database that is open and migrated. */
export async function createWorld(settings: Settings, database: Database): Promise<World> {
  const log = pino({
    level: settings.logLevel,
    redact: REDACTED,
    serializers: { req: requestForLog, err: errorForLog },
  });
  const clock = createClock({ movable: settings.CLOCK === 'movable' });
  const secrets = createSecrets(await readSecret({ dataDir: settings.DATA_DIR, secret: settings.SESSION_SECRET }));
  const payments = await choosePayments(settings, { database, clock });
  const messages = createPhone({ database, clock });
  const context: Context = {
    settings,
    database,
    clock,
    secrets,
    log,
    jobs: await createJobs({ database, clock, log }),
    outside: {
      payments: payments.provider,
      messages,
      humanCheck: settings.HUMAN_CHECK === 'altcha' ? createAltcha({ database, clock, secrets }) : createNone(),
      places: createEmbeddedPlaces(),
    },
  };
  const providerRoutes: ProviderRoutes[] = [
    payments.routes(database),
    (app) => registerPhone(app, context),
    (app) => registerHumanCheck(app, context),
  ];
  return { context, providerRoutes };
}

/** Never in the log: bearers, codes, card data (ASVS 16.2.5). Bodies are not logged at all. */
const REDACTED = ['req.headers.authorization', 'req.headers.cookie', 'token', 'jwt', 'code', 'clientSecret'];

type Parts = { database: Database; clock: Context['clock'] };

async function choosePayments(settings: Settings, parts: Parts) {
  if (settings.PAYMENTS === 'sandbox') {
    const sandbox = createSandbox(parts);
    const routes =
      (database: Database): ProviderRoutes =>
      (app) =>
        registerSandbox(app, { sandbox, resolveOrder: (orderId) => resolveOrder(database.orm, orderId) });
    return { provider: sandbox, routes };
  }
  // Loaded only where it is used: its start costs time that a shop on the sandbox need not spend.
  const { createStripePayments } = await import('./outside/payments/stripe.ts');
  const provider = createStripePayments({
    secretKey: settings.STRIPE_SECRET_KEY,
    apiBase: settings.STRIPE_API_BASE,
    returnUrl: `${settings.publicUrl}/checkout`,
  });
  // Stripe's webhooks get their routes with the issue that finishes the provider.
  return { provider, routes: (): ProviderRoutes => () => undefined };
}
