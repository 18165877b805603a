import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

const sentParts = z.object({ pictures: z.int(), texts: z.int(), parts: z.int() });
export type SentParts = z.output<typeof sentParts>;

export async function countSentParts(handle: Handle, orderId: number): Promise<SentParts> {
  const [row] = await queryRows(
    handle,
    sentParts,
    sql`select count(*) filter (where channel = 'mms')::int as pictures,
        count(*) filter (where channel = 'sms')::int as texts,
        coalesce(sum(parts) filter (where channel = 'sms'), 0)::int as parts
      from messages where parts is not null and (order_id = ${orderId} or gift_card_id in
        (select g.id from gift_cards g join order_lines l on l.id = g.order_line_id where l.order_id = ${orderId}))`,
  );
  return row ?? { pictures: 0, texts: 0, parts: 0 };
}
