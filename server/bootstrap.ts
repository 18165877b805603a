import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { registerMessageHooks } from './api/provider-webhooks/message-hooks.ts';
import { registerStripeWebhook } from './api/provider-webhooks/stripe-webhook.ts';
import { registerPhone } from './api/shop/demo/phone-routes.ts';
import { registerSandbox } from './api/shop/demo/sandbox-routes.ts';
import { createApp, type ProviderRoutes } from './app.ts';
import { createClock } from './clock.ts';
import { type CommandServer, createCommandServer } from './commands/command-server.ts';
import type { Context } from './context.ts';
import { loadDemoCatalogueOnce } from './domain/catalogue/import/demo/load-demo-catalogue-once.ts';
import { admitKeys } from './domain/gift-cards/keys/check-keys.ts';
import { messagePurposes } from './domain/message-purposes.ts';
import { handleProviderEvent } from './domain/orders/provider-events/handle-provider-event.ts';
import { resolveOrder } from './domain/orders/views/resolve-order.ts';
import { createAlarmsProvider } from './integrations/alarms/create-provider.ts';
import { createFilesProvider } from './integrations/files/create-provider.ts';
import { createHumanCheckProvider } from './integrations/human-check/create-provider.ts';
import { createMailProvider } from './integrations/mail/create-provider.ts';
import { type ChosenMessages, createMessagesProvider } from './integrations/messages/create-provider.ts';
import { noPasses } from './integrations/passes/none.ts';
import type { Passes } from './integrations/passes/port.ts';
import type { HandleProviderEvent } from './integrations/payments/port.ts';
import { type ChosenPayments, createPaymentsProvider } from './integrations/payments/provider/create-provider.ts';
import { createPlacesProvider } from './integrations/places/create-provider.ts';
import { createChanges } from './platform/database/changes.ts';
import type { Database } from './platform/database/database.ts';
import { migrate } from './platform/database/migrations/migrate.ts';
import { createAdmission } from './platform/http/load/admission.ts';
import { createPieces } from './platform/http/load/pieces.ts';
import { createMetrics } from './platform/http/metrics/metrics.ts';
import { createJobs } from './platform/jobs/queue.ts';
import { readKeys } from './platform/kernel/keys/key-files.ts';
import { errorForLog, requestForLog } from './platform/kernel/redaction.ts';
import { cleanText } from './platform/kernel/text.ts';
import { handleDeliveryReport } from './platform/messaging/handle-delivery-report.ts';
import { handleInboundText } from './platform/messaging/handle-inbound-text.ts';
import { releaseAbandonedClaims } from './platform/messaging/reconcile-messages.ts';
import { showFacts } from './platform/monitoring/read-facts.ts';
import { watchedFeatures } from './register-jobs.ts';
import type { Settings } from './settings.ts';

export { createMetricsApp } from './platform/http/metrics/metrics.ts';
export { registerJobs } from './register-jobs.ts';

export async function bootstrap(
  settings: Settings,
  database: Database,
): Promise<{ context: Context; app: FastifyInstance; commands: CommandServer }> {
  try {
    await migrateDatabase(settings, database);
    const { context, providerRoutes } = await createContext(settings, database);
    if (settings.SEED === 'demo') await loadDemoCatalogueOnce(context);
    await releaseAbandonedClaims(context, messagePurposes);
    const app = await createApp(context, providerRoutes);
    return { context, app, commands: createCommandServer(context) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export type Composition = { context: Context; providerRoutes: ProviderRoutes[] };

/** `as`: a command logs to stderr, because its output goes to stdout. */
export async function createContext(
  settings: Settings,
  database: Database,
  { as = 'server' }: { as?: 'server' | 'command' } = {},
): Promise<Composition> {
  const log = createLog(settings, as === 'command' ? 'stderr' : 'stdout');
  const clock = createClock({
    movable: settings.CLOCK === 'movable',
    from: settings.CLOCK_FROM === undefined ? undefined : new Date(settings.CLOCK_FROM),
  });
  const secrets = await admitKeys(database, { givenKeys: await readKeys(settings), as, clock });
  const providers = await createProviders({ settings, database, clock, secrets, log });
  const { payments, messages, humanCheck, places, mail, files, passes, alarms } = providers;
  const metrics = createMetrics();
  const context: Context = {
    settings,
    database,
    changes: createChanges(database),
    clock,
    secrets,
    log,
    jobs: await createJobs({ database, clock, log }),
    integrations: {
      payments: payments.provider,
      messages: messages.provider,
      humanCheck: humanCheck.provider,
      places: places.provider,
      mail: mail.provider,
      passes: passes.provider,
      files: files.provider,
      alarms: alarms.provider,
    },
    services: Object.values(providers).flatMap(({ health }) => health),
    metrics,
    admission: createAdmission({ metrics, log, ...(database.kind === 'embedded' && { pieces: createPieces() }) }),
  };
  showFacts(context, watchedFeatures);
  return { context, providerRoutes: [(app) => registerProviderRoutes(app, context, { payments, messages })] };
}

async function registerProviderRoutes(
  app: FastifyInstance,
  context: Context,
  { payments, messages }: { payments: ChosenPayments; messages: ChosenMessages },
): Promise<void> {
  const { sandbox, stripeEvents } = payments;
  const handleEvent: HandleProviderEvent = (event) => handleProviderEvent(context, cleanText(event));
  if (sandbox) {
    const findOrder = (orderId: string) => resolveOrder(context.database.orm, orderId);
    registerSandbox(app, { sandbox, resolveOrder: findOrder });
  }
  if (stripeEvents) registerStripeWebhook(app, { read: stripeEvents.read, handleEvent });
  registerPhone(app, context);
  const hooks = messages.hooks({
    report: (report) => handleDeliveryReport(context, messagePurposes, cleanText(report)),
    reply: (reply) => handleInboundText(context, cleanText(reply)),
  });
  await registerMessageHooks(app, hooks);
}

async function migrateDatabase(settings: Settings, database: Database): Promise<void> {
  const migrating = { beforeChange: (first: string) => backUp(settings, database, first) };
  const { DATABASE_OWNER_URL: url } = settings;
  if (url === undefined) {
    await migrate(database, migrating);
    return;
  }
  const { migrateAsOwner } = await import('./platform/database/migrations/migrate-as-owner.ts');
  const parts = { clock: createClock({ movable: false }), log: createLog(settings, 'stdout') };
  const prepareQueue = async (owner: Database) => (await createJobs({ database: owner, ...parts })).stop();
  await migrateAsOwner(database, { url, migrating, prepareQueue });
}

async function backUp(settings: Settings, database: Database, first: string): Promise<void> {
  const { backUpBeforeMigrating } = await import('./platform/backup/back-up-before-migrating.ts');
  const clock = createClock({ movable: false });
  const result = await backUpBeforeMigrating(database, first, { settings, clock });
  const log = createLog(settings, 'stdout');
  if (result && 'file' in result) log.warn(result, 'backup.before_migrating');
  else if (result) log.warn(result, 'backup.no_room');
}

function createLog(settings: Settings, logTo: 'stdout' | 'stderr'): Logger {
  return pino(
    { level: settings.logLevel, redact: REDACTED, serializers: { req: requestForLog, err: errorForLog } },
    logTo === 'stderr' ? pino.destination({ dest: 2, sync: true }) : undefined,
  );
}

type ProviderParts = Pick<Context, 'settings' | 'database' | 'clock' | 'secrets'> & { log: Logger };

async function createProviders({ settings, database, clock, secrets, log }: ProviderParts) {
  return {
    payments: await createPaymentsProvider(settings, { database, clock }),
    messages: createMessagesProvider(settings, { database, clock }),
    humanCheck: createHumanCheckProvider({ settings, database, clock, secrets }),
    places: await createPlacesProvider({ settings, database, clock, log }),
    mail: await createMailProvider({ settings, clock }),
    files: await createFilesProvider({ settings, clock }),
    passes: await createPassesProvider(settings, { clock, log }),
    alarms: createAlarmsProvider(settings, { clock }),
  };
}

/** Never log bearer tokens, codes or card data (ASVS 16.2.5). */
const REDACTED = ['req.headers.authorization', 'req.headers.cookie', 'token', 'jwt', 'code', 'clientSecret'];

/** Imports pass signing lazily, because it is slow to load. */
async function createPassesProvider(
  settings: Settings,
  parts: Pick<Context, 'clock' | 'log'>,
): Promise<{ provider: Passes; health: Context['services'] }> {
  if (settings.APPLE_PASS_TYPE_ID === '' && settings.GOOGLE_WALLET_ISSUER_ID === '')
    return { provider: noPasses, health: [] };
  const passes = await import('./integrations/passes/create-provider.ts');
  return passes.createPassesProvider(settings, parts);
}
