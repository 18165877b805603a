import type { Clock } from '../clock.ts';

const SENDERS_KEPT = 10_000;

/**
 * A light limit in this process: `most` calls a client in each window. Returns the seconds a client has to wait, 0 when
 * it may go on. Meant against mass questions, not for exact counts over several processes.
 */
export function createRateLimiter({
  most,
  windowMs,
  clock,
}: {
  most: number;
  windowMs: number;
  clock: Pick<Clock, 'ms'>;
}): (sender: string) => number {
  let began = clock.ms();
  const counts = new Map<string, number>();
  return (sender) => {
    const now = clock.ms();
    if (Math.abs(now - began) >= windowMs || counts.size >= SENDERS_KEPT) {
      counts.clear();
      began = now;
    }
    const count = (counts.get(sender) ?? 0) + 1;
    counts.set(sender, count);
    return count <= most ? 0 : Math.max(1, Math.ceil((began + windowMs - now) / 1_000));
  };
}
