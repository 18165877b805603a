import { AsyncLocalStorage } from 'node:async_hooks';

export interface TransactionGuard {
  inside: <T>(work: () => Promise<T>) => Promise<T>;
  refuseInside: () => void;
}

/**
 * Notices a statement sent past the open transaction. On the embedded database, which has one connection, it would
 * wait for itself for ever; on PostgreSQL it would silently not be part of the transaction. Both must fail alike.
 */
export function transactionGuard(): TransactionGuard {
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
