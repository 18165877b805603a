import { createHash } from 'node:crypto';
import { SKU_LIMIT } from '#contract/rules/limits.ts';
import { slugify } from '#server/platform/kernel/text.ts';
import type { CodedOption } from './drafts.ts';
import { dropHalfSurrogate } from './row-parts.ts';

export type VariantRow = { options: CodedOption[]; attributes: Record<string, string> };

const USUAL = ['color', 'colour', 'size'];
/** Long numbers such as barcodes are not offered as options, because they mean nothing to customers. */
const NUMBER = /^\d{6,}$/;

const buildValuesKey = (options: readonly CodedOption[]): string => JSON.stringify(options.map(({ value }) => value));
const countDistinct = (lists: readonly CodedOption[][]): number => new Set(lists.map(buildValuesKey)).size;

/**
 * Adds options from variant rows: labelled attributes, colour and size if the variants differ in them, then other
 * attributes until all variants are distinct.
 */
export function withMissingOptions(variants: readonly VariantRow[], labels: Record<string, string>): CodedOption[][] {
  let lists = variants.map(({ options }) => options);
  const [first] = variants;
  if (first === undefined || variants.length < 2) return lists;
  const named = new Set(lists.flat().map(({ code }) => code));
  const carried = Object.keys(first.attributes).filter(
    (code) => !named.has(code) && variants.every(({ attributes }) => (attributes[code] ?? '') !== ''),
  );
  const differs = (code: string) => new Set(variants.map(({ attributes }) => attributes[code])).size > 1;
  const add = (code: string) =>
    lists.map((options, index) => [
      ...options,
      { code, name: labels[code] ?? toLabel(code), value: variants[index]?.attributes[code] ?? '' },
    ]);
  for (const code of carried.filter(
    (candidate) => candidate in labels || (USUAL.includes(candidate) && differs(candidate)),
  ))
    lists = add(code);
  const otherCodes = carried.filter((code) => !(code in labels) && !USUAL.includes(code));
  for (const code of otherCodes) {
    if (countDistinct(lists) === variants.length) break;
    if (variants.some(({ attributes }) => NUMBER.test(attributes[code] ?? ''))) continue;
    const extendedLists = add(code);
    if (countDistinct(extendedLists) > countDistinct(lists)) lists = extendedLists;
  }
  return lists;
}

function toLabel(code: string): string {
  const words = code.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const MAX_COMBINATIONS = 200;

/**
 * Combines the values of open options, except for combinations in `named`. `all`: the number of combinations before
 * truncation.
 */
export function combineOptions(
  options: readonly CodedOption[],
  offered: Record<string, string[]>,
  named: readonly CodedOption[][],
): { lists: CodedOption[][]; all: number } {
  let lists: CodedOption[][] = [[]];
  let all = 1;
  for (const option of options) {
    const values = option.value === '' ? (offered[option.name] ?? []) : [option.value];
    lists = lists.flatMap((list) => values.map((value) => [...list, { ...option, value }])).slice(0, MAX_COMBINATIONS);
    all *= values.length;
  }
  const takenKeys = new Set(named.map(buildValuesKey));
  return { lists: lists.filter((list) => !takenKeys.has(buildValuesKey(list))), all };
}

/** Builds a stable sku, with a hash if the slugs lose information or the sku is too long. */
export function buildChoiceSku(variation: string, values: readonly string[]): string {
  const slugs = values.map(slugify);
  const isWhole = slugs.every((part, index) => part !== '' && part === normalizeLetters(values[index] ?? ''));
  const isOne = slugs.length === 1 || !slugs.some((part) => part.includes('-'));
  const sku = [variation, ...slugs.filter((part) => part !== '')].join('-');
  return isWhole && isOne && sku.length <= LONGEST_CHOICE
    ? sku
    : withHash(sku, { names: [variation, values], maxLength: LONGEST_CHOICE });
}

/** Changing this limit changes skus, so existing variants would be imported as new ones. */
const LONGEST_CHOICE = 64;

export function withHash(
  sku: string,
  { names, maxLength = SKU_LIMIT }: { names: unknown; maxLength?: number },
): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 8);
  return `${dropHalfSurrogate(sku.slice(0, maxLength - hash.length - 1))}-${hash}`;
}

export function appendToSku(sku: string, end: string): string {
  const whole = `${sku}-${end}`;
  return whole.length <= SKU_LIMIT ? whole : withHash(whole, { names: whole });
}

/**
 * Builds skus from option values. Adds a hash where slugs collide ('S' and 'S+', non-Latin scripts) or the sku is too
 * long.
 */
export function buildChoiceSkus(product: string, choices: readonly (readonly string[])[]): string[] {
  const parts = choices.map((values) => values.map(slugify));
  const skus = parts.map((slugs) => [product, ...slugs.filter((part) => part !== '')].join('-'));
  return skus.map((sku, index) => {
    const isWhole = parts[index]?.every((part) => part !== '') && sku.length <= SKU_LIMIT;
    return isWhole && skus.indexOf(sku) === skus.lastIndexOf(sku)
      ? sku
      : withHash(sku, { names: [product, choices[index]] });
  });
}

const normalizeLetters = (value: string): string =>
  value
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_-]+/g, '-');
