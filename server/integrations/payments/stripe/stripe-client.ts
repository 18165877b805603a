import Stripe from 'stripe';
import { isProviderError, providerError, type ServiceHealth } from '#server/platform/ports/service.ts';
import type { Clock } from '../../../clock.ts';
import { createGuard } from '../../service/resilience-policy.ts';
import { stripeFetch } from './stripe-fetch.ts';

export type StripeClientOptions = {
  secretKey: string;
  /** URL of a fake Stripe in tests, otherwise null. */
  apiBase: string | null;
  timeoutMs: number;
  clock: Pick<Clock, 'now'>;
};

/** A 4xx response: Stripe did nothing. Show `message` to customers only for card errors. */
export type StripeRequestError = {
  type: string;
  code: string;
  declineCode: string;
  param: string;
  message: string;
  status: number;
  requestId: string;
  intentId: string | null;
};
export type StripeAnswer<T> = { ok: true; value: T } | { ok: false; error: StripeRequestError };

export type StripeClient = {
  sdk: Stripe;
  /** Use only for calls that are safe to retry. Throws a ProviderError unless the response is usable. */
  ask<T extends { object: string }>(object: T['object'], call: () => Promise<T>): Promise<StripeAnswer<T>>;
  health(): ServiceHealth;
  /** Idempotency keys for which Stripe returned a 5xx (stripe-write.ts). */
  spentKeys: Pick<Set<string>, 'has' | 'add'>;
};

/** The SDK makes one attempt, the guard retries (docs/decisions/017). */
export function createStripeClient(options: StripeClientOptions): StripeClient {
  const { timeoutMs, clock } = options;
  const guard = createGuard({ service: 'payments', provider: 'stripe', clock, timeoutMs });
  return {
    sdk: createSdk(options),
    health: guard.health,
    spentKeys: createSpentKeys(),
    ask: (object, call) => guard.call({ repeatable: true, run: () => attempt(object, call) }),
  };
}

function createSdk({ secretKey, apiBase, timeoutMs }: StripeClientOptions): Stripe {
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

async function attempt<T extends { object: string }>(object: string, call: () => Promise<T>): Promise<StripeAnswer<T>> {
  try {
    const value = await call();
    if (value.object === object) return { ok: true, value };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeConnectionError) throw toProviderError(error);
    return { ok: false, error: toRequestError(error) };
  }
  throw providerError({
    service: 'payments',
    kind: 'invalid_response',
    mayHaveBeenApplied: true,
    cause: 'an object of another kind',
  });
}

/** Returns the error that stripe-fetch threw; without one, the SDK timed out. */
function toProviderError(error: InstanceType<typeof Stripe.errors.StripeConnectionError>): Error {
  if (isProviderError(error.detail)) return error.detail;
  return providerError({ service: 'payments', kind: 'timeout', mayHaveBeenApplied: true });
}

type AnyStripeError = InstanceType<typeof Stripe.errors.StripeError>;

function toRequestError(error: AnyStripeError): StripeRequestError {
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

/** Returns an error for the log that contains no value that we sent. */
export function rejectionError({ type, code, param, status, requestId }: StripeRequestError): Error {
  const named = [`HTTP ${status}`, type, code, param, requestId].filter(Boolean).join(', ');
  return new Error(`Stripe rejected our request (${named}).`);
}

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
