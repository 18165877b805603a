import { priceTitle } from '../amounts.ts';
import { readPaths } from '../attribute-lists.ts';
import type { Cells } from '../columns.ts';
import {
  type Choice,
  type CodedOption,
  type Drafts,
  draftSwitchedOffVariant,
  draftUnsoldProduct,
  emptyDrafts,
  NO_CHOICE,
  type ProductDraft,
  type VariantDraft,
} from '../drafts.ts';
import { readWooTax } from '../gst.ts';
import { isCardPrice, OWN_AMOUNT_TITLE, toChoice } from '../options.ts';
import type { ReadingOptions, RowReader } from '../reading.ts';
import { priceToday, warnReducedCard } from '../reduced-price.ts';
import {
  checkOpenPrice,
  checkPaths,
  isFree,
  readHtml,
  readName,
  readPlain,
  readPrice,
  readQty,
  readSku,
} from '../row-parts.ts';
import { stripTags, stripTagsFromName } from '../words.ts';
import { type Keys, readAlias, readRowKeys } from './woocommerce-keys.ts';
import {
  draftRemovedVariation,
  draftSwitchedOffVariation,
  isOff,
  readWooVisibility,
  skipUnsoldWooRow,
} from './woocommerce-kinds.ts';
import { fromWordPress, isYes, parseList, unescapeCommas } from './wordpress-texts.ts';

/** Our export adds these columns as plugin data. */
export const WOO_OWN = {
  categories: 'Meta: handsel_categories',
  highestPrice: 'Meta: handsel_highest_price',
  handle: 'Meta: handsel_handle',
  ownSku: 'Meta: handsel_own_sku',
} as const;
const OWN = {
  categories: WOO_OWN.categories.toLowerCase(),
  highestPrice: WOO_OWN.highestPrice.toLowerCase(),
  handle: WOO_OWN.handle.toLowerCase(),
  ownSku: WOO_OWN.ownSku.toLowerCase(),
};
const SALE = { price: 'sale price', from: 'date sale price starts', to: 'date sale price ends' };
const PRICES = new Set(['regular price', 'sale price', OWN.highestPrice]);
const TEXTS = new Set(['description', 'short description']);
const CARD_TYPES = new Set(['gift-card', 'gift_card', 'giftcard', 'pw-gift-card']);
const SOLD_TYPES = new Set(['simple', 'variable', ...CARD_TYPES]);
const SELLER_NAMES = ['vendor', 'seller', 'store'];
const MAX_ATTRIBUTES = 30;

type Row = {
  cells: Cells;
  sku: string;
  keys: Keys;
  place: { file: number; line: number };
  options: ReadingOptions;
  posted: boolean;
};

/** Reads exports with one row per product and one per variation. Variations name their parent. */
export function createWooCommerceReader(options: ReadingOptions): RowReader {
  return {
    end: emptyDrafts,
    row(raw) {
      const cells = decodeCells(raw);
      const types = parseList(cells.text('type').toLowerCase());
      const type = types.find((candidate) => candidate !== 'virtual' && candidate !== 'downloadable') ?? 'simple';
      const keys = readRowKeys(cells);
      const sku = readSku(cells, 'sku', keys.key);
      const place = { file: options.file, line: cells.line };
      const posted = !types.includes('virtual') && !types.includes('downloadable');
      const row = { cells, sku, keys, place, options, posted };
      if (sku === '') return emptyDrafts();
      if (type === 'variation') return readVariationRow(row);
      if (!SOLD_TYPES.has(type)) return skipUnsoldWooRow(cells, [{ ...place, sku, alias: readAlias(cells) }], type);
      if (isOff(cells)) return draftSwitchedOffProduct(row, type);
      return type === 'variable' || (CARD_TYPES.has(type) && readAttributeCells(cells).length > 0)
        ? readVariableRow(row, type)
        : readSimpleRow(row, CARD_TYPES.has(type) || isYes(cells.text('meta: _gift_card')));
    },
  };
}

function decodeCells(raw: Cells): Cells {
  const text = (name: string): string => {
    const value = raw.text(name);
    if (PRICES.has(name)) return value.replace(/^(\d+),(\d{1,2})$/, '$1.$2');
    return TEXTS.has(name) ? fromWordPress(value, { asHtml: raw.has(OWN.categories) }) : value;
  };
  return { ...raw, text, words: (name) => stripTagsFromName(text(name)) };
}

function draftSwitchedOffProduct(row: Row, type: string): Drafts {
  const product = draftUnsoldProduct({ ...readKeyFields(row), not_sold: 'off' });
  const variants = type === 'simple' ? [draftSwitchedOffVariant(readKeyFields(row))] : [];
  return { ...emptyDrafts(), products: [{ ...product, alias: readAlias(row.cells) }], variants };
}

function readKeyFields({ cells, sku, keys: { former_sku, former_name }, place }: Row) {
  const own_sku = cells.text(OWN.ownSku) || null;
  const handle = cells.text(OWN.handle) || null;
  return { ...place, sku, own_sku, former_sku, former_name, handle, seller: readSeller(cells) };
}

function readAttributeCells(cells: Cells): { column: string; name: string; text: string }[] {
  return Array.from({ length: MAX_ATTRIBUTES }, (_, index) => `attribute ${index + 1}`)
    .map((attribute) => ({
      column: `${attribute} value(s)`,
      name: cells.words(`${attribute} name`),
      text: cells.text(`${attribute} value(s)`),
    }))
    .filter(({ name }) => name !== '');
}

function readProduct(row: Row, kind: Pick<ProductDraft, 'type_id' | 'is_giftcard' | 'not_sold'>) {
  const { cells, options } = row;
  return {
    ...readKeyFields(row),
    ...kind,
    gst_free: kind.is_giftcard ? null : readWooTax(cells),
    name: readName(cells, 'name'),
    short_desc: readPlain(cells, 'short description'),
    description: readHtml(cells, 'description'),
    categories: readCategories(cells),
    pictures: readPictures(cells, options),
    visibility: readWooVisibility(cells),
    alias: readAlias(cells),
  };
}

/** Uses the seller from a multi-vendor plugin if there is one, otherwise the most specific term of the first brand. */
function readSeller(cells: Cells): string | null {
  const brand = parseList(cells.text('brands'))[0]?.split('>').at(-1)?.trim() ?? '';
  const named = SELLER_NAMES.map((name) => cells.words(name)).find(Boolean);
  return (named ?? stripTagsFromName(brand)) || null;
}

function readCategories(cells: Cells): string[][] | null {
  const ownText = cells.text(OWN.categories);
  if (ownText !== '') return checkPaths(cells, OWN.categories, readPaths(ownText));
  const text = cells.text('categories');
  if (text === '') return null;
  const paths = parseList(stripTags(text)).map((path) => path.split('>').map((name) => name.trim()));
  const named = paths.filter((path) => !/^uncategori[sz]ed$/i.test(path.join()));
  return checkPaths(cells, 'categories', named);
}

function readPictures(cells: Cells, { picture }: ReadingOptions): string[] | null {
  const references = parseList(cells.text('images')).flatMap((text) => picture(cells, 'images', text) ?? []);
  return references.length === 0 ? null : [...new Set(references)];
}

/** Treats blank stock as uncounted, unless the product is marked as out of stock. */
function readStock(cells: Cells): Pick<VariantDraft, 'qty' | 'new_qty'> {
  const text = cells.text('stock').toLowerCase();
  if (text === '' && cells.text('in stock?') === '0') return { qty: 0, new_qty: 0 };
  if (text === 'parent') return { qty: null, new_qty: 0 };
  return readQty(cells, { column: 'stock', counted: text !== '' });
}

const hasPrice = (cells: Cells): boolean => cells.text('regular price') !== '' || cells.text('sale price') !== '';

function skipUnpriced({ cells, place, sku }: Row): Drafts | null {
  if (hasPrice(cells) && !isFree(cells, 'regular price', SALE.price)) return null;
  if (!hasPrice(cells)) cells.warn('regular price', 'is empty, so the product cannot be bought; it is skipped.');
  return { ...emptyDrafts(), left_out: [{ ...place, sku }] };
}

function readCurrentPrice({ cells, options }: Row, isCard: boolean): number | null {
  const full = readPrice(cells, 'regular price');
  if (!isCard) return priceToday(cells, { price: full, today: options.today, columns: SALE });
  warnReducedCard(cells, SALE.price);
  return full;
}

type Priced = { choice: Choice; price: number | null; maxCents: number | null };

function readVariant({ cells, sku, place }: Row, { choice, price, maxCents }: Priced): VariantDraft {
  const stock = readStock(cells);
  const names = { sku, own_sku: cells.text(OWN.ownSku) || null, product_sku: sku };
  const switched_off = cells.text('published') === '' ? null : false;
  return { ...place, ...choice, ...stock, ...names, switched_off, price_cents: price, max_price_cents: maxCents };
}

function readSimpleRow(row: Row, isCard: boolean): Drafts {
  const { cells } = row;
  const kind = { is_giftcard: isCard, type_id: isCard ? ('configurable' as const) : ('simple' as const) };
  if (!row.posted && !isCard) {
    const product = draftUnsoldProduct({ ...readKeyFields(row), not_sold: 'virtual' });
    return { ...emptyDrafts(), products: [product] };
  }
  const leftOut = skipUnpriced(row);
  if (leftOut !== null) return leftOut;
  const price = readCurrentPrice(row, isCard);
  const choice = isCard ? { ...NO_CHOICE, price: priceTitle(cells.text('regular price')) } : NO_CHOICE;
  const variant = readVariant(row, { choice, price, maxCents: null });
  return { ...emptyDrafts(), products: [readProduct(row, { ...kind, not_sold: null })], variants: [variant] };
}

function readVariableRow(row: Row, type: string): Drafts {
  const { cells } = row;
  const attributes = readAttributeCells(cells);
  const isCard = CARD_TYPES.has(type) || (attributes.length > 0 && attributes.every(({ name }) => isCardPrice(name)));
  const product = readProduct(row, { type_id: 'configurable', is_giftcard: isCard, not_sold: null });
  const values = Object.fromEntries(
    attributes.map(({ name, text }) => [name, parseList(text).map(stripTagsFromName).filter(Boolean)]),
  );
  return { ...emptyDrafts(), products: [{ ...product, offered: { values, stock: readStock(cells).qty } }] };
}

function readVariationRow(row: Row): Drafts {
  const { cells, sku, place } = row;
  const parent = cells.text('parent');
  if (parent === '') cells.wrong('parent', 'is empty; a variation must name the sku of its product.');
  const named = readAttributeCells(cells).map(
    ({ name, text }): CodedOption => ({ code: name, name, value: stripTagsFromName(unescapeCommas(text)) }),
  );
  const isCard = named.length > 0 && named.every(({ name }) => isCardPrice(name));
  if (isOff(cells)) return draftSwitchedOffVariation(cells, readKeyFields(row), named);
  const removal = draftRemovedVariation(cells, readKeyFields(row));
  if (!row.posted && !isCard)
    return { ...skipUnsoldWooRow(cells, removal.left_out, 'virtual variation'), links: removal.links };
  if (skipUnpriced(row) !== null) return removal;
  const price = readCurrentPrice(row, isCard);
  const choice = toChoice(
    named.filter(({ value }) => value !== ''),
    { giftcard: isCard },
  );
  if (typeof choice === 'string') {
    cells.wrong('attribute 1 value(s)', choice);
    return removal;
  }
  const maxCents = choice.price === OWN_AMOUNT_TITLE ? readPrice(cells, OWN.highestPrice) : null;
  if (maxCents !== null && price !== null) checkOpenPrice(cells, OWN.highestPrice, { minCents: price, maxCents });
  const gst_free = isCard ? null : readWooTax(cells);
  const variant = { ...readVariant(row, { choice, price, maxCents }), gst_free };
  const shares_stock = cells.text('stock').toLowerCase() === 'parent';
  const link = { ...place, ...choice, parent_sku: parent, child_sku: sku, options: named, shares_stock };
  return { ...emptyDrafts(), variants: [variant], links: [link] };
}
