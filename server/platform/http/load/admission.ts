import type { FastifyBaseLogger } from 'fastify';
import { toClientKey } from '#server/platform/kernel/client-key.ts';
import { createLimiter, isBusy } from '#server/platform/kernel/concurrency.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Pieces } from './pieces.ts';
import type { RequestKind } from './request-kind.ts';

type Capacity = { concurrency: number; maxWaiting: number; maxWaitingPerSender?: number; waitMs: number };

/**
 * A page blocks the event loop for about 10 ms; payments mostly wait for their provider. One sender may fill the whole
 * `money` queue, because a provider's webhooks and a shop's tills share an IP address.
 */
const CAPACITY: Record<RequestKind, Capacity> = {
  money: { concurrency: 64, maxWaiting: 512, waitMs: 10_000 },
  call: { concurrency: 32, maxWaiting: 256, maxWaitingPerSender: 128, waitMs: 2_000 },
  page: { concurrency: 8, maxWaiting: 64, maxWaitingPerSender: 32, waitMs: 2_000 },
};
const SAID_EVERY_MS = 10_000;

/** Throws an isBusy() error when too many requests are waiting. */
export type Admission = <T>(asked: { kind: RequestKind; sender: string }, work: () => Promise<T>) => Promise<T>;

type Parts = { metrics: Metrics; log: FastifyBaseLogger; pieces?: Pieces; capacity?: Record<RequestKind, Capacity> };

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
      }, toClientKey(sender));
    } catch (error) {
      if (isBusy(error)) noteRefused(kind);
      throw error;
    }
  };
}
