import { AsyncLocalStorage } from 'node:async_hooks';

export interface TransactionGuard {
  inside: <T>(work: () => Promise<T>) => Promise<T>;
  refuseInside: () => void;
}

/**
 * Rejects statements that bypass the open transaction. On the embedded database they would wait forever; on PostgreSQL
 * they would silently run outside it.
 */
export function createTransactionGuard(): TransactionGuard {
  const current = new AsyncLocalStorage<{ open: boolean }>();
  return {
    inside(work) {
      const mark = { open: true };
      return current.run(mark, async () => {
        try {
          return await work();
        } finally {
          mark.open = false;
        }
      });
    },
    refuseInside() {
      if (current.getStore()?.open) {
        throw new Error('A statement was sent to the database inside a transaction: use the open transaction.');
      }
    },
  };
}
