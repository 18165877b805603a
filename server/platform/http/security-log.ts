import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { toClientKey } from '#server/platform/kernel/client-key.ts';
import { logSecurity, type SecurityEvent } from '#server/platform/kernel/telemetry/security-events.ts';

/** 'foreign': the token does not belong to a customer. */
export type RefusedToken = { reason: 'expired' | 'revoked' | 'suspended' | 'foreign'; customerId?: number };

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a refused token, at most once a minute per sender. `token` is null if the request has no bearer token. */
    noteRefused: (request: FastifyRequest, token: string | null, kind: keyof typeof REFUSED) => Promise<void>;
    noteForbidden: (request: FastifyRequest, code: ErrorCode) => Promise<void>;
  }
  interface FastifyRequest {
    customerId: number | null;
  }
}

const REFUSED = {
  customer: 'token.refused',
  counter: 'counter_key.refused',
  pass: 'pass.refused',
} as const satisfies Record<string, SecurityEvent>;

type SocketEvent = Extract<SecurityEvent, 'request.unreadable' | 'certificate.refused'>;
type Refused =
  | (typeof REFUSED)[keyof typeof REFUSED]
  | SocketEvent
  | Extract<SecurityEvent, 'call.forbidden' | 'call_limit.reached'>;

/** Limits log lines, because browsers retry old tokens ten times a second. */
const ONCE_IN_MS = 60_000;
const MAX_SENDERS = 10_000;

/** Returns how many lines were omitted before this one, or null to omit this line as well. */
type LineLimit = (event: Refused, sender: string) => number | null;

function createLineLimit({ clock }: Pick<Context, 'clock'>): LineLimit {
  // Sets `maxSize`, because `max` would allocate space for all senders at every start, which takes milliseconds.
  const options = { maxSize: MAX_SENDERS, sizeCalculation: () => 1 };
  const lines = new LRUCache<string, { until: number; leftOut: number }>(options);
  return (event, sender) => {
    const key = `${event} ${toClientKey(sender)}`;
    const before = lines.get(key);
    if (before && before.until > clock.ms()) {
      before.leftOut += 1;
      return null;
    }
    lines.set(key, { until: clock.ms() + ONCE_IN_MS, leftOut: 0 });
    return before?.leftOut ?? 0;
  };
}

export type NoteSocket = (socket: Socket, event: SocketEvent, reason: string) => void;

export function createSocketNotes(context: Pick<Context, 'clock' | 'log'>): NoteSocket {
  const countLeftOut = createLineLimit(context);
  return ({ remoteAddress }, event, reason) => {
    const leftOut = countLeftOut(event, remoteAddress ?? '');
    if (leftOut !== null) logSecurity(context.log, event, { reason, remoteAddress, leftOut });
  };
}

/** Queries the database only for refused customer tokens, to find the reason. */
export function registerSecurityLog(
  app: FastifyInstance,
  context: Pick<Context, 'clock'>,
  explainToken: (token: string) => Promise<RefusedToken>,
): void {
  const countLeftOut = createLineLimit(context);
  const note = async (request: FastifyRequest, event: Refused, facts?: () => Promise<object>) => {
    const leftOut = countLeftOut(event, request.ip);
    if (leftOut === null) return;
    const details = (await facts?.()) ?? {};
    logSecurity(request.log, event, { call: request.routeOptions.url ?? null, leftOut, ...details });
  };
  const findReason = async (token: string | null): Promise<RefusedToken> =>
    token === null ? { reason: 'foreign' } : explainToken(token);
  app.decorateRequest('customerId', null);
  app.decorate('noteRefused', (request: FastifyRequest, token: string | null, kind: keyof typeof REFUSED) =>
    note(request, REFUSED[kind], kind === 'customer' ? () => findReason(token) : undefined),
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

/** Names the customer in every later log line of the request. */
export function bindCustomerToRequest(request: FastifyRequest, customerId: number): void {
  request.customerId = customerId;
  bind(request, { customerId });
}

export function bindCounterToRequest(request: FastifyRequest, counterKeyId: number): void {
  bind(request, { counterKeyId });
}

function bind({ log }: FastifyRequest, facts: object): void {
  // Fastify's logger type omits this pino method.
  (log as { setBindings?: (bindings: object) => void }).setBindings?.(facts);
}
