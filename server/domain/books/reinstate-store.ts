import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

const soldCard = z.object({ giftCardId: z.int(), publicId: z.string(), orderId: z.int() });

/** Finds a sold card by its public id or code hash, and locks its order. */
export async function lockSoldCard(
  tx: Transaction,
  { publicId, codeHashes }: { publicId: string; codeHashes: readonly string[] },
): Promise<z.output<typeof soldCard> | null> {
  const [sold] = await queryRows(
    tx,
    soldCard,
    sql`select c.id as "giftCardId", c.public_id as "publicId", o.id as "orderId"
      from gift_cards c join order_lines l on l.id = c.order_line_id join orders o on o.id = l.order_id
      where c.public_id = ${publicId} or c.code_hash = any(${sql.param(codeHashes)}::text[]) for update of o`,
  );
  return sold ?? null;
}
