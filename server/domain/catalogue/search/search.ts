import type { AnswerOf } from '#contract/calls.ts';
import type { TileProduct } from '#contract/catalogue.ts';
import type { Suggestions } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { pageOf, tilesByProduct } from '../listing/browse.ts';
import { filtersOf, isNarrowed } from '../listing/list-filters-sql.ts';
import { type TileRow, tileOf } from '../listing/tile.ts';
import { type Page, tilesOfMatches } from '../listing/tiles-store.ts';
import { closestWord } from './closest-word.ts';
import { englishFor } from './german-words.ts';
import { bestMatches, matchingProducts } from './matches-sql.ts';
import { categoriesLike, sellersLike, typedWords } from './search-store.ts';
import { searchWords } from './search-words.ts';

const SUGGESTED = { products: 4, sellers: 2, categories: 3 };

type SearchAnswer = Pick<AnswerOf<'GET mobiledigital/search'>, 'data' | 'meant'>;

/** Uses each word as typed if the shop knows it, otherwise its translation, otherwise the closest known word. */
export async function readWords(handle: Handle, q: string): Promise<{ words: string[]; meant: string }> {
  const typed = searchWords(q);
  if (typed.length === 0) return { words: [], meant: '' };
  const candidates = new Set([...typed, ...typed.flatMap(englishFor)]);
  const looked = new Map((await typedWords(handle, [...candidates])).map((row) => [row.word, row]));
  const isKnown = (word: string) => looked.get(word)?.known === true;
  const words = typed.flatMap((word) => {
    if (isKnown(word)) return [word];
    const english = englishFor(word);
    if (english.length > 0 && english.every(isKnown)) return english;
    return [closestWord(word, looked.get(word)?.candidates ?? []) ?? word];
  });
  const read = words.join(' ');
  return { words: [...new Set(words)], meant: read === typed.join(' ') ? '' : read };
}

/** `meant`: the corrected search, or '' if nothing was corrected. */
export async function search(context: Context, query: ListQuery & { q: string; page: number }): Promise<SearchAnswer> {
  const { orm } = context.database;
  const { words, meant } = await readWords(orm, query.q);
  if (words.length === 0) return { data: [], meant };
  const filters = filtersOf(query);
  const page = pageOf(query.page);
  const tiles = isNarrowed(filters)
    ? await tilesOfMatches(orm, { matches: matchingProducts(words), filters, ...page })
    : await bestTiles(orm, words, page);
  return { data: tiles.map(tileOf), meant };
}

/**
 * Finds products with all words, otherwise with fewer, down to half. A page past the end stays empty instead of
 * continuing with the list for fewer words.
 */
async function bestTiles(handle: Handle, words: readonly string[], page: Page): Promise<TileRow[]> {
  for (let missing = 0; missing * 2 <= words.length; missing += 1) {
    const tilesOf = (part: Page) => {
      const matches = bestMatches(words, { most: part.offset + part.limit, missing });
      return tilesOfMatches(handle, { matches, filters: filtersOf({}), ...part });
    };
    const tiles = await tilesOf(page);
    if (tiles.length > 0) return tiles;
    if (page.offset > 0 && (await tilesOf({ limit: page.limit, offset: 0 })).length > 0) return [];
  }
  return [];
}

const noSuggestions: Suggestions = { products: [], sellers: [], categories: [] };

export async function suggest(context: Context, q: string): Promise<Suggestions> {
  const { orm } = context.database;
  const { words } = await readWords(orm, q);
  if (words.length === 0) return noSuggestions;
  const [products, sellers, categories] = await Promise.all([
    bestTiles(orm, words, { limit: SUGGESTED.products, offset: 0 }),
    sellersLike(orm, words, SUGGESTED.sellers),
    categoriesLike(orm, words, SUGGESTED.categories),
  ]);
  const tiles = products.map(tileOf).map(({ id, name, price, type_id, picture, is_giftcard, seller_name }) => ({
    id,
    name,
    price,
    type_id,
    picture,
    is_giftcard,
    seller_name,
  }));
  return { products: tiles, sellers, categories };
}

/** Returns products in the order of `ids`, for lists that the browser stores. */
export async function productsInOrder(context: Context, ids: readonly number[]): Promise<TileProduct[]> {
  const tiles = await tilesByProduct(context.database.orm, ids);
  return [...new Set(ids)].flatMap((id) => tiles.get(id) ?? []);
}
