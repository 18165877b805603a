import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitName } from '#contract/call.ts';
import type { Context } from '#server/context.ts';
import { callCounts } from '#server/platform/database/schema/schema.ts';
import { SENDERS_OF_A_NETWORK, toClientKey, toWideNetwork } from '#server/platform/kernel/client-key.ts';
import { tooManyRequestsError } from '#server/platform/kernel/errors.ts';
import { keyedHash } from '#server/platform/kernel/secrets.ts';
import type { Settings } from '#server/settings.ts';
import { deleteEndedCounts } from './call-counts-store.ts';
import { sendError } from './define-route.ts';
import { renderLaterPage } from './load/refuse-busy.ts';
import { findCustomerSession } from './principal.ts';

/**
 * A sender is an IP address or, with `byCustomer`, a customer. `seconds` run from the sender's first call. `onlyWith`
 * counts only calls with one of these query fields, `onlyRefused` only calls answered with 401.
 */
type Limit = {
  maxCalls: (settings: Settings) => number;
  seconds: number;
  counted: 'database' | 'memory';
  onlyWith?: readonly string[];
  byCustomer?: true;
  onlyRefused?: true;
};

type Names = LimitName | readonly LimitName[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If a route names several limits, the first that matches the query applies. */
    limit?: Names;
  }
  interface FastifyInstance {
    countOtherEmail: (request: FastifyRequest, customerId: number) => Promise<number>;
  }
}

const TEN_MINUTES = 600;
const DAY = 86_400;
const HTML = 'text/html; charset=utf-8';

/**
 * Limits that protect codes, messages, money or the existence of accounts are counted exactly, in the database. The
 * others only save server time and are counted per process.
 */
const LIMITS: Record<LimitName, Limit> = {
  'sign-in': {
    maxCalls: (settings) => settings.SIGN_IN_CALLS_PER_ADDRESS,
    seconds: TEN_MINUTES,
    counted: 'database',
  },
  // Enough for a school class that shares an IP address, but too few to enumerate emails.
  emails: { maxCalls: () => 60, seconds: TEN_MINUTES, counted: 'database' },
  // Limits the emails that each change sends to the previous address.
  'other emails': { maxCalls: () => 5, seconds: DAY, counted: 'database', byCustomer: true },
  cards: { maxCalls: (settings) => settings.CARD_ENTRIES_PER_ADDRESS, seconds: TEN_MINUTES, counted: 'database' },
  places: { maxCalls: (settings) => settings.PLACE_SEARCHES_PER_ADDRESS, seconds: TEN_MINUTES, counted: 'database' },
  // Limits guessing of thank-you links and till links.
  thanks: { maxCalls: () => 60, seconds: TEN_MINUTES, counted: 'database' },
  tills: { maxCalls: () => 60, seconds: TEN_MINUTES, counted: 'database' },
  // Limits guessing only: devices send a valid token at each change, and valid tokens are not counted.
  'pass tokens': { maxCalls: () => 60, seconds: TEN_MINUTES, counted: 'database', onlyRefused: true },
  // High, because many phones share one carrier's IP address.
  passes: { maxCalls: () => 1_200, seconds: TEN_MINUTES, counted: 'memory' },
  challenges: { maxCalls: (settings) => settings.CHALLENGES_PER_ADDRESS, seconds: TEN_MINUTES, counted: 'memory' },
  // Each pause in typing causes one preview call per visible wrapping.
  previews: { maxCalls: () => 240, seconds: 60, counted: 'memory', byCustomer: true },
  // The client sends a recipient list twice: to check it and, at payment, to save it.
  'many recipients': { maxCalls: () => 40, seconds: TEN_MINUTES, counted: 'memory', byCustomer: true },
  // Showing a cart makes four of these calls.
  carts: { maxCalls: () => 480, seconds: 60, counted: 'memory', byCustomer: true },
  // High, because checkout saves each gift card separately.
  'cart changes': { maxCalls: () => 960, seconds: 60, counted: 'memory', byCustomer: true },
  // A fast typist searches three times a second.
  searches: { maxCalls: () => 240, seconds: 60, counted: 'memory', onlyWith: ['q', 'price_min', 'price_max'] },
  // Cached responses are not counted.
  reads: { maxCalls: (settings) => settings.READS_PER_ADDRESS, seconds: 60, counted: 'memory' },
  // Unlimited in development, where every module request counts as a page.
  pages: {
    maxCalls: (settings) => (settings.WEB === 'dev' ? 1_000_000_000 : settings.READS_PER_ADDRESS),
    seconds: 60,
    counted: 'memory',
  },
};

type Sender = { address: string; findCustomer: () => Promise<{ customerId: number } | null> };
type Count = (names: Names, query: unknown, sender: Sender) => Promise<number>;
type Parts = Pick<Context, 'settings' | 'database' | 'secrets'>;

export function createCallLimits(parts: Parts): Count {
  return createCounts(parts).count;
}

function createCounts(parts: Parts): { count: Count; countRefused(names: Names, address: string): Promise<void> } {
  const limits = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      {
        ...limit,
        limiter: createLimiter(parts, name, limit),
        networks: new RateLimiterMemory({
          keyPrefix: name,
          points: limit.maxCalls(parts.settings) * SENDERS_OF_A_NETWORK,
          duration: limit.seconds,
        }),
      },
    ]),
  );
  const findLimit = (names: Names, query: unknown) =>
    [names]
      .flat()
      .map((name) => limits.get(name))
      .find((limit) => limit?.onlyWith?.some((field) => Object.hasOwn(query as object, field)) ?? true);
  const key = parts.secrets.key('sender');
  return {
    async count(names, query, { address, findCustomer }) {
      const limit = findLimit(names, query);
      if (!limit) return 0;
      const customer = limit.byCustomer ? await findCustomer() : null;
      const client = toClientKey(address);
      const sender = keyedHash(key, customer ? `customer ${customer.customerId}` : client);
      if (limit.onlyRefused) {
        const before = await limit.limiter.get(sender);
        return before && before.consumedPoints >= limit.maxCalls(parts.settings) ? secondsUntilReset(before) : 0;
      }
      const network = customer ? null : toWideNetwork(client);
      const wait = await consume(limit.limiter, sender);
      return wait > 0 || network === null ? wait : consume(limit.networks, network);
    },
    async countRefused(names, address) {
      const limit = findLimit(names, {});
      if (limit?.onlyRefused) await consume(limit.limiter, keyedHash(key, toClientKey(address)));
    },
  };
}

async function consume(limiter: RateLimiterAbstract, sender: string): Promise<number> {
  try {
    await limiter.consume(sender);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return secondsUntilReset(refused);
  }
}

const secondsUntilReset = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));

function createLimiter({ settings, database }: Pick<Context, 'settings' | 'database'>, name: string, limit: Limit) {
  const points = limit.maxCalls(settings);
  const options = { keyPrefix: name, points, duration: limit.seconds };
  if (limit.counted === 'memory') return new RateLimiterMemory(options);
  return new RateLimiterDrizzle({
    ...options,
    storeClient: database.orm,
    schema: callCounts,
    // Rejects senders that reached their limit without querying the database.
    inMemoryBlockOnConsumed: points,
    clearExpiredByTimeout: false,
  });
}

/** Responds with 429 and Retry-After when a limit is reached. Pages reload themselves. */
export function registerCallLimits(app: FastifyInstance, context: Context): void {
  const { count, countRefused } = createCounts(context);
  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config;
    if (limit === undefined) return;
    const findCustomer = () => findCustomerSession(app, request);
    const wait = await count(limit, request.query, { address: request.ip, findCustomer });
    if (wait === 0) return;
    if (limit !== 'pages') return sendError(reply, tooManyRequestsError(wait));
    const page = renderLaterPage(request.headers, { seconds: wait, reason: 'limit' });
    return reply.code(429).headers({ 'cache-control': 'no-store', 'retry-after': wait }).type(HTML).send(page);
  });
  // Called by PUT customers/me, the only route that knows whether the email changes.
  app.decorate('countOtherEmail', async ({ ip }: FastifyRequest, customerId: number) => {
    const sender = { address: ip, findCustomer: async () => ({ customerId }) };
    return (await count('emails', {}, sender)) || count('other emails', {}, sender);
  });
  app.addHook('onSend', async (request, reply) => {
    const { limit } = request.routeOptions.config;
    if (reply.statusCode === 401 && limit !== undefined) await countRefused(limit, request.ip);
  });
}

export function purgeCallCounts({ database }: Pick<Context, 'database'>): Promise<void> {
  return deleteEndedCounts(database.orm);
}
