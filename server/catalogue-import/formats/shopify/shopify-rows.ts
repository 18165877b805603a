import { priceTitle, readCents } from '../amounts.ts';
import { readPaths } from '../attribute-lists.ts';
import type { Cells } from '../columns.ts';
import {
  type Choice,
  type Drafts,
  NO_CHOICE,
  noDrafts,
  type ProductDraft,
  unsoldProduct,
  type VariantDraft,
} from '../drafts.ts';
import { choiceOf, type FileOption, OWN_AMOUNT_TITLE } from '../options.ts';
import type { ReadingOptions, RowReader } from '../reading.ts';
import {
  checkOpenPrice,
  checkPaths,
  MOST_LEVELS,
  readFlag,
  readHtml,
  readLine,
  readName,
  readPrice,
  readQty,
  readSku,
  shortened,
  slug,
} from '../row-parts.ts';

/** More than Shopify lets a product have (2,048 variants and 250 pictures). */
const MOST_ROWS = 2_500;
const OPTIONS = [1, 2, 3] as const;
/** What our own export adds, in the way Shopify names metafields. */
export const CATEGORIES_COLUMN = 'Categories (product.metafields.handsel.categories)';
export const MOST_PRICE_COLUMN = 'Highest price (variant.metafields.handsel.highest_price)';
export const VISIBILITY_COLUMN = 'Visibility (product.metafields.handsel.visibility)';
const [CATEGORIES, MOST_PRICE] = [CATEGORIES_COLUMN.toLowerCase(), MOST_PRICE_COLUMN.toLowerCase()];
const VISIBILITY = VISIBILITY_COLUMN.toLowerCase();

type Group = { handle: string; rows: Cells[] };
/** What the shop has no place for: said once a file, at the first row that has it. */
type Unshown = Record<'variant image' | 'variant compare at price', { count: number; first: Cells | null }>;
type Card = { giftcard: boolean; names: string[] };

/** Reads Shopify's product file: neighbouring rows with one Handle are one product; its first row says what it is. */
export function shopifyRows(options: ReadingOptions): RowReader {
  let group: Group | null = null;
  const unshown: Unshown = {
    'variant image': { count: 0, first: null },
    'variant compare at price': { count: 0, first: null },
  };
  const finish = (): Drafts => {
    const done = group;
    group = null;
    return done === null ? noDrafts() : productDrafts(done, { ...options, unshown });
  };
  return {
    end() {
      const drafts = finish();
      warnUnshown(unshown);
      return drafts;
    },
    row(cells) {
      const handle = readSku(cells, 'handle');
      if (handle === '') return noDrafts();
      const drafts = group !== null && group.handle === handle ? noDrafts() : finish();
      group ??= { handle, rows: [] };
      if (group.rows.length === MOST_ROWS) cells.wrong('handle', `a product has at most ${MOST_ROWS} rows; divide it.`);
      if (group.rows.length < MOST_ROWS) group.rows.push(cells);
      return drafts;
    },
  };
}

function noteUnshown(unshown: Unshown, cells: Cells): void {
  const former = readCents(cells.text('variant compare at price'));
  const price = readCents(cells.text('variant price'));
  const has = {
    'variant image': cells.text('variant image') !== '',
    'variant compare at price': 'value' in former && 'value' in price && former.value > price.value,
  };
  for (const name of Object.keys(unshown) as (keyof Unshown)[]) {
    if (!has[name]) continue;
    unshown[name].count += 1;
    unshown[name].first ??= cells;
  }
}

function warnUnshown({ 'variant image': image, 'variant compare at price': former }: Unshown): void {
  image.first?.warn(
    'variant image',
    `${image.count} variants of the file have a picture of their own; it is loaded among those of the product, as the shop shows them together.`,
  );
  former.first?.warn(
    'variant compare at price',
    `${former.count} variants of the file are reduced; the price they have now is loaded and the former one is not shown, as the shop has one price.`,
  );
}

function productDrafts({ handle, rows }: Group, options: ReadingOptions & { unshown: Unshown }): Drafts {
  const [head] = rows as [Cells];
  if (isOff(head)) {
    // Its handle says which one it is, and may be the sku of another. What cells say ends in no space.
    const unsold = { file: options.file, line: head.line, sku: `${handle} `, handle, not_sold: 'off' as const };
    return { ...noDrafts(), products: [unsoldProduct(unsold)] };
  }
  const giftcard = readFlag(head, 'gift card') === true;
  const names = OPTIONS.map((at) => head.words(`option${at} name`));
  const sold = rows.filter((cells) => cells.first('variant price', 'variant sku', 'option1 value') !== '');
  for (const cells of sold) noteUnshown(options.unshown, cells);
  if (sold.length === 0) head.wrong('variant price', 'no row of this product has a price; give each variant one.');
  const simple = !giftcard && sold.length < 2 && sold.every((cells) => isDefault(names, cells));
  const sku = simple ? variantSku(head, handle) : wholeSku(handle, sold);
  const variants = sold.flatMap((cells) =>
    variantOf(cells, { sku, simple, handle, file: options.file, card: { giftcard, names } }),
  );
  const product = {
    file: options.file,
    line: head.line,
    sku,
    handle: handle === sku ? null : handle,
    name: readName(
      head,
      'title',
      'the first row of a product has its title, and its other rows follow right after it.',
    ),
    short_desc: shortened(readLine(head, 'seo description', Number.POSITIVE_INFINITY)) || null,
    description: readHtml(head, 'body (html)'),
    type_id: simple ? ('simple' as const) : ('configurable' as const),
    is_giftcard: giftcard,
    seller: head.words('vendor') || null,
    categories: categoriesOf(head),
    pictures: picturesOf(rows, options),
    not_sold: null,
    visibility: visibilityOf(head),
  };
  return { ...noDrafts(), products: [product], variants };
}

function isOff(head: Cells): boolean {
  const status = head.text('status').toLowerCase();
  const drafted = status === 'draft' || status === 'archived';
  if (!drafted && readFlag(head, 'published') !== false) return false;
  head.warn(drafted ? 'status' : 'published', 'the product is not published; it is not sold.');
  return true;
}

/** Shopify itself knows products that are unlisted: those with their address find them. */
function visibilityOf(head: Cells): ProductDraft['visibility'] {
  const own = (['everywhere', 'lists', 'search', 'link'] as const).find((one) => one === head.text(VISIBILITY));
  const status = head.text('status').toLowerCase();
  if (own !== undefined || status === 'unlisted') return own ?? 'link';
  return status === '' && head.text('published') === '' ? null : 'everywhere';
}

/** Shopify gives a product without options the option Title with the value Default Title. */
function isDefault(names: readonly string[], cells: Cells): boolean {
  const value = cells.text('option1 value');
  return value === '' || (value === 'Default Title' && ['', 'title'].includes((names[0] ?? '').toLowerCase()));
}

/** The sku of a product with variants is its handle, unless that is the sku of one of them. */
function wholeSku(handle: string, sold: readonly Cells[]): string {
  return sold.some((cells) => cells.text('variant sku') === handle) ? `${handle.slice(0, 60)}-set` : handle;
}

function variantSku(cells: Cells, otherwise: string): string {
  return cells.text('variant sku') === '' ? otherwise : readSku(cells, 'variant sku');
}

type Variant = { sku: string; simple: boolean; handle: string; file: number; card: Card };

function variantOf(cells: Cells, { sku, simple, handle, file, card }: Variant): VariantDraft[] {
  const price = readPrice(cells, 'variant price');
  const choice = simple ? NO_CHOICE : chosen(cells, card);
  if (price === null || choice === null) return [];
  const values = OPTIONS.map((at) => slug(cells.text(`option${at} value`))).filter((value) => value !== '');
  const most = choice.price === OWN_AMOUNT_TITLE ? readPrice(cells, MOST_PRICE) : null;
  if (most !== null) checkOpenPrice(cells, MOST_PRICE, { least: price, most });
  const counted = !cells.has('variant inventory tracker') || cells.text('variant inventory tracker') !== '';
  return [
    {
      file,
      line: cells.line,
      ...choice,
      sku: simple ? sku : variantSku(cells, [handle, ...values].join('-').slice(0, 64)),
      product_sku: sku,
      price_cents: price,
      max_price_cents: most,
      ...readQty(cells, { column: 'variant inventory qty', counted }),
    },
  ];
}

/** A gift card without denominations is worth its price. */
function chosen(cells: Cells, { giftcard, names }: Card): Choice | null {
  if (giftcard && isDefault(names, cells)) return { ...NO_CHOICE, price: priceTitle(cells.text('variant price')) };
  const options: FileOption[] = [];
  for (const at of OPTIONS) {
    const column = `option${at} value`;
    const [name, value] = [names[at - 1] ?? '', cells.words(column)];
    if (name === '' && value === '') continue;
    if (name === '')
      cells.wrong(column, `has a value, and the first row of the product has no Option${at} Name; add it there.`);
    else if (value === '') cells.wrong(column, `is empty; say which ${name} this variant has.`);
    else options.push({ name, value });
  }
  if (options.length === 0) {
    cells.wrong('option1 value', 'is empty; a product with several variants needs an option to choose by.');
    return null;
  }
  const choice = choiceOf(options, { giftcard });
  if (typeof choice !== 'string') return choice;
  cells.wrong('option1 value', choice);
  return null;
}

/** Our own list, else the type (levels apart by ' > '), else the first levels of Shopify's taxonomy. */
function categoriesOf(cells: Cells): string[][] | null {
  const own = cells.text(CATEGORIES);
  if (own !== '') return checkPaths(cells, CATEGORIES, readPaths(own));
  const levels = (text: string) =>
    text
      .split(' > ')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const type = levels(cells.text('type'));
  if (type.length > 0) return checkPaths(cells, 'type', [type]);
  const taxonomy = levels(cells.text('product category'));
  return taxonomy.length === 0 ? null : checkPaths(cells, 'product category', [taxonomy.slice(0, MOST_LEVELS)]);
}

function picturesOf(rows: readonly Cells[], { picture }: ReadingOptions): string[] | null {
  const named = rows
    .map((cells, at) => ({ cells, place: Number(cells.text('image position')) || at + 1 }))
    .filter(({ cells }) => cells.text('image src') !== '')
    .sort((one, other) => one.place - other.place);
  const ofVariants = rows.filter((cells) => cells.text('variant image') !== '');
  const references = [
    ...named.flatMap(({ cells }) => picture(cells, 'image src', cells.text('image src')) ?? []),
    ...ofVariants.flatMap((cells) => picture(cells, 'variant image', cells.text('variant image')) ?? []),
  ];
  return references.length === 0 ? null : [...new Set(references)];
}
