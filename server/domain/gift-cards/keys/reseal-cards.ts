import type { Context } from '#server/context.ts';
import { renameCodes } from '#server/domain/cart/totals/cards-on-cart.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { canOpen, readSealingKeyId, type Secrets } from '#server/platform/kernel/keys/card-keys.ts';
import { resealCard } from '../ledger/card-secrets.ts';
import * as store from './keys-store.ts';

/** A batch is small, because tills that need one of its locked cards wait for the whole batch. */
const AT_ONCE = 200;

type Parts = Pick<Context, 'database' | 'secrets'>;
type Watching = { signal: AbortSignal; onProgress(done: number, total: number): void };

export type Resealed = { cards: number; unopened: string[] };

/**
 * Re-encrypts each batch in its own transaction, so that aborting keeps finished work. The next run finds cards that an
 * older server encrypts meanwhile.
 */
export async function resealCards(parts: Parts, { signal, onProgress }: Watching): Promise<Resealed> {
  const { database, secrets } = parts;
  const keyId = secrets.cardKeys[0].id;
  const counts = (await store.countCardsByKey(database.orm)).filter((count) => count.keyId !== keyId);
  const total = counts.reduce((sum, { cards }) => sum + cards, 0);
  const resealed: Resealed = { cards: 0, unopened: [] };
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const slice: Slice['slice'] = { keyId, after, limit: AT_ONCE };
    const done: ResealedSlice = await database.transaction((tx) => resealSlice(tx, { secrets, slice }));
    resealed.cards += done.cards;
    resealed.unopened.push(...done.unopened);
    onProgress(resealed.cards + resealed.unopened.length, total);
    after = done.last;
  }
  return resealed;
}

type Slice = { secrets: Secrets; slice: Parameters<typeof store.lockSealedOtherwise>[1] };

type ResealedSlice = Resealed & { last: number | undefined };

async function resealSlice(tx: Transaction, { secrets, slice }: Slice): Promise<ResealedSlice> {
  const cards = await store.lockSealedOtherwise(tx, slice);
  const opened = cards.filter(({ sealed }) => canOpen(secrets.cardKeys, sealed));
  const anew = opened.map((card) => ({ card, ...resealCard(secrets, card.sealed) }));
  if (anew.length > 0) {
    await store.updateSealed(
      tx,
      anew.map(({ card: { id }, sealed, codeHash }) => ({ id, sealed, codeHash })),
    );
    await renameCodes(
      tx,
      anew.map(({ card, codeHash }) => ({ giftCardId: card.id, from: card.codeHash, to: codeHash })),
    );
  }
  const unopened = cards.filter((card) => !opened.includes(card)).map(({ publicId }) => publicId);
  return { cards: opened.length, unopened, last: cards.at(-1)?.id };
}

export type TriedKey = { cards: number; unopened: string[] };

export async function tryCards(
  database: Pick<Context['database'], 'orm'>,
  { cardKeys }: Pick<Secrets, 'cardKeys'>,
  { signal, onProgress }: Watching,
): Promise<Map<string, TriedKey>> {
  const tried = new Map<string, TriedKey>();
  const total = (await store.countCardsByKey(database.orm)).reduce((sum, { cards }) => sum + cards, 0);
  let done = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const slice: store.SealedRow[] = await store.listSealedCards(database.orm, { after, limit: AT_ONCE });
    for (const { publicId, sealed } of slice) {
      const keyId = readSealingKeyId(sealed);
      const key = tried.get(keyId) ?? { cards: 0, unopened: [] };
      key.cards += 1;
      if (!canOpen(cardKeys, sealed)) key.unopened.push(publicId);
      tried.set(keyId, key);
    }
    done += slice.length;
    onProgress(done, total);
    after = slice.at(-1)?.id;
  }
  return tried;
}
