import type { Clock } from '../clock.ts';

const SENDERS_KEPT = 10_000;

/**
 * A light limit kept in this process: `most` calls a sender in each window. Meant against mass questions, not for
 * exact counts over several processes.
 */
export function createTally({
  most,
  windowMs,
  clock,
}: {
  most: number;
  windowMs: number;
  clock: Pick<Clock, 'ms'>;
}): (sender: string) => boolean {
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
    return count <= most;
  };
}
