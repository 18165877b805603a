import type { Server } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '#server/context.ts';
import { isCode } from '#server/platform/kernel/code-addresses.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { REST_PREFIX, sendError } from '../define-route.ts';
import { addReadiness } from '../health.ts';
import { mayReadDetails } from '../proxies/from-this-machine.ts';
import { answerUnreadable, plainHeaders } from '../security.ts';
import { createSocketNotes } from '../security-log.ts';
import { readMetricsCertificate, reloadRenewedCertificate } from '../tls/own-certificate.ts';
import { type CounterName, type Labels, METRICS, type MetricName, type Sample } from './metric-list.ts';

export type Metrics = {
  observe: (request: Labels<'handsel_request_duration_seconds'>, seconds: number) => void;
  count: <Name extends CounterName>(name: Name, labels: Labels<Name>) => void;
  /** Calls the reader at each scrape. Samples that the reader stops returning disappear. */
  readFrom: (reader: Reader) => void;
  text: () => Promise<string>;
};

type Reader = () => readonly Sample[] | Promise<readonly Sample[]>;

/** Buckets in seconds. Requests time out after sixty. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let ofProcess: Registry | undefined;

function getProcessRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const common = getProcessRegistry();
  const described = <Name extends MetricName>(name: Name) => {
    const { help, labels } = METRICS[name];
    return { name, help, labelNames: labels, registers: [registry] };
  };
  const requests = new Histogram({ ...described('handsel_request_duration_seconds'), buckets: BUCKETS });
  const counters = new Map<string, Counter>();
  const getCounter = (name: CounterName): Counter => {
    const counter = counters.get(name) ?? new Counter(described(name));
    counters.set(name, counter);
    return counter;
  };
  const readers: Reader[] = [];

  return {
    observe: (request, seconds) => requests.observe(request, seconds),
    count: (name, labels) => getCounter(name).inc(labels),
    readFrom: (reader) => void readers.push(reader),
    async text() {
      const samples = (await Promise.all(readers.map((reader) => reader()))).flat();
      return `${await Registry.merge([common, registry]).metrics()}${await formatSamples(samples)}`;
    },
  };
}

async function formatSamples(samples: readonly Sample[]): Promise<string> {
  const registry = new Registry();
  for (const [name, metricSamples] of Map.groupBy(samples, (sample) => sample.name)) {
    const { type, help, labels: labelNames } = METRICS[name];
    const metric = new (type === 'counter' ? Counter : Gauge)({ name, help, labelNames, registers: [registry] });
    for (const { labels, value } of metricSamples) metric.inc(labels, value);
  }
  return registry.metrics();
}

/** If METRICS_PORT is set, only createMetricsApp() serves metrics. */
export function registerMetrics(app: FastifyInstance, { settings, metrics }: Context): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, call: toCallLabel(request), status: String(reply.statusCode) };
    metrics.observe(labels, reply.elapsedTime / 1_000);
  });
  addMetricsRoute(app, { metrics, mayRead: (request) => mayReadDetails(settings, request) });
}

/** If METRICS_CA_FILE is set, only clients with a certificate can connect to this app. */
export function createMetricsApp(context: Context): FastifyInstance {
  const { metrics, log, settings } = context;
  const certificate = readMetricsCertificate(settings);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    https: certificate?.options ?? null,
    clientErrorHandler: answerUnreadable(settings, createSocketNotes(context)),
  }) as unknown as FastifyInstance;
  const headers = Object.fromEntries(plainHeaders(settings));
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  if (certificate)
    reloadRenewedCertificate(app.server as unknown as Server, certificate, {
      read: () => readMetricsCertificate(settings),
      log,
    });
  app.setNotFoundHandler((_request, reply) => sendError(reply, appError('no_route')));
  addMetricsRoute(app, { metrics, mayRead: () => true });
  addReadiness(app, { context, mayRead: () => true });
  return app;
}

type Reading = { metrics: Metrics; mayRead: (request: FastifyRequest) => boolean };

function addMetricsRoute(app: FastifyInstance, { metrics, mayRead }: Reading): void {
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply): Promise<FastifyReply> => {
    if (!mayRead(request)) return sendError(reply, appError('no_route'));
    reply.header('cache-control', 'no-store').type(Registry.PROMETHEUS_CONTENT_TYPE);
    return reply.send(await metrics.text());
  });
}

/** Returns the route instead of the requested URL, to limit the number of label values. */
export function toCallLabel({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined || url === '/rest' || url === '/rest/*') return 'none';
  if (url === '/*') return 'page';
  if (isCode(url)) return 'asset';
  return url.replace(REST_PREFIX, '').replace(/:(\w+)/g, '{$1}');
}
