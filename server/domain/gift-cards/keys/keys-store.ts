import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { giftCards, keyChecks, sealingKey } from '#server/platform/database/schema/schema.ts';

const knownKey = z.object({ keyId: z.string(), checkValue: z.string(), isNeeded: z.boolean() });

export function listKeys(handle: Handle): Promise<z.output<typeof knownKey>[]> {
  return queryRows(
    handle,
    knownKey,
    sql`select k.key_id as "keyId", k.check_value as "checkValue", k.check_value <> ''
        and (select true from gift_cards where ${sealingKey} = k.key_id limit 1) is not null as "isNeeded"
      from key_checks k order by k.created_at, k.key_id`,
  );
}

export async function findSealedCard(handle: Handle, keyId: string): Promise<string | null> {
  const sealed = handle.select({ sealed: giftCards.sealed }).from(giftCards);
  const [card] = await sealed.where(eq(sealingKey, keyId)).limit(1);
  return card?.sealed ?? null;
}

export async function findFirstUse(handle: Handle, keyId: string): Promise<Date | null> {
  const query = handle.select({ since: keyChecks.createdAt }).from(keyChecks);
  return (await query.where(eq(keyChecks.keyId, keyId)))[0]?.since ?? null;
}

/** Servers that start concurrently wait for this lock, and then see the keys recorded here. */
export async function lockKnownKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table key_checks in share row exclusive mode`);
}

type Record = { keyId: string; checkValue: string };

export async function recordKeys(tx: Transaction, records: readonly Record[], now: Date): Promise<void> {
  await tx
    .insert(keyChecks)
    .values(records.map((record) => ({ ...record, createdAt: now })))
    .onConflictDoUpdate({
      target: keyChecks.keyId,
      set: { checkValue: sql`excluded.check_value`, createdAt: sql`excluded.created_at` },
    });
}

export async function deleteKey(handle: Handle, keyId: string): Promise<void> {
  await handle.delete(keyChecks).where(eq(keyChecks.keyId, keyId));
}

export async function abandonKey(handle: Handle, keyId: string): Promise<void> {
  await handle.update(keyChecks).set({ checkValue: '' }).where(eq(keyChecks.keyId, keyId));
}

const cardCount = z.object({ keyId: z.string(), cards: z.int() });

export function countCardsByKey(handle: Handle): Promise<z.output<typeof cardCount>[]> {
  return queryRows(
    handle,
    cardCount,
    sql`select ${sealingKey} as "keyId", count(*) as cards from gift_cards group by 1`,
  );
}

const sealedCard = z.object({ id: z.int(), publicId: z.string(), sealed: z.string(), codeHash: z.string() });
export type SealedRow = z.output<typeof sealedCard>;

const sealedColumns = sql`id, public_id as "publicId", sealed, code_hash as "codeHash"`;

type Slice = { after: number; limit: number };

export function listSealedCards(handle: Handle, { after, limit }: Slice): Promise<SealedRow[]> {
  return queryRows(
    handle,
    sealedCard,
    sql`select ${sealedColumns} from gift_cards where id > ${after} order by id limit ${limit}`,
  );
}

export function lockSealedOtherwise(tx: Transaction, { keyId, after, limit }: Slice & { keyId: string }) {
  return queryRows(
    tx,
    sealedCard,
    sql`select ${sealedColumns} from gift_cards where id > ${after} and ${sealingKey} <> ${keyId}
      order by id limit ${limit} for update`,
  );
}

/** Lock the cards first. */
export async function updateSealed(
  tx: Transaction,
  cards: readonly Pick<SealedRow, 'id' | 'sealed' | 'codeHash'>[],
): Promise<void> {
  await tx.execute(
    sql`update gift_cards c set sealed = r.sealed, code_hash = r."codeHash"
      from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as r (id bigint, sealed text, "codeHash" text)
      where c.id = r.id`,
  );
}
