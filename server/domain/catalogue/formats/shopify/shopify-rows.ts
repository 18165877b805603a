import { SKU_LIMIT } from '#contract/rules/limits.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { priceTitle, readCents } from '../amounts.ts';
import { readPaths } from '../attribute-lists.ts';
import type { Cells } from '../columns.ts';
import { type Choice, type Drafts, draftUnsoldProduct, emptyDrafts, NO_CHOICE, type VariantDraft } from '../drafts.ts';
import { readTaxable } from '../gst.ts';
import { buildChoiceSkus } from '../missing-options.ts';
import { type FileOption, OWN_AMOUNT_TITLE, toChoice } from '../options.ts';
import type { ReadingOptions, RowReader } from '../reading.ts';
import {
  checkOpenPrice,
  checkPaths,
  isFree,
  isZero,
  MAX_LEVELS,
  readFlag,
  readHtml,
  readLine,
  readName,
  readPrice,
  readQty,
  readSku,
  truncateText,
} from '../row-parts.ts';
import { isOff, readShopifyVisibility } from './publication.ts';

/** Maximum rows per product, more than Shopify's 2,048 variants or 250 pictures. */
const MAX_ROWS = 2_500;
const OPTIONS = [1, 2, 3] as const;
/** Our export adds these columns as metafields. */
export const CATEGORIES_COLUMN = 'Categories (product.metafields.handsel.categories)';
export const MAX_PRICE_COLUMN = 'Highest price (variant.metafields.handsel.highest_price)';
const [CATEGORIES, MAX_PRICE] = [CATEGORIES_COLUMN.toLowerCase(), MAX_PRICE_COLUMN.toLowerCase()];
export const OWN_HANDLE_COLUMN = 'Own handle (product.metafields.handsel.own_handle)';
export const OWN_SKU_COLUMN = 'Own SKU (variant.metafields.handsel.own_sku)';
const [OWN_HANDLE, OWN_SKU] = [OWN_HANDLE_COLUMN.toLowerCase(), OWN_SKU_COLUMN.toLowerCase()];
const DEFAULT_TITLE = 'Default Title';

type Group = { handle: string; seller: string; rows: Cells[] };
type Reduced = { count: number; first: Cells | null };
type Card = { giftcard: boolean; names: string[] };

export function createShopifyReader(options: ReadingOptions): RowReader {
  let group: Group | null = null;
  let wrongHandle = '';
  const reduced: Reduced = { count: 0, first: null };
  const finish = (): Drafts => {
    const done = group;
    group = null;
    return done === null ? emptyDrafts() : readProductDrafts(done, { ...options, reduced });
  };
  return {
    end() {
      const drafts = finish();
      reduced.first?.warn(
        'variant compare at price',
        `${formatCount(reduced.count, 'variant of the file is', 'variants of the file are')} reduced; their current price is loaded and the former price is not shown, as the shop keeps one price per variant.`,
      );
      return drafts;
    },
    row(cells) {
      if (wrongHandle !== '' && cells.text('handle') === wrongHandle) return emptyDrafts();
      const handle = readSku(cells, 'handle');
      wrongHandle = handle === '' ? cells.text('handle') : '';
      if (handle === '') return finish();
      const seller = cells.words('vendor');
      const drafts = group !== null && belongsToGroup(group, { handle, seller }) ? emptyDrafts() : finish();
      group ??= { handle, seller, rows: [] };
      if (group.rows.length === MAX_ROWS)
        cells.wrong('handle', `a product has at most ${MAX_ROWS} rows; split it into several products.`);
      if (group.rows.length < MAX_ROWS) group.rows.push(cells);
      return drafts;
    },
  };
}

/** Compares the sellers as well, because consecutive products of two sellers may share a handle. */
const belongsToGroup = (group: Group, { handle, seller }: Omit<Group, 'rows'>): boolean =>
  group.handle === handle && (seller === '' || group.seller === '' || seller === group.seller);

function recordReducedPrice(reduced: Reduced, cells: Cells): void {
  const former = readCents(cells.text('variant compare at price'));
  const price = readCents(cells.text('variant price'));
  if (!('value' in former && 'value' in price && former.value > price.value)) return;
  reduced.count += 1;
  reduced.first ??= cells;
}

function readProductDrafts({ handle, rows }: Group, options: ReadingOptions & { reduced: Reduced }): Drafts {
  const [head] = rows as [Cells];
  const named = {
    file: options.file,
    line: head.line,
    sku: handle,
    handle: head.text(OWN_HANDLE) || handle,
    seller: head.words('vendor') || null,
  };
  if (isOff(head)) return { ...emptyDrafts(), products: [draftUnsoldProduct({ ...named, not_sold: 'off' })] };
  const giftcard = readFlag(head, 'gift card') === true;
  const sold = rows.filter((cells) => cells.first('variant price', 'variant sku', 'option1 value') !== '');
  for (const cells of sold) recordReducedPrice(options.reduced, cells);
  if (sold.length === 0) head.wrong('variant price', 'no row of this product has a price; give each variant a price.');
  const optionNames = OPTIONS.map(
    (optionNumber) => rows.map((cells) => cells.words(`option${optionNumber} name`)).find(Boolean) ?? '',
  );
  const simple = !giftcard && sold.length < 2 && sold.every((cells) => isDefault(optionNames, cells));
  const card = { giftcard, names: simple ? optionNames : readOptionNames(optionNames, { head, sold, giftcard }) };
  const skus = buildVariantSkus(handle, sold);
  const variants = sold.flatMap((cells, index) =>
    isFree(cells, 'variant price')
      ? []
      : readVariant(cells, { skus: skus[index], simple, file: options.file, product: handle, card }),
  );
  if (sold.length > 0 && sold.every((cells) => isZero(cells.text('variant price'))))
    return { ...emptyDrafts(), left_out: [{ file: options.file, line: head.line, sku: handle }] };
  const ofVariants = readVariantPictures(rows, options);
  const product = {
    ...named,
    ...(simple ? skus[0] : deriveProductSku(named, sold)),
    name: readName(
      head,
      'title',
      'the first row of a product must have its title, and its other rows must follow directly.',
    ),
    short_desc: truncateText(readLine(head, 'seo description', Number.POSITIVE_INFINITY)) || null,
    description: readHtml(head, 'body (html)'),
    type_id: simple ? ('simple' as const) : ('configurable' as const),
    is_giftcard: giftcard,
    categories: readCategories(head),
    pictures: readPictures(rows, { options, ofVariants }),
    not_sold: null,
    visibility: readShopifyVisibility(head),
  };
  const defaultPicture = head.has('variant image') ? '' : null;
  const shownVariants = variants.map((variant) => ({
    ...variant,
    picture: ofVariants.get(variant.line) ?? defaultPicture,
  }));
  return { ...emptyDrafts(), products: [product], variants: shownVariants };
}

function readOptionNames(
  optionNames: readonly string[],
  { head, sold, giftcard }: { head: Cells; sold: readonly Cells[]; giftcard: boolean },
): string[] {
  return OPTIONS.map((optionNumber) => {
    const name = optionNames[optionNumber - 1] ?? '';
    if (name !== '' || sold.every((cells) => cells.text(`option${optionNumber} value`) === '')) return name;
    const number = `Option ${optionNumber}`;
    if (!giftcard)
      head.warn(`option${optionNumber} name`, `is empty, but variants have a value for it; customers see "${number}".`);
    return number;
  });
}

function isDefault(names: readonly string[], cells: Cells): boolean {
  const value = cells.text('option1 value');
  return value === '' || (value === DEFAULT_TITLE && ['', 'title'].includes((names[0] ?? '').toLowerCase()));
}

/** Uses the handle as the product's sku, with the suffix '-set' if one of several variants has that sku. */
function deriveProductSku({ sku, handle }: { sku: string; handle: string }, sold: readonly Cells[]): Skus {
  const whole = (name: string, skus: readonly string[]) =>
    skus.length > 1 && skus.includes(name) ? `${name.slice(0, SKU_LIMIT - 4)}-set` : name;
  const skus = sold.map((cells) => cells.text('variant sku'));
  return {
    own_sku: whole(
      handle,
      sold.map((cells, index) => cells.text(OWN_SKU) || (skus[index] ?? '')),
    ),
    wanted_sku: whole(sku, skus),
  };
}

type Skus = Pick<VariantDraft, 'own_sku' | 'wanted_sku' | 'other_sku' | 'unnamed'>;

/** Builds a sku for each variant, because Shopify allows missing and duplicate skus. */
function buildVariantSkus(handle: string, sold: readonly Cells[]): Skus[] {
  const values = sold.map((cells) =>
    OPTIONS.map((optionNumber) => cells.text(`option${optionNumber} value`)).filter(isValue),
  );
  const madeSkus = buildChoiceSkus(handle, values);
  return sold.map((cells, index) => {
    const other_sku = madeSkus[index] ?? handle;
    if (cells.text('variant sku') === '') return { wanted_sku: other_sku, unnamed: true };
    return { wanted_sku: readSku(cells, 'variant sku'), own_sku: cells.text(OWN_SKU) || null, other_sku };
  });
}

const isValue = (value: string): boolean => value !== '' && value !== DEFAULT_TITLE;

type Variant = { skus: Skus | undefined; simple: boolean; product: string; file: number; card: Card };

function readVariant(cells: Cells, { skus, simple, product, file, card }: Variant): VariantDraft[] {
  const price = readPrice(cells, 'variant price');
  const choice = simple ? NO_CHOICE : readChoice(cells, card);
  if (price === null || choice === null) return [];
  const maxCents = choice.price === OWN_AMOUNT_TITLE ? readPrice(cells, MAX_PRICE) : null;
  if (maxCents !== null) checkOpenPrice(cells, MAX_PRICE, { minCents: price, maxCents });
  const counted = !cells.has('variant inventory tracker') || cells.text('variant inventory tracker') !== '';
  return [
    {
      file,
      line: cells.line,
      ...choice,
      ...skus,
      // Any unique key works, because no row refers to a Shopify variant.
      sku: simple ? product : `${product}\n${cells.line}`,
      product_sku: product,
      price_cents: price,
      max_price_cents: maxCents,
      gst_free: card.giftcard ? null : readTaxable(cells, 'variant taxable'),
      ...readQty(cells, { column: 'variant inventory qty', counted }),
    },
  ];
}

/** A gift card without denominations is worth its price. */
function readChoice(cells: Cells, { giftcard, names }: Card): Choice | null {
  if (giftcard && isDefault(names, cells)) return { ...NO_CHOICE, price: priceTitle(cells.text('variant price')) };
  const options: FileOption[] = [];
  for (const optionNumber of OPTIONS) {
    const column = `option${optionNumber} value`;
    const [name, value] = [names[optionNumber - 1] ?? '', cells.words(column)];
    if (name === '' && value === '') continue;
    if (value === '') cells.wrong(column, `is empty; enter the ${name} of this variant.`);
    else options.push({ name, value });
  }
  if (options.length === 0) {
    cells.wrong('option1 value', 'is empty; a product with several variants needs an option that tells them apart.');
    return null;
  }
  const choice = toChoice(options, { giftcard });
  if (typeof choice !== 'string') return choice;
  cells.wrong('option1 value', choice);
  return null;
}

/**
 * Reads categories from our own column, otherwise from the type, otherwise from the top level of Shopify's taxonomy.
 */
function readCategories(cells: Cells): string[][] | null {
  const ownText = cells.text(CATEGORIES);
  if (ownText !== '') return checkPaths(cells, CATEGORIES, readPaths(ownText));
  const levels = (text: string) =>
    text
      .split(' > ')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const type = levels(cells.text('type'));
  if (type.length > 0) return checkPaths(cells, 'type', [type]);
  const taxonomy = levels(cells.text('product category'));
  return taxonomy.length === 0 ? null : checkPaths(cells, 'product category', [taxonomy.slice(0, MAX_LEVELS)]);
}

type OfVariants = ReadonlyMap<number, string>;

function readVariantPictures(rows: readonly Cells[], { picture }: ReadingOptions): OfVariants {
  const named = rows.flatMap((cells) => {
    const text = cells.text('variant image');
    const reference = text === '' ? null : picture(cells, 'variant image', text);
    return reference === null ? [] : [[cells.line, reference] as const];
  });
  return new Map(named);
}

type Pictures = { options: ReadingOptions; ofVariants: OfVariants };

function readPictures(rows: readonly Cells[], { options: { picture }, ofVariants }: Pictures): string[] | null {
  const named = rows
    .map((cells, index) => ({ cells, place: Number(cells.text('image position')) || index + 1 }))
    .filter(({ cells }) => cells.text('image src') !== '')
    .sort((entry, other) => entry.place - other.place);
  const references = [
    ...named.flatMap(({ cells }) => picture(cells, 'image src', cells.text('image src')) ?? []),
    ...ofVariants.values(),
  ];
  return references.length === 0 ? null : [...new Set(references)];
}
