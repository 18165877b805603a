import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../database/handle.ts';
import { rows } from '../../database/rows.ts';

export type StockMove = { variantId: number; qty: number };

/** A variant may stand in several lines: its quantities are added up. */
const moved = (moves: readonly StockMove[]) => {
  const list = JSON.stringify(moves.map(({ variantId, qty }) => ({ id: variantId, qty })));
  return sql`(select id, sum(qty)::int as qty from jsonb_to_recordset(${list}::jsonb) as m(id int, qty int) group by id)`;
};

/** Takes each variant's quantity where there is as much of a product that is sold; how many variants had enough. */
export async function decreaseStock(tx: Transaction, moves: readonly StockMove[]): Promise<number> {
  const taken = await rows(
    tx,
    z.object({ id: z.int() }),
    sql`update variants set qty = variants.qty - m.qty from ${moved(moves)} m
      where variants.id = m.id and variants.qty >= m.qty
        and exists (select from products p where p.id = variants.product_id and p.visibility <> 'off') returning variants.id`,
  );
  return taken.length;
}

export async function increaseStock(tx: Transaction, moves: readonly StockMove[]): Promise<void> {
  await tx.execute(sql`update variants set qty = variants.qty + m.qty from ${moved(moves)} m where variants.id = m.id`);
}
