import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { Database, DatabaseLogger } from './platform/database/database.ts';
import { openDatabase } from './platform/database/open/open-database.ts';
import { readMetricsCertificate } from './platform/http/tls/own-certificate.ts';
import { operatorError } from './platform/kernel/operator-error.ts';
import { isNamedProduction, readSettings, type Settings } from './settings.ts';
import { endOnUncaught, reportStartFailure } from './uncaught.ts';

/** Assumed until the settings are read. */
let production = isNamedProduction();

/** Starts the server. On a signal, closes everything in reverse order. */
async function main(): Promise<void> {
  const settings = readSettings();
  ({ production } = settings);
  const { HOST: host, PORT, METRICS_PORT } = settings;
  await checkAddress({ name: 'PORT', host, port: PORT });
  readMetricsCertificate(settings);
  let log: DatabaseLogger | undefined;
  const say =
    (level: keyof DatabaseLogger): DatabaseLogger[typeof level] =>
    (...line) =>
      log ? log[level](...line) : void process.stderr.write(`${JSON.stringify(line)}\n`);
  // The embedded database compiles while these modules load, which shortens the start by a third.
  const [database, { bootstrap, createMetricsApp, registerJobs }] = await Promise.all([
    open(settings, { warn: say('warn'), error: say('error'), fatal: say('fatal') }),
    import('./bootstrap.ts'),
  ]);
  const { database: tracedDatabase, end: endTraces } = await startTracing(settings, database);
  const { context, app, commands } = await bootstrap(settings, tracedDatabase);
  log = context.log;
  const metricsApp = METRICS_PORT === undefined ? null : createMetricsApp(context);
  const close = async (): Promise<void> => {
    await commands.close();
    await app.close();
    await metricsApp?.close();
    await context.jobs.stop();
    await endTraces();
    await database.close();
  };
  closeOnSignal(context.log, async () => {
    app.drain();
    await sleep(settings.DRAIN_SECONDS * 1_000);
    endLater(context.log);
    await close();
  });
  endOnUncaught(context.log, close);
  await listen(app, { name: 'PORT', host, port: PORT });
  if (METRICS_PORT !== undefined) await listen(metricsApp, { name: 'METRICS_PORT', host, port: METRICS_PORT });
  await registerJobs(context);
  await commands.listen();
  announce(settings);
}

async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Settings,
  database: Database,
): Promise<{ database: Database; end: () => Promise<void> }> {
  if (endpoint === undefined) return { database, end: async () => undefined };
  const [{ exportTraces }, { traced }] = await Promise.all([
    import('./platform/monitoring/export-traces.ts'),
    import('./platform/database/traced.ts'),
  ]);
  return { database: traced(database), end: exportTraces(endpoint) };
}

function open(settings: Settings, logger: DatabaseLogger): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: connections } = settings;
  return openDatabase({ dataDir, databaseUrl, connections, logger });
}

/** Less than the 10 or 30 seconds after which supervisors kill a server. */
const CLOSING_MS = 9_000;

/** Exits if closing takes too long; unfinished work resumes at the next start. */
function endLater(log: Context['log']): void {
  setTimeout(() => {
    if (production) log.error('process.ended_late');
    else process.stderr.write('Handsel did not close in time and exited with work unfinished.\n');
    process.exit(1);
  }, CLOSING_MS).unref();
}

function closeOnSignal(log: Context['log'], close: () => Promise<void>): void {
  let closing = false;
  const fail = (error: unknown): never => {
    log.fatal({ err: error }, 'process.close_failed');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!closing) close().then(() => process.exit(0), fail);
      closing = true;
    });
  }
}

type Address = { name: string; host: string; port: number };

/** Fails fast if the address is in use, because opening a new database takes many seconds. */
async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error) => {
    throw listenError(error, address);
  });
  server.close();
  await once(server, 'close');
}

async function listen(app: FastifyInstance | null, { name, host, port }: Address): Promise<void> {
  await app?.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { name, host, port });
  });
}

function listenError(error: NodeJS.ErrnoException, { name, host, port }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    return operatorError({
      code: 'port',
      sentence: `Another program uses port ${port}. Stop it, or set ${name} to another number.`,
    });
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
    return operatorError({
      code: 'port',
      sentence: `Handsel cannot listen on ${host}:${port} (${error.code}). Set HOST and ${name}.`,
    });
  }
  return error;
}

function announce(settings: Settings): void {
  const lines = [`Handsel is open at ${settings.publicUrl}/browse`];
  if (settings.MESSAGES === 'phone')
    lines.push(`The demo phone, where every message arrives: ${settings.publicUrl}/phone`);
  if (settings.PAYMENTS === 'sandbox')
    lines.push('Pay with the test card 4242 4242 4242 4242, any future date, any code.');
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch(async (error) => {
  await reportStartFailure(error, { production });
  process.exit(1);
});
