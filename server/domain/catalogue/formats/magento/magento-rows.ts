import { priceTitle, readAmountList, readCardAmount, readCents } from '../amounts.ts';
import { readAttributes, readPaths, readVariations } from '../attribute-lists.ts';
import type { Cells } from '../columns.ts';
import { type Choice, type Drafts, emptyDrafts, NO_CHOICE, type ProductDraft, type VariantDraft } from '../drafts.ts';
import { readTaxClass } from '../gst.ts';
import { appendToSku } from '../missing-options.ts';
import { isCardPrice, OWN_AMOUNT_TITLE, toChoice } from '../options.ts';
import type { ReadingOptions, RowReader } from '../reading.ts';
import { priceToday, warnReducedCard } from '../reduced-price.ts';
import {
  checkOpenPrice,
  checkPaths,
  isFree,
  isZero,
  readFlag,
  readHtml,
  readName,
  readPlain,
  readPrice,
  readQty,
  readSku,
} from '../row-parts.ts';
import { toPlainWords } from '../words.ts';
import {
  draftSwitchedOffMagento,
  FORMER_HANDLE,
  findNotSoldReason,
  isNoted,
  isOff,
  type Noted,
  OWN_SKU,
  readMagentoVisibility,
  SHOWN_BY,
  skipUnsoldMagentoRow,
  TYPES,
  warnNoted,
} from './magento-kinds.ts';

const SELLER_NAMES = ['vendor', 'seller', 'manufacturer', 'brand'];
const IMAGE_COLUMNS = ['base_image', 'small_image', 'thumbnail_image', 'image', 'images', 'additional_images'];
const HIDDEN_IMAGES = 'hide_from_product_page';
const DIRECTIVE = /\{\{[a-z]+\b[^{}]*\}\}/gi;

type Attributes = ReadonlyMap<string, string>;
type Row = { cells: Cells; attributes: Attributes; sku: string; options: ReadingOptions };

/** Reads Magento 2 exports, which have one row per product. A configurable row names its simple rows. */
export function createMagentoReader(options: ReadingOptions): RowReader {
  const noted: Noted = { storeViews: { count: 0, first: null }, tierPrices: { count: 0, first: null } };
  return {
    end() {
      warnNoted(noted);
      return emptyDrafts();
    },
    row(cells) {
      const type = TYPES.find((candidate) => candidate === cells.text('product_type').toLowerCase());
      if (isNoted(noted, cells)) return emptyDrafts();
      const sku = readSku(cells, 'sku');
      if (type === undefined) return skipUnsoldMagentoRow(cells, { file: options.file, line: cells.line, sku });
      const row = { cells, attributes: parseAdditionalAttributes(cells), sku, options };
      if (isOff(cells)) return draftSwitchedOffMagento(readKeyFields(row), type);
      if (type === 'configurable') return readConfigurableRow(row);
      return type === 'giftcard' ? readGiftCardRow(row) : readSimpleRow(row, type === 'virtual');
    },
  };
}

function parseAdditionalAttributes(cells: Cells): Attributes {
  const text = cells.text('additional_attributes');
  const list = readAttributes(text);
  if (list === null) cells.wrong('additional_attributes', 'cannot be read; write name=value,name=value.');
  return new Map((list ?? []).map(({ name, value }) => [name.toLowerCase(), toPlainWords(value)]));
}

function readKeyFields({ cells, attributes, sku, options }: Row) {
  const named = (words: (name: string) => string | undefined) => SELLER_NAMES.map(words).find(Boolean);
  const seller = named(cells.words) ?? named((name) => attributes.get(name));
  return {
    file: options.file,
    line: cells.line,
    sku,
    own_sku: attributes.get(OWN_SKU) || null,
    handle: attributes.get(FORMER_HANDLE) || null,
    seller: seller ?? null,
  };
}

function readProduct(
  row: Row,
  {
    typeId,
    isGiftcard,
    isVirtual = false,
  }: { typeId: ProductDraft['type_id']; isGiftcard: boolean; isVirtual?: boolean },
): ProductDraft {
  const { cells, attributes, options } = row;
  return {
    ...readKeyFields(row),
    name: readName(cells, 'name'),
    short_desc: readPlain(cells, 'short_description'),
    description: readHtml(cells, 'description', cells.text('description').replaceAll(DIRECTIVE, '')),
    type_id: typeId,
    is_giftcard: isGiftcard,
    gst_free: isGiftcard ? null : readTaxClass(cells, 'tax_class_name'),
    categories: readCategories(cells, options),
    pictures: readPictures(cells, options),
    not_sold: findNotSoldReason(cells, isVirtual),
    visibility: readMagentoVisibility(cells, attributes),
  };
}

function readCategories(cells: Cells, { roots }: ReadingOptions): string[][] | null {
  const text = cells.text('categories');
  if (text === '') return null;
  const paths = readPaths(text).map((path) => (roots.has(path[0]?.toLowerCase() ?? '') ? path.slice(1) : path));
  return checkPaths(
    cells,
    'categories',
    paths.filter((path) => path.length > 0),
  );
}

function readPictures(cells: Cells, { picture }: ReadingOptions): string[] | null {
  const listed = (column: string) =>
    cells
      .text(column)
      .split(',')
      .map((reference) => ({ column, reference: reference.trim() }));
  const hidden = new Set(['', 'no_selection', ...listed(HIDDEN_IMAGES).map(({ reference }) => reference)]);
  const named = IMAGE_COLUMNS.flatMap(listed).filter(({ reference }) => !hidden.has(reference));
  const references = named.flatMap(({ column, reference }) => picture(cells, column, reference) ?? []);
  return references.length === 0 ? null : [...new Set(references)];
}

function readSimpleRow(row: Row, virtual: boolean): Drafts {
  const { cells, attributes, sku, options } = row;
  const card = [...attributes].find(([name]) => isCardPrice(name))?.[1];
  const place = { file: options.file, line: cells.line };
  const choice = card === undefined || !virtual ? NO_CHOICE : readCardChoice(cells, card);
  const valueless = virtual && choice.price === null;
  if (!valueless && isFree(cells, 'price', 'special_price')) return { ...emptyDrafts(), left_out: [{ ...place, sku }] };
  const full = valueless ? readPriceSilently(cells) : readPrice(cells, 'price');
  const price = choice.price === null && !valueless ? priceToday(cells, { price: full, today: options.today }) : full;
  if (choice.price !== null) warnReducedCard(cells);
  const maxCents = openMost(row, choice, price);
  const variant = {
    ...place,
    ...choice,
    sku,
    own_sku: attributes.get(OWN_SKU) || null,
    product_sku: sku,
    price_cents: price,
    max_price_cents: maxCents,
    ...readQty(cells, { column: 'qty', counted: isCounted(cells) }),
    switched_off: cells.text('product_online') === '' ? null : false,
    attributes: readOptions(row),
  };
  const isGiftcard = choice.price !== null;
  const typeId = isGiftcard ? 'configurable' : 'simple';
  const product = readProduct(row, { typeId, isGiftcard, isVirtual: valueless });
  return { ...emptyDrafts(), products: [product], variants: [{ ...variant, gst_free: product.gst_free ?? null }] };
}

const NO_OPTIONS = new Set([...SELLER_NAMES, 'max_price', SHOWN_BY, FORMER_HANDLE, OWN_SKU]);
const OPTION_COLUMNS = ['color', 'colour', 'size'];
const MAX_OPTIONS = 40;
const LONGEST_OPTION = 100;

function readOptions({ cells, attributes }: Row): Record<string, string> {
  const columns = OPTION_COLUMNS.map((name) => [name, cells.words(name)] as const);
  const all = [...columns, ...attributes].filter(
    ([name, value]) => value !== '' && value.length <= LONGEST_OPTION && !NO_OPTIONS.has(name) && !isCardPrice(name),
  );
  return Object.fromEntries(all.slice(0, MAX_OPTIONS));
}

/** Does not report an unreadable price, because only a gift card can sell this row. */
function readPriceSilently(cells: Cells): number | null {
  const read = readCents(cells.text('price'));
  return 'value' in read ? read.value : null;
}

function openMost({ cells, attributes }: Row, choice: Choice, minCents: number | null): number | null {
  if (choice.price !== OWN_AMOUNT_TITLE) return null;
  const maxCents = readPrice(cells, 'additional_attributes', attributes.get('max_price') ?? '');
  if (maxCents !== null && minCents !== null) checkOpenPrice(cells, 'additional_attributes', { minCents, maxCents });
  return maxCents;
}

function readCardChoice(cells: Cells, value: string): Choice {
  const choice = toChoice([{ name: 'gift_card_price', value }], { giftcard: true });
  if (typeof choice !== 'string') return choice;
  cells.wrong('additional_attributes', choice);
  return NO_CHOICE;
}

function isCounted(cells: Cells): boolean {
  if (cells.text('use_config_manage_stock') === '1' || !cells.has('manage_stock')) return true;
  return readFlag(cells, 'manage_stock') !== false;
}

function readConfigurableRow(row: Row): Drafts {
  const { cells, sku, options } = row;
  const text = cells.text('configurable_variations');
  const labels = new Map(
    (readAttributes(cells.text('configurable_variation_labels')) ?? []).map(({ name, value }) => [
      name,
      toPlainWords(value),
    ]),
  );
  const lists = text === '' ? [] : readVariations(text, [...labels.keys()]);
  if (lists === null) cells.wrong('configurable_variations', 'cannot be read; write sku=A,color=Red|sku=B,color=Blue.');
  const chosen = (lists ?? []).map((list) => list.filter(({ name }) => name.toLowerCase() !== 'sku'));
  const giftcard = chosen.length > 0 && chosen.every((list) => list.some(({ name }) => isCardPrice(name)));
  const links = (lists ?? []).flatMap((list, index) => {
    const child = list.find(({ name }) => name.toLowerCase() === 'sku')?.value ?? '';
    const coded = (chosen[index] ?? [])
      .map(({ name, value }) => ({
        code: name.toLowerCase(),
        name: labels.get(name) || name,
        value: toPlainWords(value),
      }))
      .filter(({ value }) => value !== '');
    const choice = toChoice(coded, { giftcard });
    if (child === '') cells.wrong('configurable_variations', 'a variation has no sku.');
    else if (typeof choice === 'string') cells.wrong('configurable_variations', `${child}: ${choice}`);
    else
      return [{ file: options.file, line: cells.line, parent_sku: sku, child_sku: child, options: coded, ...choice }];
    return [];
  });
  const product = readProduct(row, { typeId: 'configurable', isGiftcard: giftcard });
  const byCode = Object.fromEntries([...labels].map(([code, name]) => [code.toLowerCase(), name]));
  return { ...emptyDrafts(), products: [{ ...product, labels: byCode }], links };
}

function readGiftCardRow(row: Row): Drafts {
  const { cells, sku, options } = row;
  const column = cells.has('giftcard_amounts') ? 'giftcard_amounts' : 'giftcard_amount';
  const list = readAmountList(cells.text(column));
  if ('wrong' in list) cells.wrong(column, list.wrong);
  const amounts = 'wrong' in list ? [] : list.value;
  const stock = readQty(cells, { column: 'qty', counted: isCounted(cells) });
  const variants = amounts.flatMap((amount): VariantDraft[] => {
    if (isZero(amount)) {
      cells.warn(column, `"${amount}" is not a gift card amount; it is skipped.`);
      return [];
    }
    const read = readCardAmount(amount);
    const price = priceTitle(amount);
    if ('wrong' in read || price === null) {
      cells.wrong(column, 'wrong' in read ? read.wrong : `"${amount}" is not an amount.`);
      return [];
    }
    const place = { file: options.file, line: cells.line, product_sku: sku };
    const amountSku = appendToSku(sku, price.slice(1));
    const value = { ...NO_CHOICE, price, price_cents: read.value, max_price_cents: null };
    return [{ ...place, ...value, ...stock, sku: amountSku, unnamed: true }];
  });
  if (cells.text('giftcard_allow_open_amount') === '1') variants.push(...openAmount(row, stock));
  return { ...emptyDrafts(), products: [readProduct(row, { typeId: 'configurable', isGiftcard: true })], variants };
}

function openAmount({ cells, sku, options }: Row, stock: { qty: number | null; new_qty: number }): VariantDraft[] {
  const minCents = readPrice(cells, 'giftcard_open_amount_min');
  const maxCents = readPrice(cells, 'giftcard_open_amount_max');
  if (minCents === null || maxCents === null) return [];
  checkOpenPrice(cells, 'giftcard_open_amount_min', { minCents, maxCents });
  const variant = {
    file: options.file,
    line: cells.line,
    ...NO_CHOICE,
    ...stock,
    sku: appendToSku(sku, 'OWN'),
    unnamed: true,
    product_sku: sku,
  };
  return [{ ...variant, price: OWN_AMOUNT_TITLE, price_cents: minCents, max_price_cents: maxCents }];
}
