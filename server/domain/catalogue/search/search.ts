import type { AnswerOf } from '#contract/calls.ts';
import type { TileProduct } from '#contract/catalogue.ts';
import type { Suggestions } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { listTilesByProduct, toPage } from '../listing/browse.ts';
import { isNarrowed, parseFilters } from '../listing/list-filters-sql.ts';
import { type TileRow, toTile } from '../listing/tile.ts';
import { listMatchingTileRows, type Page } from '../listing/tiles-store.ts';
import { findClosestWord } from './closest-word.ts';
import { translateToEnglish } from './german-words.ts';
import { bestMatches, matchingProducts } from './matches-sql.ts';
import { findTypedWords, searchCategories, searchSellers } from './search-store.ts';
import { searchWords } from './search-words.ts';

const SUGGESTED = { products: 4, sellers: 2, categories: 3 };

type SearchAnswer = Pick<AnswerOf<'GET mobiledigital/search'>, 'data' | 'meant'>;

/** Uses each word as typed if the shop knows it, otherwise its translation, otherwise the closest known word. */
export async function readWords(handle: Handle, q: string): Promise<{ words: string[]; meant: string }> {
  const typed = searchWords(q);
  if (typed.length === 0) return { words: [], meant: '' };
  const candidates = new Set([...typed, ...typed.flatMap(translateToEnglish)]);
  const looked = new Map((await findTypedWords(handle, [...candidates])).map((row) => [row.word, row]));
  const isKnown = (word: string) => looked.get(word)?.known === true;
  const words = typed.flatMap((word) => {
    if (isKnown(word)) return [word];
    const english = translateToEnglish(word);
    if (english.length > 0 && english.every(isKnown)) return english;
    return [findClosestWord(word, looked.get(word)?.candidates ?? []) ?? word];
  });
  const read = words.join(' ');
  return { words: [...new Set(words)], meant: read === typed.join(' ') ? '' : read };
}

/** `meant`: the corrected search, or '' if nothing was corrected. */
export async function search(context: Context, query: ListQuery & { q: string; page: number }): Promise<SearchAnswer> {
  const { orm } = context.database;
  const { words, meant } = await readWords(orm, query.q);
  if (words.length === 0) return { data: [], meant };
  const filters = parseFilters(query);
  const page = toPage(query.page);
  const tiles = isNarrowed(filters)
    ? await listMatchingTileRows(orm, { matches: matchingProducts(words), filters, ...page })
    : await findBestTiles(orm, words, page);
  return { data: tiles.map(toTile), meant };
}

/**
 * Finds products with all words, otherwise with fewer, down to half. A page past the end stays empty instead of
 * continuing with the list for fewer words.
 */
async function findBestTiles(handle: Handle, words: readonly string[], page: Page): Promise<TileRow[]> {
  for (let missing = 0; missing * 2 <= words.length; missing += 1) {
    const listTiles = (part: Page) => {
      const matches = bestMatches(words, { maxMatches: part.offset + part.limit, missing });
      return listMatchingTileRows(handle, { matches, filters: parseFilters({}), ...part });
    };
    const tiles = await listTiles(page);
    if (tiles.length > 0) return tiles;
    if (page.offset > 0 && (await listTiles({ limit: page.limit, offset: 0 })).length > 0) return [];
  }
  return [];
}

const noSuggestions: Suggestions = { products: [], sellers: [], categories: [] };

export async function suggest(context: Context, q: string): Promise<Suggestions> {
  const { orm } = context.database;
  const { words } = await readWords(orm, q);
  if (words.length === 0) return noSuggestions;
  const [products, sellers, categories] = await Promise.all([
    findBestTiles(orm, words, { limit: SUGGESTED.products, offset: 0 }),
    searchSellers(orm, words, SUGGESTED.sellers),
    searchCategories(orm, words, SUGGESTED.categories),
  ]);
  const tiles = products.map(toTile).map(({ id, name, price, type_id, picture, is_giftcard, seller_name }) => ({
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
export async function listProductsInOrder(context: Context, ids: readonly number[]): Promise<TileProduct[]> {
  const tiles = await listTilesByProduct(context.database.orm, ids);
  return [...new Set(ids)].flatMap((id) => tiles.get(id) ?? []);
}
