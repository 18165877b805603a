import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { numberOwnershipStart } from '#server/platform/database/schema/schema.ts';

const MAX_CARDS = 100;

const isOwn = (
  customerId: number,
): SQL => sql`d.recipient_mobile = (select mobile from customers where id = ${customerId})
  and c.sent_at >= ${numberOwnershipStart(customerId)}`;

const listed = z.object({ id: z.int(), productId: z.int(), sellerId: z.int() });
export type ListedCard = z.output<typeof listed>;

export function listCardsOfCustomer(handle: Handle, customerId: number): Promise<ListedCard[]> {
  return queryRows(
    handle,
    listed,
    sql`select c.id, c.product_id as "productId", c.seller_id as "sellerId" from gift_cards c join gift_card_details d on d.id = c.details_id
      where ${isOwn(customerId)} order by c.sent_at desc, c.id desc limit ${MAX_CARDS}`,
  );
}

type Named = { customerId: number; publicId: string };

export async function findCardOfCustomer(
  tx: Transaction,
  { customerId, publicId }: Named,
): Promise<{ id: number; sellerId: number } | null> {
  const [card] = await queryRows(
    tx,
    z.object({ id: z.int(), sellerId: z.int() }),
    sql`select c.id, c.seller_id as "sellerId" from gift_cards c join gift_card_details d on d.id = c.details_id
      where c.public_id = ${publicId} and ${isOwn(customerId)}`,
  );
  return card ?? null;
}

export async function findSealedCode(handle: Handle, giftCardId: number): Promise<string> {
  const [card] = await queryRows(
    handle,
    z.object({ sealed: z.string() }),
    sql`select sealed from gift_cards where id = ${giftCardId}`,
  );
  if (!card) throw new Error(`Card ${giftCardId} does not exist.`);
  return card.sealed;
}
