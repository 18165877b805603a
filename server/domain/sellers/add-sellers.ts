import type { SqlRunner } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { slugify } from '#server/platform/kernel/text.ts';
import * as store from './sellers-store.ts';

export const addSellers = (handle: Handle, sellers: readonly store.NewSeller[]): Promise<Map<string, number>> =>
  store.insertSellers(handle, sellers);

type Named = { names: readonly string[]; pictureId: string; flatShippingCents: number };

/** Adds sellers, each with a unique shop URL. Returns their ids in the order of `names`. */
export async function addNamedSellers(run: SqlRunner, { names, ...fields }: Named): Promise<number[]> {
  if (names.length === 0) return [];
  const takenUrls = new Set(await store.listShopUrls(run));
  const shopUrls = names.map((name) => {
    const shopUrl = chooseShopUrl(name, takenUrls);
    takenUrls.add(shopUrl);
    return shopUrl;
  });
  const ids = await store.insertNamedSellers(run, { ...fields, names, shopUrls });
  return shopUrls.map((shopUrl) => ids.get(shopUrl) ?? 0);
}

export const toShopUrl = (name: string): string => slugify(name) || 'seller';

function chooseShopUrl(name: string, takenUrls: ReadonlySet<string>): string {
  const plain = toShopUrl(name);
  for (let turn = 1; ; turn += 1) {
    const address = turn === 1 ? plain : `${plain}-${turn}`;
    if (!takenUrls.has(address)) return address;
  }
}
