import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { appError } from '../kernel/errors.ts';
import { REST_PREFIX, sendError } from './define-route.ts';

/** What `GET /metrics` answers. Each app counts for itself; the figures of the process are the same for all. */
export type Metrics = {
  requests: Histogram<'method' | 'call' | 'status'>;
  /** What the latest check of the books found, in whichever process. */
  showBooks: (check: { differences: number; checkedAt: Date; providerUnanswered: boolean }) => void;
  text: () => Promise<string>;
};

/** Seconds. A call takes a few milliseconds, a payment seconds, and at sixty the server gives up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Processor, memory, garbage collection and the delay of the event loop: watched once a process. */
let ofProcess: Registry | undefined;

function processFigures(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  const own = new Registry();
  const common = processFigures();
  const requests = new Histogram({
    name: 'handsel_request_duration_seconds',
    help: 'How long requests took, by method, call and status; its count is the number of requests.',
    labelNames: ['method', 'call', 'status'],
    buckets: BUCKETS,
    registers: [own],
  });
  return { requests, showBooks: bookFigures(own), text: () => Registry.merge([common, own]).metrics() };
}

/** They appear with the first check: a shop that was never checked does not say that its books are right. */
function bookFigures(registry: Registry): Metrics['showBooks'] {
  let gauges: { differences: Gauge; checkedAt: Gauge; providerUnanswered: Gauge } | undefined;
  return ({ differences, checkedAt, providerUnanswered }) => {
    gauges ??= {
      differences: new Gauge({
        name: 'handsel_books_differences',
        help: 'What did not add up in the latest check of the books; anything but 0 is an alarm.',
        registers: [registry],
      }),
      checkedAt: new Gauge({
        name: 'handsel_books_checked_timestamp_seconds',
        help: 'When the books were checked last; they are every hour.',
        registers: [registry],
      }),
      providerUnanswered: new Gauge({
        name: 'handsel_books_provider_unanswered',
        help: 'Whether the payment provider left the latest check of the books unanswered: 1, or 0.',
        registers: [registry],
      }),
    };
    gauges.differences.set(differences);
    gauges.checkedAt.set(checkedAt.getTime() / 1_000);
    gauges.providerUnanswered.set(Number(providerUnanswered));
  };
}

/**
 * Measures every request, and answers /metrics to programs on this machine. With METRICS_PORT it is answered there
 * alone, see createMetricsApp.
 */
export function registerMetrics(app: FastifyInstance, { settings, metrics }: Context): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, call: callOf(request), status: reply.statusCode };
    metrics.requests.observe(labels, reply.elapsedTime / 1_000);
  });
  if (settings.METRICS_PORT !== undefined) return;
  addMetricsRoute(app, { metrics, mayRead: isFromThisMachine });
}

/** What listens on METRICS_PORT: the figures and nothing else, for whoever reaches that port. */
export function createMetricsApp({ metrics, log }: Pick<Context, 'metrics' | 'log'>): FastifyInstance {
  const app = Fastify({ loggerInstance: log, disableRequestLogging: true }) as unknown as FastifyInstance;
  app.setNotFoundHandler((_request, reply) => sendError(reply, appError('no_route')));
  addMetricsRoute(app, { metrics, mayRead: () => true });
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

/**
 * The address a request was registered under, never the one that was sent: there are as many of them as routes. Calls
 * are named as the contract names them.
 */
function callOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined || url === '/rest' || url === '/rest/*') return 'none';
  if (url === '/*') return 'page';
  if (url.startsWith('/assets/')) return 'asset';
  return url.replace(REST_PREFIX, '').replace(/:(\w+)/g, '{$1}');
}

/** Headers in which proxies say for whom they ask, as a list of addresses. */
const SENDER_LISTS = ['x-forwarded-for', 'x-real-ip'];
/** Headers by which a proxy is known, whatever they say. */
const SIGNS_OF_A_PROXY = ['forwarded', 'via'];

/**
 * Whether a program on this machine asks for itself. A proxy on this machine asks from loopback, too, for anybody: so
 * every address it names must be loopback, and so must the name that was called (a proxy may hand on the shop's own, a
 * web page may call a name of its own that leads here). It does not depend on TRUST_PROXY.
 */
function isFromThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const senders = SENDER_LISTS.flatMap((name) => String(headers[name] ?? '').split(',')).map((one) => one.trim());
  return (
    isLoopback(raw.socket.remoteAddress ?? '') &&
    senders.every((sender) => sender === '' || isLoopback(sender)) &&
    SIGNS_OF_A_PROXY.every((name) => headers[name] === undefined) &&
    isLoopbackName(headers.host ?? '')
  );
}

function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopback(name);
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
