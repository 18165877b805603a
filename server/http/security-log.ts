import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '#contract/errors.ts';
import type { Context } from '../context.ts';
import { clientKeyOf } from '../kernel/client-key.ts';
import { logSecurity, type SecurityEvent } from '../kernel/telemetry/security-events.ts';

/** What became of a bearer: 'expired', 'revoked' or 'suspended' of a customer's session, 'foreign' of anything else. */
export type RefusedToken = { reason: 'expired' | 'revoked' | 'suspended' | 'foreign'; customerId?: number };

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes that the bearer of a request was refused; of one sender once a minute. */
    noteRefused: (request: FastifyRequest, token: string, kind: 'customer' | 'counter') => Promise<void>;
    /** Writes that a request was authenticated but may not do what it asked for; of one sender once a minute. */
    noteForbidden: (request: FastifyRequest, code: ErrorCode) => Promise<void>;
  }
  interface FastifyRequest {
    /** Who sent an authenticated call. */
    customerId: number | null;
  }
}

type Refused = Extract<
  SecurityEvent,
  'token.refused' | 'counter_key.refused' | 'call.forbidden' | 'call_limit.reached'
>;

/** A browser with an old token asks ten times a second, and so does whoever tries tokens. */
const ONCE_IN_MS = 60_000;
const MOST_SENDERS = 10_000;

/**
 * The security events of requests: at most one line a minute of each sender and kind, with how many were left out since
 * the line before. Nothing but memory is asked for them, except why a token is refused, once a line.
 */
export function registerSecurityLog(
  app: FastifyInstance,
  { clock }: Pick<Context, 'clock'>,
  explainToken: (token: string) => Promise<RefusedToken>,
): void {
  const lines = new LRUCache<string, { until: number; leftOut: number }>({ max: MOST_SENDERS });
  const note = async (request: FastifyRequest, event: Refused, facts?: () => Promise<object>) => {
    const key = `${event} ${clientKeyOf(request.ip)}`;
    const before = lines.get(key);
    if (before && before.until > clock.ms()) {
      before.leftOut += 1;
      return;
    }
    lines.set(key, { until: clock.ms() + ONCE_IN_MS, leftOut: 0 });
    const known = (await facts?.()) ?? {};
    const call = request.routeOptions.url ?? null;
    logSecurity(request.log, event, { call, leftOut: before?.leftOut ?? 0, ...known });
  };
  app.decorateRequest('customerId', null);
  app.decorate('noteRefused', (request: FastifyRequest, token: string, kind: 'customer' | 'counter') =>
    kind === 'counter'
      ? note(request, 'counter_key.refused')
      : note(request, 'token.refused', () => explainToken(token)),
  );
  app.decorate('noteForbidden', (request: FastifyRequest, code: ErrorCode) =>
    note(request, 'call.forbidden', async () => ({ reason: code })),
  );
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const { customerId } = request;
    await note(request, 'call_limit.reached', async () => (customerId === null ? {} : { customerId }));
  });
}

/** From now on each line of this request names the customer. */
export function nameCustomer(request: FastifyRequest, customerId: number): void {
  request.customerId = customerId;
  bind(request, { customerId });
}

/** From now on each line of this request names the till or the seller's key. */
export function nameCounter(request: FastifyRequest, counterKeyId: number): void {
  bind(request, { counterKeyId });
}

function bind({ log }: FastifyRequest, facts: object): void {
  // Of pino, whose request loggers these are; Fastify's type does not say so.
  (log as { setBindings?: (bindings: object) => void }).setBindings?.(facts);
}
