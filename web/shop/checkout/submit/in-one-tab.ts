const LOCK = 'handsel.confirm';

/**
 * Fills the cart, to place an order or to restore it, unless another tab of this browser does: both would clear and fill
 * the one cart there is. A browser without Web Locks goes on; what two devices do to one cart is said by submit.ts.
 */
export async function inOneTab<Done>(work: () => Promise<Done>): Promise<Done | 'elsewhere'> {
  const { locks } = globalThis.navigator as { locks?: LockManager };
  if (!locks) return work();
  return locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : ('elsewhere' as const)));
}
