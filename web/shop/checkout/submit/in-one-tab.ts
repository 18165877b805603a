const LOCK = 'handsel.confirm';

/**
 * Runs `work` under a lock, because two tabs must not clear and refill the cart at the same time. Browsers without Web
 * Locks run it unlocked.
 */
export async function runInOneTab<Done>(work: () => Promise<Done>): Promise<Done | 'elsewhere'> {
  const { locks } = globalThis.navigator as { locks?: LockManager };
  if (!locks) return work();
  return locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : ('elsewhere' as const)));
}
