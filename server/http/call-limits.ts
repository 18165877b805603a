import type { FastifyInstance } from 'fastify';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import { callCounts } from '../database/schema/schema.ts';
import { clientKeyOf } from '../kernel/client-key.ts';
import { tooMany } from '../kernel/errors.ts';
import { keyedHash } from '../kernel/secrets.ts';
import type { Settings } from '../settings.ts';
import { deleteEndedCounts } from './call-counts-store.ts';
import { authenticateRequest, REST_PREFIX, sendError } from './define-route.ts';

/**
 * `most` calls of one sender in `seconds` from its first one. `onlyWith`: calls without this query field are free. A
 * sender is an address; with `byCustomer` it is the customer of a valid bearer, wherever they are.
 */
type Limit = {
  most: (settings: Settings) => number;
  seconds: number;
  counted: 'database' | 'memory';
  onlyWith?: string;
  byCustomer?: true;
  calls: readonly string[];
};

const TEN_MINUTES = 600;

/**
 * Every limit on calls that anybody may make, with the addresses they are registered under. What guards codes, messages,
 * money and who has an account is counted in the database, exactly, over all processes; what only costs a server time
 * is counted by each process for itself.
 */
const LIMITED: Record<string, Limit> = {
  'sign-in': {
    most: (settings) => settings.SIGN_IN_CALLS_PER_ADDRESS,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: [
      ...['sendmobilecode', 'confirmmobilecode', 'auth', 'createAccount'],
      ...['sendemailcode', 'changemobile', 'sendrecoverycode', 'recoveraccount', 'proveaccount'],
    ].map((call) => `${REST_PREFIX}mobiledigital/${call}`),
  },
  // Enough for a school that registers behind one address, too few to try a list of emails.
  emails: {
    most: () => 120,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: [`${REST_PREFIX}customers/isEmailAvailable`],
  },
  cards: {
    most: (settings) => settings.CARD_ENTRIES_PER_ADDRESS,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: ['/sandbox/payment-methods'],
  },
  places: {
    most: (settings) => settings.PLACE_SEARCHES_PER_ADDRESS,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: ['places', 'place'].map((call) => `${REST_PREFIX}mobiledigital/${call}`),
  },
  challenges: {
    most: (settings) => settings.CHALLENGES_PER_ADDRESS,
    seconds: TEN_MINUTES,
    counted: 'memory',
    calls: ['/altcha/challenge'],
  },
  // Drawn after each pause in typing, for each wrapping in view. Mobile networks put many customers behind one address.
  previews: {
    most: () => 240,
    seconds: 60,
    counted: 'memory',
    byCustomer: true,
    calls: [`${REST_PREFIX}mobiledigital/giftcardpicture`],
  },
  // Somebody who types fast asks three times a second for a while; a machine that copies the shop asks more.
  searches: {
    most: () => 240,
    seconds: 60,
    counted: 'memory',
    onlyWith: 'q',
    calls: ['search', 'suggest', 'facets'].map((call) => `${REST_PREFIX}mobiledigital/${call}`),
  },
};

type Sender = { address: string; findCustomer: () => Promise<{ customerId: number } | null> };
type Count = (call: string, query: unknown, sender: Sender) => Promise<number>;

/** Counts a call; the seconds its sender has to wait, 0 when it may go on. */
export function createCallLimits(parts: Pick<Context, 'settings' | 'database' | 'secrets'>): Count {
  const limits = new Map(
    Object.entries(LIMITED).flatMap(([name, limit]) => {
      const counted = { ...limit, limiter: createLimiter(parts, name, limit) };
      return limit.calls.map((call) => [call, counted] as const);
    }),
  );
  const key = parts.secrets.key('sender');
  return async (call, query, { address, findCustomer }) => {
    const limit = limits.get(call);
    if (!limit || (limit.onlyWith && !Object.hasOwn(query as object, limit.onlyWith))) return 0;
    const customer = limit.byCustomer ? await findCustomer() : null;
    try {
      await limit.limiter.consume(keyedHash(key, customer ? `customer ${customer.customerId}` : clientKeyOf(address)));
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    }
  };
}

function createLimiter({ settings, database }: Pick<Context, 'settings' | 'database'>, name: string, limit: Limit) {
  const points = limit.most(settings);
  const options = { keyPrefix: name, points, duration: limit.seconds };
  if (limit.counted === 'memory') return new RateLimiterMemory(options);
  return new RateLimiterDrizzle({
    ...options,
    storeClient: database.orm,
    schema: callCounts,
    // A sender at the limit is turned away without the database.
    inMemoryBlockOnConsumed: points,
    clearExpiredByTimeout: false,
  });
}

/** Beyond a limit: 429 in the shop's error shape, with Retry-After in seconds. */
export function registerCallLimits(app: FastifyInstance, context: Context): void {
  const count = createCallLimits(context);
  app.addHook('onRequest', async (request, reply) => {
    const findCustomer = () => authenticateRequest(app, request);
    const wait = await count(request.routeOptions.url ?? '', request.query, { address: request.ip, findCustomer });
    return wait > 0 ? sendError(reply, tooMany(wait)) : undefined;
  });
}

/** Scheduled job: deletes counts whose time is over. */
export function purgeCallCounts({ database }: Pick<Context, 'database'>): Promise<void> {
  return deleteEndedCounts(database.orm);
}
