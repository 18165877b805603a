import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { composedPictures, giftCards, messagePictures } from '#server/platform/database/schema/schema.ts';
import type { CardRow } from './cards-store.ts';

type OfAttempt = Pick<CardRow, 'id' | 'deliveryAttempt'>;

export async function listComposedKeys(handle: Handle, keys: readonly string[]): Promise<Set<string>> {
  const { key } = composedPictures;
  const found = await handle.select({ key }).from(composedPictures).where(isIn(key, keys));
  return new Set(found.map((picture) => picture.key));
}

export async function insertComposedPicture(
  handle: Handle,
  picture: Required<typeof composedPictures.$inferInsert>,
): Promise<void> {
  await handle.insert(composedPictures).values(picture).onConflictDoNothing();
}

type MessagePicture = { name: string; card: OfAttempt; key: string; words: PictureWords };

/**
 * Each delivery attempt needs its own unguessable name. Locks the cards, so that a job of a past attempt stores
 * nothing.
 */
export async function insertMessagePictures(
  handle: Handle,
  { pictures, now }: { pictures: readonly MessagePicture[]; now: Date },
): Promise<void> {
  if (pictures.length === 0) return;
  const column = <Value>(pick: (picture: MessagePicture) => Value) => sql.param(pictures.map(pick));
  await handle.execute(
    sql`insert into message_pictures (name, gift_card_id, picture_key, created_at, words)
      select p.name, g.id, p.picture_key, ${now.toISOString()}::timestamptz, p.words::jsonb
        from unnest(${column(({ name }) => name)}::text[], ${column(({ card }) => card.id)}::bigint[],
          ${column(({ card }) => card.deliveryAttempt)}::int[], ${column(({ key }) => key)}::text[],
          ${column(({ words }) => JSON.stringify(words))}::text[])
          as p (name, gift_card_id, delivery_attempt, picture_key, words)
        join gift_cards g on g.id = p.gift_card_id and g.delivery_attempt = p.delivery_attempt
        order by g.id for share of g
      on conflict (gift_card_id) do nothing`,
  );
}

export async function listPictureNames(handle: Handle, cards: readonly OfAttempt[]): Promise<Map<number, string>> {
  const attempts = new Map(cards.map(({ id, deliveryAttempt }) => [id, deliveryAttempt]));
  const { name, giftCardId } = messagePictures;
  const found = await handle
    .select({ name, giftCardId, deliveryAttempt: giftCards.deliveryAttempt })
    .from(messagePictures)
    .innerJoin(giftCards, eq(giftCards.id, giftCardId))
    .where(isIn(giftCardId, attempts.keys()));
  const present = found.filter((row) => attempts.get(row.giftCardId) === row.deliveryAttempt);
  return new Map(present.map((row) => [row.giftCardId, row.name]));
}

export async function deletePicture(handle: Handle, giftCardId: number): Promise<void> {
  await handle.delete(messagePictures).where(eq(messagePictures.giftCardId, giftCardId));
}

/** Also deletes composed pictures that no other card shows. */
export async function deleteCardPictures(handle: Handle, cardIds: SQL): Promise<void> {
  await handle.execute(
    sql`with gone as (delete from message_pictures where gift_card_id in (${cardIds}) returning picture_key)
      delete from composed_pictures c where c.key in (select picture_key from gone)
        and not exists (select from message_pictures m where m.picture_key = c.key and m.gift_card_id not in (${cardIds}))`,
  );
}

export async function findPictureByName(handle: Handle, name: string): Promise<Uint8Array | null> {
  const [row] = await handle
    .select({ jpeg: composedPictures.jpeg })
    .from(messagePictures)
    .innerJoin(composedPictures, eq(composedPictures.key, messagePictures.pictureKey))
    .where(eq(messagePictures.name, name));
  return row?.jpeg ?? null;
}

export async function deleteUnusedPictures(handle: Handle, before: Date): Promise<void> {
  const unused = sql`not exists (select from message_pictures m where m.picture_key = ${composedPictures.key})`;
  const old = sql`${composedPictures.createdAt} < ${before.toISOString()}`;
  await purgeRows(composedPictures, handle, and(old, unused));
}
