import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category, TileProduct } from '#contract/catalogue.ts';
import type { Context } from '#server/context.ts';
import { loadDemoCatalogue } from '#server/domain/catalogue/import/demo/demo-catalogue-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { findPictureSource } from '#server/platform/pictures/picture-source.ts';
import { readSettings } from '#server/settings.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows, type TableName } from '#test/support/stored.ts';
import { browseCategory, browseProducts, listCategories } from './listing/browse.ts';
import { findProduct } from './products/product.ts';
import { listTemplates } from './products/templates.ts';

const now = new Date('2026-11-02T00:00:00Z');

describe.each(databaseKinds())('the demo catalogue on %s', (kind) => {
  let database: Database;
  let context: Context;
  const all: TileProduct[] = [];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    context = { database, settings: readSettings({}) } as Context;
    expect(await loadDemoCatalogue(database, { now })).toBe(true);
    for (let page = 1; page <= 100; page += 1) {
      const tiles = await browseProducts(context, page);
      all.push(...tiles);
      if (tiles.length < 10) break;
    }
  });
  afterAll(() => database.close());
  const count = (name: TableName) => storedRows(database).count(name);

  it('loads the catalogue only once, even when loading is repeated or concurrent', async () => {
    const before = await count('products');
    expect(await loadDemoCatalogue(database, { now })).toBe(false);
    const empty = await openTestDatabase(kind);
    const loads = await Promise.all([1, 2, 3].map(() => loadDemoCatalogue(empty, { now })));
    await empty.close();
    expect(loads.filter(Boolean)).toHaveLength(1);
    expect(await count('products')).toBe(before);
  });

  it('has the sellers, products and gift cards that a demo needs (SP-08, BR-04)', async () => {
    expect(await count('sellers')).toBeGreaterThanOrEqual(6);
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(all).toHaveLength(await count('products'));
    expect(all.filter((tile) => tile.is_giftcard).length).toBeGreaterThanOrEqual(12);
    expect(all.some((tile) => tile.qty === 0)).toBe(true);
    expect(all.some((tile) => tile.qty === 1)).toBe(true);
  });

  it('serves complete product data that matches the API contract', async () => {
    const whole = await Promise.all(all.map((tile) => findProduct(context, tile.id)));
    expect(whole.every((product) => product && product.images.length > 0)).toBe(true);
    const soldOut = whole
      .flatMap((product) => product?.configurable_products ?? [])
      .filter((variant) => variant.qty === 0);
    expect(soldOut.length).toBeGreaterThan(0);
    const images = whole.flatMap((product) => product?.tab1?.rows.map((row) => row.image) ?? []);
    expect(images.filter((image) => !image.startsWith('/media/'))).toEqual([]);
  });

  it('has three levels of categories, each with products (EN-27)', async () => {
    const depth = (tree: Category[]): number => Math.max(0, ...tree.map((node) => 1 + depth(node.children)));
    const flat = (tree: Category[]): Category[] => tree.flatMap((node) => [node, ...flat(node.children)]);
    const tree = await listCategories(context);
    expect(depth(tree)).toBe(3);
    const pages = await Promise.all(
      flat(tree).map((node) => browseCategory(context, { categoryId: node.entity_id, page: 1 })),
    );
    expect(pages.filter((tiles) => tiles.length === 0)).toEqual([]);
  });

  it('offers at least three templates for every gift card (EN-45)', async () => {
    const cards = all.filter((tile) => tile.is_giftcard);
    const offered = await Promise.all(cards.map((card) => listTemplates(context, card.id)));
    expect(Math.min(...offered.map((templates) => templates.length))).toBeGreaterThanOrEqual(3);
  });

  it('derives the version of a picture from the content of its drawing', async () => {
    const id = all[0]?.picture.id ?? '';
    const drawing = await findPictureSource(database, id);
    expect(drawing?.bytes.toString()).toMatch(/^<svg/);
    expect(drawing?.version).toMatch(/^[0-9a-f]{12}$/);
  });

  it('never dates products in the future, and keeps their order', async () => {
    const early = await openTestDatabase(kind);
    await loadDemoCatalogue(early, { now: new Date('2020-01-01T00:00:00Z') });
    const dates = (await storedRows(early).all('products')).map(({ createdAt }) => createdAt.getTime());
    expect(new Date(Math.max(...dates))).toEqual(new Date('2020-01-01T00:00:00Z'));
    const skus = (await browseProducts({ ...context, database: early }, 1)).map((tile) => tile.sku);
    expect(skus).toEqual(all.slice(0, 10).map((tile) => tile.sku));
    await early.close();
  });
});
