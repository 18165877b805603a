import type { AnswerOf } from '#contract/calls.ts';
import type { Category, TileProduct } from '#contract/catalogue.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { RunningServer } from './server.ts';
import type { Session } from './signed-in.ts';

export const listAllTiles = (server: RunningServer): Promise<TileProduct[]> => listTiles(server, {});

export async function listTiles(server: RunningServer, filters: ListQuery): Promise<TileProduct[]> {
  return readAllPages(
    async (page) => (await server.send('GET mobiledigital/browseProducts', { query: { page, ...filters } })).body.data,
  );
}

export async function listCategoryTiles(server: RunningServer, category_id: number): Promise<TileProduct[]> {
  return readAllPages(
    async (page) =>
      (await server.send('GET mobiledigital/categoryProducts', { query: { category_id, page } })).body.data,
  );
}

async function readAllPages(read: (page: number) => Promise<TileProduct[]>): Promise<TileProduct[]> {
  const tiles: TileProduct[] = [];
  for (let page = 1; ; page += 1) {
    const pageTiles = await read(page);
    tiles.push(...pageTiles);
    if (pageTiles.length < PAGE_SIZE) return tiles;
  }
}

export async function fetchCategoryTree(server: RunningServer): Promise<Category[]> {
  return (await server.send('GET mobiledigital/categories')).body.data as Category[];
}

export const isSimple = (tile: TileProduct): boolean => tile.type_id === 'simple' && tile.qty > 0;
export const isConfigurable = (tile: TileProduct): boolean =>
  tile.type_id === 'configurable' && !tile.is_giftcard && tile.qty > 0;
export const isGiftCard = (tile: TileProduct): boolean => tile.is_giftcard && tile.qty > 0;

export async function findTile(server: RunningServer, isWanted: (tile: TileProduct) => boolean): Promise<TileProduct> {
  const tile = (await listAllTiles(server)).find(isWanted);
  if (!tile) throw new Error('The shop has no such product.');
  return tile;
}

export async function fetchProduct(
  server: RunningServer,
  { id }: TileProduct,
): Promise<NonNullable<AnswerOf<'GET mobiledigital/product'>['data']>> {
  const { body } = await server.send('GET mobiledigital/product', { query: { product_id: id } });
  if (!body.data) throw new Error(`There is no product ${id}.`);
  return body.data;
}

export async function addItemToCart(
  server: Pick<RunningServer, 'send'>,
  { token }: Session,
  { sku, qty }: { sku: string; qty: number },
): Promise<void> {
  const { body: cartId } = await server.send('POST carts/mine', { token });
  const cartItem = { sku, qty, quote_id: String(cartId), product_type: 'simple' };
  const added = await server.send('POST carts/mine/items', { token, body: { cartItem } });
  if (added.status !== 200) throw new Error(`Not added: ${JSON.stringify(added.body)}`);
}
