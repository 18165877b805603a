import { type Failure, isFailure } from '../http/failures.ts';
import type { Transaction } from './handle.ts';
import type { Database } from './open.ts';

const CARRIER = Symbol('failure that rolls back');

/**
 * A transaction whose work may answer an expected failure: nothing of it is kept then, and the failure is the answer.
 */
export async function transactionOrFailure<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T | Failure>,
): Promise<T | Failure> {
  try {
    return await database.transaction(async (tx) => {
      const result = await work(tx);
      if (isFailure(result)) throw Object.assign(new Error(result.code), { [CARRIER]: result });
      return result;
    });
  } catch (error) {
    const carried = error instanceof Error ? (Reflect.get(error, CARRIER) as Failure | undefined) : undefined;
    if (carried) return carried;
    throw error;
  }
}
