import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { TileRow } from './tile.ts';
import { countTileRowsAfter, type ListMark, listTileRowsAfter, markAfter, type Page } from './tiles-store.ts';

/** From this offset on, pages start at a cached mark instead of scanning all earlier products. */
export const DEEP = 1_000;
const STEP = 2_000;

type Part = { isGiftcard: boolean; marks: ListMark[]; size?: number };
type Kept = { version: number; step: number; parts: Part[] };

const keptBy = new WeakMap<object, Kept>();

type Shop = Pick<Context, 'database' | 'changes'>;
type Wanted = Page & { giftCardsLead: boolean; step?: number };

/**
 * Lists gift cards first or other products first, then the rest. Caches every 2,000th product as a mark until the lists
 * change. Sets marks in small steps, which avoid blocking.
 */
export async function listDeepTiles(
  shop: Shop,
  { giftCardsLead, limit, offset, step = STEP }: Wanted,
): Promise<TileRow[]> {
  const { orm } = shop.database;
  const [first, second] = getCurrentMarks(shop, step).parts.toSorted((part) =>
    part.isGiftcard === giftCardsLead ? -1 : 1,
  );
  if (!first || !second) return [];
  const before = await setMarks(orm, { part: first, step, offset: offset + limit });
  const tiles = offset < before ? await listTilesAtOffset(orm, { part: first, step }, { limit, offset }) : [];
  if (tiles.length === limit) return tiles;
  const rest = { limit: limit - tiles.length, offset: Math.max(0, offset - before) };
  await setMarks(orm, { part: second, step, offset: rest.offset });
  return [...tiles, ...(await listTilesAtOffset(orm, { part: second, step }, rest))];
}

function getCurrentMarks({ database, changes: { lists } }: Shop, step: number): Kept {
  const keptMarks = keptBy.get(database);
  if (keptMarks?.step === step && lists.isCurrent({ version: keptMarks.version, ids: [] })) return keptMarks;
  const parts = [true, false].map((isGiftcard) => ({ isGiftcard, marks: [] }));
  const anew: Kept = { version: lists.version(), step, parts };
  keptBy.set(database, anew);
  return anew;
}

/** Sets marks up to `offset`. Returns the part's size, or a lower bound. */
async function setMarks(
  handle: Handle,
  { part, step, offset }: { part: Part; step: number; offset: number },
): Promise<number> {
  const { isGiftcard, marks } = part;
  for (let index = 0; part.size === undefined && index * step < offset; index += 1) {
    if (marks[index]) continue;
    const list = { isGiftcard, mark: marks[index - 1] };
    const mark = await markAfter(handle, list, step);
    if (mark) marks[index] = mark;
    else part.size = index * step + (await countTileRowsAfter(handle, list));
  }
  return part.size ?? marks.length * step;
}

function listTilesAtOffset(
  handle: Handle,
  { part: { isGiftcard, marks }, step }: { part: Part; step: number },
  { limit, offset }: Page,
): Promise<TileRow[]> {
  const index = Math.min(marks.length, Math.floor(offset / step));
  return listTileRowsAfter(handle, { isGiftcard, mark: marks[index - 1] }, { limit, offset: offset - index * step });
}
