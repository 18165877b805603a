import Stripe from 'stripe';
import type { Clock } from '../../../clock.ts';
import { isProviderError, providerError, type ServiceHealth } from '../../service/port.ts';
import { createGuard } from '../../service/resilience-policy.ts';
import { stripeFetch } from './stripe-fetch.ts';

export type StripeClientOptions = {
  secretKey: string;
  /** Where Stripe is, for tests; null: Stripe itself */
  apiBase: string | null;
  /** How long one try may take, in milliseconds */
  timeoutMs: number;
  clock: Pick<Clock, 'now'>;
};

/** A definite no of Stripe's (4xx): nothing was done. `message` is safe to show only where the card is at fault. */
export type StripeRefusal = {
  type: string;
  code: string;
  declineCode: string;
  param: string;
  message: string;
  status: number;
  requestId: string;
  intentId: string | null;
};
export type StripeAnswer<T> = { ok: true; value: T } | { ok: false; refusal: StripeRefusal };

export type StripeClient = {
  sdk: Stripe;
  /**
   * One call through the guard, answered by an `object` of Stripe's. All are repeatable: reads, and writes with an
   * idempotency key of their own. Throws an ProviderError when there is no usable answer.
   */
  ask<T extends { object: string }>(object: T['object'], call: () => Promise<T>): Promise<StripeAnswer<T>>;
  health(): ServiceHealth;
  /** Idempotency keys that met a 5xx, which Stripe repeats for them (stripe-write.ts) */
  spentKeys: Pick<Set<string>, 'has' | 'add'>;
};

/** Stripe's SDK behind the guard of docs/decisions/017: the SDK makes one try, the guard decides about more. */
export function createStripeClient(options: StripeClientOptions): StripeClient {
  const { timeoutMs, clock } = options;
  const guard = createGuard({ service: 'payments', provider: 'stripe', clock, timeoutMs });
  return {
    sdk: sdkOf(options),
    health: guard.health,
    spentKeys: createSpentKeys(),
    ask: (object, call) => guard.call({ repeatable: true, run: () => oneTry(object, call) }),
  };
}

function sdkOf({ secretKey, apiBase, timeoutMs }: StripeClientOptions): Stripe {
  const common = {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(stripeFetch),
  };
  if (apiBase === null) return new Stripe(secretKey, common);
  const url = new URL(apiBase);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const port = url.port || (protocol === 'http' ? '80' : '443');
  return new Stripe(secretKey, { ...common, host: url.hostname, port, protocol });
}

async function oneTry<T extends { object: string }>(object: string, call: () => Promise<T>): Promise<StripeAnswer<T>> {
  try {
    const value = await call();
    if (value.object === object) return { ok: true, value };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeConnectionError) throw faultBehind(error);
    return { ok: false, refusal: refusalOf(error) };
  }
  throw providerError({
    service: 'payments',
    kind: 'garbage',
    mayHaveBeenApplied: true,
    cause: 'an object of another kind',
  });
}

/** stripe-fetch's own fault; without one, it was the SDK's time limit. */
function faultBehind(error: InstanceType<typeof Stripe.errors.StripeConnectionError>): Error {
  if (isProviderError(error.detail)) return error.detail;
  return providerError({ service: 'payments', kind: 'too slow', mayHaveBeenApplied: true });
}

type AnyStripeError = InstanceType<typeof Stripe.errors.StripeError>;

function refusalOf(error: AnyStripeError): StripeRefusal {
  return {
    type: error.rawType ?? '',
    code: error.code ?? '',
    declineCode: error.decline_code ?? '',
    param: error.param ?? '',
    message: error.message,
    status: error.statusCode ?? 0,
    requestId: error.requestId ?? '',
    intentId: error.payment_intent?.id ?? null,
  };
}

/** What the log may hold of a refusal: how Stripe files it, never the values that were sent. */
export function refusalForLog({ type, code, param, status, requestId }: StripeRefusal): Error {
  const named = [`HTTP ${status}`, type, code, param, requestId].filter(Boolean).join(', ');
  return new Error(`Stripe refused a request of ours (${named}).`);
}

/** Remembers the latest thousand: one that is forgotten meets its 5xx once more and is remembered again. */
function createSpentKeys(): Pick<Set<string>, 'has' | 'add'> {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add(key) {
      const [oldest] = keys;
      if (keys.size >= 1_000 && oldest !== undefined) keys.delete(oldest);
      return keys.add(key);
    },
  };
}
