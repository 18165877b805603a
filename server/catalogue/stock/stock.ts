import type { Transaction } from '../../database/handle.ts';
import { decreaseStock, increaseStock, type StockMove } from './stock-store.ts';

/**
 * Takes the stock of all lines or, when any variant has too little, says false: the transaction must then roll back.
 */
export async function takeStock(tx: Transaction, lines: readonly StockMove[]): Promise<boolean> {
  return (await decreaseStock(tx, lines)) === new Set(lines.map((line) => line.variantId)).size;
}

/** Gives the stock of lines back that were not sold after all. */
export function returnStock(tx: Transaction, lines: readonly StockMove[]): Promise<void> {
  return increaseStock(tx, lines);
}
