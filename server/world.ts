import { pino } from 'pino';
import type { ProviderRoutes } from './app.ts';
import { createClock } from './clock.ts';
import type { Context } from './context.ts';
import type { Database } from './database/open.ts';
import { cleanText } from './http/clean-text.ts';
import { errorForLog, requestForLog } from './http/request-log.ts';
import { createJobs } from './jobs/queue.ts';
import { takeReceipt } from './messages/take-receipt.ts';
import { takeReply } from './messages/take-reply.ts';
import { resolveOrder } from './orders/resolve-order.ts';
import { chooseFiles } from './outside/files/choose.ts';
import { chooseHumanCheck } from './outside/human-check/choose.ts';
import { registerHumanCheck } from './outside/human-check/routes.ts';
import { chooseMail } from './outside/mail/choose.ts';
import { chooseMessages } from './outside/messages/choose.ts';
import { noPasses } from './outside/passes/none.ts';
import type { Passes } from './outside/passes/port.ts';
import { choosePayments } from './outside/payments/choose.ts';
import { choosePlaces } from './outside/places/choose.ts';
import { takeEvent } from './payments/take-event.ts';
import { createSecrets, readSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The context with the real parts the settings ask for, and the routes only those parts have. */
export type World = { context: Context; providerRoutes: ProviderRoutes[] };

/** Puts the parts together on a database that is open and migrated. `logTo` 'stderr': standard output is a command's own. */
export async function createWorld(
  settings: Settings,
  database: Database,
  { logTo = 'stdout' }: { logTo?: 'stdout' | 'stderr' } = {},
): Promise<World> {
  const log = pino(
    { level: settings.logLevel, redact: REDACTED, serializers: { req: requestForLog, err: errorForLog } },
    logTo === 'stderr' ? pino.destination({ dest: 2, sync: true }) : undefined,
  );
  const clock = createClock({
    movable: settings.CLOCK === 'movable',
    from: settings.CLOCK_FROM === undefined ? undefined : new Date(settings.CLOCK_FROM),
  });
  const secrets = createSecrets(await readSecret({ dataDir: settings.DATA_DIR, secret: settings.SESSION_SECRET }));
  const payments = await choosePayments(settings, {
    database,
    clock,
    resolveOrder: (orderId) => resolveOrder(database.orm, orderId),
  });
  const messages = chooseMessages(settings, { database, clock });
  const places = await choosePlaces({ settings, database, clock, log });
  const files = await chooseFiles({ settings, clock });
  const mail = await chooseMail({ settings, clock });
  const humanCheck = chooseHumanCheck({ settings, database, clock, secrets });
  const context: Context = {
    settings,
    database,
    clock,
    secrets,
    log,
    jobs: await createJobs({ database, clock, log }),
    outside: {
      payments: payments.provider,
      messages: messages.provider,
      humanCheck: humanCheck.provider,
      places: places.provider,
      mail: mail.provider,
      passes: await choosePasses(settings, { clock, log }),
      files: files.provider,
    },
    services: [
      ...payments.health,
      ...messages.health,
      ...humanCheck.health,
      ...places.health,
      ...mail.health,
      ...files.health,
    ],
  };
  const providerRoutes: ProviderRoutes[] = [
    (app) => payments.routes(app, (event) => takeEvent(context, cleanText(event))),
    messages.routes(context, {
      receipt: (receipt) => takeReceipt(context, cleanText(receipt)),
      reply: (reply) => takeReply(context, cleanText(reply)),
    }),
    (app) => registerHumanCheck(app, context),
  ];
  return { context, providerRoutes };
}

/** Never in the log: bearers, codes, card data (ASVS 16.2.5). Bodies are not logged at all. */
const REDACTED = ['req.headers.authorization', 'req.headers.cookie', 'token', 'jwt', 'code', 'clientSecret'];

/** The parts that sign passes cost time to load; a shop without a wallet never does. */
async function choosePasses(settings: Settings, parts: Pick<Context, 'clock' | 'log'>): Promise<Passes> {
  if (settings.APPLE_PASS_TYPE_ID === '' && settings.GOOGLE_WALLET_ISSUER_ID === '') return noPasses;
  const passes = await import('./outside/passes/choose.ts');
  return passes.choosePasses(settings, parts);
}
