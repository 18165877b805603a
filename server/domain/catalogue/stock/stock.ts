import type { Transaction } from '#server/platform/database/handle.ts';
import { decreaseStock, increaseStock, type StockMove } from './stock-store.ts';

/**
 * Reserves the stock of all lines; false when a variant has too little: the transaction must then roll back.
 */
export async function reserveStock(tx: Transaction, lines: readonly StockMove[]): Promise<boolean> {
  return (await decreaseStock(tx, lines)) === new Set(lines.map((line) => line.variantId)).size;
}

/** Releases the stock of lines that were not sold after all. */
export function releaseStock(tx: Transaction, lines: readonly StockMove[]): Promise<void> {
  return increaseStock(tx, lines);
}
