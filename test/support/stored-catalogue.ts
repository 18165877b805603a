import { getTableColumns } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';
import { pictures } from '#server/platform/database/schema/schema.ts';
import { type StoredRow, storedRows } from './stored.ts';

type Orm = Pick<Database, 'orm'>;
type Options = Record<'color' | 'size' | 'giftCardPrice', string | null>;

/** A variant with option titles instead of indexes. `label` replaces the word "size" unless it is null. */
export type StoredVariant = Omit<StoredRow<'variants'>, keyof Options> & Options & { label: string | null };

export type StoredProduct = StoredRow<'products'> & {
  seller: string;
  variants: StoredVariant[];
  pictures: Omit<StoredRow<'pictures'>, 'source'>[];
  /** Category paths such as `Home/Kitchen`, in alphabetical order. */
  categories: string[];
  templates: string[];
};

export async function readStoredCatalogue(database: Orm): Promise<StoredProduct[]> {
  const { all } = storedRows(database);
  const sellers = new Map((await all('sellers')).map(({ id, name }) => [id, name]));
  const paths = await readCategoryPaths(database);
  const templates = new Map((await all('templates')).map(({ id, mmsTemplateId }) => [id, mmsTemplateId]));
  const { source, ...columns } = getTableColumns(pictures);
  const picturesById = new Map((await database.orm.select(columns).from(pictures)).map((row) => [row.id, row]));

  const variants = byProduct(await readStoredVariants(database));
  const picturesByProduct = byProduct(sortByPosition(await all('productPictures')));
  const placed = byProduct(await all('productCategories'));
  const offered = byProduct(sortByPosition(await all('productTemplates')));
  return (await all('products')).map((product) => ({
    ...product,
    seller: getOrThrow(sellers, product.sellerId),
    variants: variants.get(product.id) ?? [],
    pictures: (picturesByProduct.get(product.id) ?? []).map(({ pictureId }) => getOrThrow(picturesById, pictureId)),
    categories: (placed.get(product.id) ?? []).map(({ categoryId }) => getOrThrow(paths, categoryId)).toSorted(),
    templates: (offered.get(product.id) ?? []).map(({ templateId }) => getOrThrow(templates, templateId)),
  }));
}

export const flattenVariants = (products: readonly StoredProduct[]): (StoredVariant & { product: StoredProduct })[] =>
  products.flatMap((product) => product.variants.map((variant) => ({ ...variant, product })));

/** Joins the parts that are not null with spaces, for example `MUG-RED 1250 Red`. */
export const joinParts = (...parts: readonly (string | number | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');

async function readStoredVariants(database: Orm): Promise<StoredVariant[]> {
  const { all } = storedRows(database);
  const options = new Map((await all('optionValues')).map((option) => [option.valueIndex, option]));
  const title = (value: number | null) => (value === null ? null : getOrThrow(options, value).title);
  return (await all('variants')).map((variant) => ({
    ...variant,
    color: title(variant.color),
    size: title(variant.size),
    label: variant.size === null ? null : getOrThrow(options, variant.size).label,
    giftCardPrice: title(variant.giftCardPrice),
  }));
}

async function readCategoryPaths(database: Orm): Promise<Map<number, string>> {
  const paths = new Map<number, string>();
  const categories = await storedRows(database).all('categories');
  for (const { entityId, parentId, name } of categories.toSorted((category, other) => category.level - other.level))
    paths.set(entityId, parentId === null ? name : `${getOrThrow(paths, parentId)}/${name}`);
  return paths;
}

const byProduct = <Row extends { productId: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ productId }) => productId);

const sortByPosition = <Row extends { position: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((row, other) => row.position - other.position);

function getOrThrow<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`There is no ${key}.`);
  return value;
}
