import type { FastifyBaseLogger } from 'fastify';
import { clientKeyOf } from '#server/platform/kernel/client-key.ts';
import { createLimiter, isBusy } from '#server/platform/kernel/concurrency.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Pieces } from './pieces.ts';
import type { RequestKind } from './request-kind.ts';

type Capacity = { concurrency: number; mostWaiting: number; mostOfOne?: number; waitMs: number };

/**
 * How many requests are worked at, and how many may wait. A page is a hundredth of a second of the processor in one
 * piece, so few of them at a time leave it to payments, which wait for their provider most of the time. One sender may
 * have half of a line; not of payments, for a provider's webhooks and the tills of a shop come from one address.
 */
const CAPACITY: Record<RequestKind, Capacity> = {
  money: { concurrency: 64, mostWaiting: 512, waitMs: 10_000 },
  call: { concurrency: 32, mostWaiting: 256, mostOfOne: 128, waitMs: 2_000 },
  page: { concurrency: 8, mostWaiting: 64, mostOfOne: 32, waitMs: 2_000 },
};
const SAID_EVERY_MS = 10_000;

/** Runs work for a request of this kind and sender in its turn; throws what isBusy() knows where there is too much. */
export type Admission = <T>(asked: { kind: RequestKind; sender: string }, work: () => Promise<T>) => Promise<T>;

/** `pieces`: where work is done in one piece each (pieces.ts). */
type Parts = { metrics: Metrics; log: FastifyBaseLogger; pieces?: Pieces; capacity?: Record<RequestKind, Capacity> };

/** Lets in what the server can do, so that it answers soon or says at once that it cannot. */
export function createAdmission({ metrics, log, pieces, capacity = CAPACITY }: Parts): Admission {
  const limiters = {
    money: createLimiter(capacity.money),
    call: createLimiter(capacity.call),
    page: createLimiter(capacity.page),
  };
  const refused: Record<RequestKind, number> = { money: 0, call: 0, page: 0 };
  let saidAt = Number.NEGATIVE_INFINITY;

  function noteRefused(kind: RequestKind): void {
    metrics.count('handsel_requests_refused_total', { kind });
    refused[kind] += 1;
    if (performance.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ refused: { ...refused } }, 'load.refused');
    Object.assign(refused, { money: 0, call: 0, page: 0 });
  }

  return async ({ kind, sender }, work) => {
    pieces?.noteArrival();
    try {
      return await limiters[kind](async () => {
        await pieces?.mayBegin(kind);
        metrics.count('handsel_requests_admitted_total', { kind });
        return work();
      }, clientKeyOf(sender));
    } catch (error) {
      if (isBusy(error)) noteRefused(kind);
      throw error;
    }
  };
}
