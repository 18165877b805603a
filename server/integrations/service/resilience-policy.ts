import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { Clock } from '../../clock.ts';
import { isProviderError, type ProviderError, providerError, type ServiceHealth } from './port.ts';

export type GuardOptions = {
  /** What the service is for, in a word of /readyz and the log: 'messages' */
  service: string;
  /** The provider's name as in the settings: 'twilio' */
  provider: string;
  clock: Pick<Clock, 'now'>;
  /** How long one try may take, in milliseconds */
  timeoutMs: number;
  /** Tries after the first one; only for what may be repeated, or what surely was not carried out */
  retries?: number;
  /** The wait before the first further try, doubled each time and scattered, in milliseconds */
  backoffMs?: number;
  /** Failures in a row after which the service is left alone */
  failuresInARow?: number;
  /** How long it is left alone before one call tries it again, in milliseconds */
  restMs?: number;
};

/** `repeatable`: doing it twice is the same as doing it once, so a try without an answer may be made again. */
type Call<T> = { repeatable: boolean; run: (signal: AbortSignal) => Promise<T> };

/**
 * Stands between the shop and an external service: a time limit a try, a few further tries, and a circuit breaker, so
 * that a service that is down costs a customer milliseconds and not the time limit. An error leaves as a ProviderError;
 * any other error is a mistake of ours and passes through.
 */
export type Guard = {
  call<T>(call: Call<T>): Promise<T>;
  health(): ServiceHealth;
};

/** A service that asks for a longer wait than this is not waited for: the caller's own retry comes later. */
const LONGEST_WAIT_MS = 2_000;

export function createGuard(options: GuardOptions): Guard {
  const { service, timeoutMs, retries = 1, backoffMs = 200, failuresInARow = 5, restMs = 15_000 } = options;
  const breaker = circuitBreaker(handleWhen(isProviderError), {
    breaker: new ConsecutiveBreaker(failuresInARow),
    halfOpenAfter: restMs,
  });
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const again = (repeatable: boolean) =>
    retry(
      handleWhen((error) => isProviderError(error) && isWorthAnotherTry(error, repeatable)),
      {
        maxAttempts: retries,
        backoff: new DelegateBackoff(({ attempt, result }) => wait(result, backoffMs * 2 ** (attempt - 1))),
      },
    );
  const policies = { once: wrap(again(false), breaker), repeatable: wrap(again(true), breaker) };
  const record = createRecord(options, () => breaker.state !== 0);
  return {
    health: record.health,
    async call({ repeatable, run }) {
      try {
        const answer = await policies[repeatable ? 'repeatable' : 'once'].execute(async () => {
          const answered = await oneTry(() => limit.execute(({ signal }) => run(signal)), service);
          return answered;
        });
        record.answered();
        return answer;
      } catch (error) {
        const fault = error instanceof BrokenCircuitError ? resting(service, error) : error;
        if (isProviderError(fault)) record.failed(fault);
        throw fault;
      }
    },
  };
}

async function oneTry<T>(run: () => Promise<T>, service: string): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TaskCancelledError)) throw error;
    throw providerError({ service, kind: 'too slow', mayHaveBeenApplied: true, cause: error });
  }
}

function isWorthAnotherTry(fault: ProviderError, repeatable: boolean): boolean {
  if (fault.fault === 'resting' || fault.fault === 'garbage') return false;
  if ((fault.retryAfterMs ?? 0) > LONGEST_WAIT_MS) return false;
  return repeatable || !fault.mayHaveBeenApplied;
}

/** As long as the service asked for; else scattered, so that many servers do not come back in step. */
function wait(result: { error: unknown } | { value: unknown }, base: number): number {
  const requested = 'error' in result && isProviderError(result.error) ? result.error.retryAfterMs : undefined;
  return requested ?? base * (0.5 + Math.random() / 2);
}

const resting = (service: string, cause: unknown) =>
  providerError({ service, kind: 'resting', mayHaveBeenApplied: false, cause });

/** Counts what became of the calls; `isOpen` tells whether the breaker holds calls back. */
function createRecord({ service, provider, clock }: GuardOptions, isOpen: () => boolean) {
  const line: ServiceHealth = { service, provider, state: 'not asked yet', answered: 0, failed: 0 };
  return {
    answered() {
      line.answered += 1;
      line.state = 'working';
      line.lastAnswer = clock.now().toISOString();
    },
    failed(fault: ProviderError) {
      line.failed += 1;
      line.state = 'failing';
      if (fault.fault !== 'resting') line.lastFailure = { at: clock.now().toISOString(), kind: fault.fault };
    },
    health: (): ServiceHealth => ({ ...line, state: isOpen() ? 'resting' : line.state }),
  };
}
