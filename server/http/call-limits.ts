import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import { callCounts } from '../database/schema/schema.ts';
import { clientKeyOf, SENDERS_OF_A_NETWORK, wideNetworkOf } from '../kernel/client-key.ts';
import { tooMany } from '../kernel/errors.ts';
import { keyedHash } from '../kernel/secrets.ts';
import type { Settings } from '../settings.ts';
import { deleteEndedCounts } from './call-counts-store.ts';
import { authenticateRequest, REST_PREFIX, sendError } from './define-route.ts';
import { laterPage } from './load/refuse-busy.ts';

/**
 * `most` calls of one sender in `seconds` from its first one. A call counts for the first limit that has it;
 * `onlyWith`: with one of these query fields. A sender is an address; with `byCustomer` it is the customer of a valid
 * bearer, wherever they are. `onlyRefused`: calls are free until so many were answered 401.
 */
type Limit = {
  most: (settings: Settings) => number;
  seconds: number;
  counted: 'database' | 'memory';
  onlyWith?: readonly string[];
  byCustomer?: true;
  onlyRefused?: true;
  calls: readonly string[];
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a try to give a customer another email; the seconds they have to wait, 0 when it may be tried. */
    countOtherEmail: (request: FastifyRequest, customerId: number) => Promise<number>;
  }
}

const TEN_MINUTES = 600;
const DAY = 86_400;
/** Not addresses: only PUT customers/me itself knows that its body names another email. It is counted for both. */
const OTHER_EMAIL = 'another email';
const OTHER_EMAIL_OF_CUSTOMER = 'another email of a customer';
const FINDING = ['search', 'suggest', 'facets'];
/** The address under which every page is registered. */
const PAGES = '/*';
const HTML = 'text/html; charset=utf-8';

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
      ...['newpasskey', 'addpasskey', 'passkeychallenge', 'passkeysignin'],
    ].map((call) => `${REST_PREFIX}mobiledigital/${call}`),
  },
  // Enough for a class that registers behind one address, too few to try a list of emails.
  emails: {
    most: () => 60,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: [`${REST_PREFIX}customers/isEmailAvailable`, OTHER_EMAIL],
  },
  // Each change sends a mail to the address of before.
  'other emails': {
    most: () => 5,
    seconds: DAY,
    counted: 'database',
    byCustomer: true,
    calls: [OTHER_EMAIL_OF_CUSTOMER],
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
  // Each card thanks once; this is for who tries links.
  thanks: {
    most: () => 60,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: [`${REST_PREFIX}mobiledigital/thankgiver`],
  },
  // A link is opened once or twice, each time with a check; nobody guesses its code.
  tills: {
    most: () => 60,
    seconds: TEN_MINUTES,
    counted: 'database',
    calls: ['check', 'enrol'].map((call) => `${REST_PREFIX}seller/till/${call}`),
  },
  // Devices come with their pass's own token as often as it changes; this is for who tries tokens.
  'pass tokens': {
    most: () => 60,
    seconds: TEN_MINUTES,
    counted: 'database',
    onlyRefused: true,
    calls: ['/v1/devices/:device/registrations/:passType/:serial', '/v1/passes/:passType/:serial'],
  },
  // What devices send without a token. Many phones share one carrier address.
  passes: {
    most: () => 1_200,
    seconds: TEN_MINUTES,
    counted: 'memory',
    calls: ['/v1/devices/:device/registrations/:passType', '/v1/log'],
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
  // A list of a thousand is checked when it is taken from its file, and saved when it is paid: a few times each.
  'many recipients': {
    most: () => 40,
    seconds: TEN_MINUTES,
    counted: 'memory',
    byCustomer: true,
    calls: ['checkgiftcardrecipients', 'savegiftcardrecipients'].map((call) => `${REST_PREFIX}mobiledigital/${call}`),
  },
  // A cart may have a thousand lines. A look at it asks four of these calls; a checkout asks more with each change.
  carts: {
    most: () => 480,
    seconds: 60,
    counted: 'memory',
    byCustomer: true,
    calls: [
      ...['carts/mine', 'carts/mine/items', 'carts/mine/totals', 'carts/mine/giftCards'],
      ...['carts/mine/payment-information', 'carts/mine/shipping-methods', 'carts/mine/checkGiftCard/:code'],
      ...[
        ...['cartproducts', 'shippingmethods', 'getgiftcarddetailsbycart', 'giftcards', 'orders', 'order'],
        ...['checkoutsuccess', 'savedcards'],
      ].map((call) => `mobiledigital/${call}`),
    ].map((call) => `${REST_PREFIX}${call}`),
  },
  // A checkout saves each gift card of its cart by itself, some of them again after an error.
  'cart changes': {
    most: () => 960,
    seconds: 60,
    counted: 'memory',
    byCustomer: true,
    calls: [
      ...['carts/mine/items/:itemId', 'carts/mine/giftCards/:code', 'carts/mine/shipping-information'],
      ...['', '-by-address-id'].map((by) => `carts/mine/estimate-shipping-methods${by}`),
      ...['clearcart', 'savegiftcarddetails', 'savegiftcardorderbycart'].map((call) => `mobiledigital/${call}`),
      ...['itemid', 'id'].map((end) => `mobiledigital/deletegiftcarddetailsbycart${end}`),
    ].map((call) => `${REST_PREFIX}${call}`),
  },
  // Somebody who types fast asks three times a second for a while; a machine that copies the shop asks more. Lists are
  // counted anew for each price.
  searches: {
    most: () => 240,
    seconds: 60,
    counted: 'memory',
    onlyWith: ['q', 'price_min', 'price_max'],
    calls: FINDING.map((call) => `${REST_PREFIX}mobiledigital/${call}`),
  },
  // What is kept costs nothing and is not counted: these are answers that nobody has asked for since a change.
  reads: {
    most: (settings) => settings.READS_PER_ADDRESS,
    seconds: 60,
    counted: 'memory',
    calls: [
      ...['browseProducts', 'categoryProducts', 'products', 'product', 'seller', 'sellerInformation'].map(
        (call) => `${REST_PREFIX}mobiledigital/${call}`,
      ),
      ...['categories', 'occasions', 'shopsettings', ...FINDING].map((call) => `${REST_PREFIX}mobiledigital/${call}`),
      ...['products-render-info', 'directory/countries'].map((call) => `${REST_PREFIX}${call}`),
      ...['/share/:file', '/sitemap.xml', '/sitemap/:file', '/docs', '/docs/json'],
    ],
  },
  // Each is rendered, and so is one that says that an address leads nowhere. In development each module is a page.
  pages: {
    most: (settings) => (settings.WEB === 'dev' ? 1_000_000_000 : settings.READS_PER_ADDRESS),
    seconds: 60,
    counted: 'memory',
    calls: [PAGES],
  },
};

type Sender = { address: string; findCustomer: () => Promise<{ customerId: number } | null> };
type Count = (call: string, query: unknown, sender: Sender) => Promise<number>;
type Parts = Pick<Context, 'settings' | 'database' | 'secrets'>;

/** Counts a call; the seconds its sender has to wait, 0 when it may go on. */
export function createCallLimits(parts: Parts): Count {
  return createCounts(parts).count;
}

/** `countRefused`: counts a call that was answered 401. */
function createCounts(parts: Parts): { count: Count; countRefused(call: string, address: string): Promise<void> } {
  const limits = Object.entries(LIMITED).map(([name, limit]) => ({
    ...limit,
    limiter: createLimiter(parts, name, limit),
    networks: new RateLimiterMemory({
      keyPrefix: name,
      points: limit.most(parts.settings) * SENDERS_OF_A_NETWORK,
      duration: limit.seconds,
    }),
  }));
  const limitOf = (call: string, query: unknown) =>
    limits.find(
      ({ calls, onlyWith: fields }) =>
        calls.includes(call) && (!fields || fields.some((field) => Object.hasOwn(query as object, field))),
    );
  const key = parts.secrets.key('sender');
  return {
    async count(call, query, { address, findCustomer }) {
      const limit = limitOf(call, query);
      if (!limit) return 0;
      const customer = limit.byCustomer ? await findCustomer() : null;
      const client = clientKeyOf(address);
      const sender = keyedHash(key, customer ? `customer ${customer.customerId}` : client);
      if (limit.onlyRefused) {
        const before = await limit.limiter.get(sender);
        return before && before.consumedPoints >= limit.most(parts.settings) ? secondsUntilEndOf(before) : 0;
      }
      const network = customer ? null : wideNetworkOf(client);
      const wait = await consume(limit.limiter, sender);
      return wait > 0 || network === null ? wait : consume(limit.networks, network);
    },
    async countRefused(call, address) {
      const limit = limitOf(call, {});
      if (limit?.onlyRefused) await consume(limit.limiter, keyedHash(key, clientKeyOf(address)));
    },
  };
}

async function consume(limiter: RateLimiterAbstract, sender: string): Promise<number> {
  try {
    await limiter.consume(sender);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return secondsUntilEndOf(refused);
  }
}

const secondsUntilEndOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));

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

/** Beyond a limit: 429 with Retry-After in seconds, in the shop's error shape or a short page that loads itself again. */
export function registerCallLimits(app: FastifyInstance, context: Context): void {
  const { count, countRefused } = createCounts(context);
  app.addHook('onRequest', async (request, reply) => {
    const findCustomer = () => authenticateRequest(app, request);
    const call = request.routeOptions.url ?? '';
    const wait = await count(call, request.query, { address: request.ip, findCustomer });
    if (wait === 0) return;
    if (call !== PAGES) return sendError(reply, tooMany(wait));
    const page = laterPage(request.headers, { seconds: wait, why: 'limit' });
    return reply.code(429).headers({ 'cache-control': 'no-store', 'retry-after': wait }).type(HTML).send(page);
  });
  app.decorate('countOtherEmail', async ({ ip }: FastifyRequest, customerId: number) => {
    const sender = { address: ip, findCustomer: async () => ({ customerId }) };
    return (await count(OTHER_EMAIL, {}, sender)) || count(OTHER_EMAIL_OF_CUSTOMER, {}, sender);
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401) await countRefused(request.routeOptions.url ?? '', request.ip);
  });
}

/** Scheduled job: deletes counts whose time is over. */
export function purgeCallCounts({ database }: Pick<Context, 'database'>): Promise<void> {
  return deleteEndedCounts(database.orm);
}
