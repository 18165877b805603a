import type { Transaction } from '#server/platform/database/handle.ts';
import { decreaseStock, increaseStock, type StockMove } from './stock-store.ts';

/** Returns false if a variant has too little stock. The caller must then roll back. */
export async function reserveStock(tx: Transaction, lines: readonly StockMove[]): Promise<boolean> {
  return (await decreaseStock(tx, lines)) === new Set(lines.map((line) => line.variantId)).size;
}

export function releaseStock(tx: Transaction, lines: readonly StockMove[]): Promise<void> {
  return increaseStock(tx, lines);
}
