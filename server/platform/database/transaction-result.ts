import { type AppError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import type { Database } from './database.ts';
import type { Transaction } from './handle.ts';

const CARRIER = Symbol('error that rolls back');

/** Rolls back the transaction when `work` returns an expected error. */
export async function runResultTransaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await database.transaction(async (tx) => {
      const result = await work(tx);
      if (isAppError(result)) throw Object.assign(new Error(result.code), { [CARRIER]: result });
      return result;
    });
  } catch (error) {
    const carried = error instanceof Error ? (Reflect.get(error, CARRIER) as AppError | undefined) : undefined;
    if (carried) return carried;
    throw error;
  }
}
