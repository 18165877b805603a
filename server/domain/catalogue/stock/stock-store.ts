import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '#server/platform/database/handle.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';

export type StockMove = { variantId: number; qty: number };

const toMovesJson = (moves: readonly StockMove[]) =>
  JSON.stringify(moves.map(({ variantId, qty }) => ({ id: variantId, qty })));
/** Sums quantities by variant, because several lines may have the same variant. */
const moved = (list: SQL | string) =>
  sql`(select id, sum(qty)::int as qty from jsonb_to_recordset(${list}::jsonb) as m(id int, qty int) group by id)`;

const decrease = defineRowsStatement(
  z.object({ id: z.int() }),
  (place: Place<{ list: string }>) => sql`update variants set qty = variants.qty - m.qty from ${moved(place('list'))} m
      where variants.id = m.id and variants.qty >= m.qty
        and exists (select from products p where p.id = variants.product_id and p.visibility <> 'off') returning variants.id`,
);

/** Returns how many of the variants were for sale, had enough stock and were decreased. */
export async function decreaseStock(tx: Transaction, moves: readonly StockMove[]): Promise<number> {
  return (await decrease(tx, { list: toMovesJson(moves) })).length;
}

export async function increaseStock(tx: Transaction, moves: readonly StockMove[]): Promise<void> {
  await tx.execute(
    sql`update variants set qty = variants.qty + m.qty from ${moved(toMovesJson(moves))} m where variants.id = m.id`,
  );
}
