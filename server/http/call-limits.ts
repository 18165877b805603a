import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { clientKeyOf } from '../kernel/client-key.ts';
import { tooMany } from '../kernel/errors.ts';
import { createRateLimiter } from '../kernel/rate-limiter.ts';
import type { Settings } from '../settings.ts';
import { sendError } from './define-route.ts';

const WINDOW_MS = 10 * 60_000;

type Limit = keyof Pick<
  Settings,
  'CHALLENGES_PER_ADDRESS' | 'SIGN_IN_CALLS_PER_ADDRESS' | 'CARD_ENTRIES_PER_ADDRESS' | 'PLACE_SEARCHES_PER_ADDRESS'
>;

/**
 * Calls that anybody may make and that cost this server work, or its operator money, by the address they are registered
 * under.
 */
const LIMITED = new Map<string, Limit>([
  ['/altcha/challenge', 'CHALLENGES_PER_ADDRESS'],
  ['/sandbox/payment-methods', 'CARD_ENTRIES_PER_ADDRESS'],
  ...['places', 'place'].map(
    (call) => [`/rest/:store/V1/mobiledigital/${call}`, 'PLACE_SEARCHES_PER_ADDRESS'] as const,
  ),
  ...['sendmobilecode', 'confirmmobilecode', 'auth', 'createAccount'].map(
    (call) => [`/rest/:store/V1/mobiledigital/${call}`, 'SIGN_IN_CALLS_PER_ADDRESS'] as const,
  ),
]);

/**
 * Limits such calls for each sender in ten minutes: 429 in the shop's error shape, with Retry-After in seconds. Counted
 * in this process: behind several the limit is that many times as high. What must be exact (codes sent, tries of a
 * code) is counted in the database.
 */
export function registerCallLimits(app: FastifyInstance, { settings, clock }: Context): void {
  const limits = [...new Set(LIMITED.values())];
  const tallies = new Map(
    limits.map((limit) => [limit, createRateLimiter({ most: settings[limit], windowMs: WINDOW_MS, clock })]),
  );
  app.addHook('onRequest', async (request, reply) => {
    const limit = LIMITED.get(request.routeOptions.url ?? '');
    const wait = (limit && tallies.get(limit)?.(clientKeyOf(request.ip))) ?? 0;
    return wait > 0 ? sendError(reply, tooMany(wait)) : undefined;
  });
}
