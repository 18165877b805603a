import type { AnswerOf, CallName } from '#contract/calls.ts';

type Products = readonly { id: number }[];
type Shown<Name extends CallName> = (answer: AnswerOf<Name>) => Products;

const none = (): Products => [];

/**
 * The calls that answer everybody the same until the catalogue changes, each with the products whose number in stock
 * its answer says.
 */
const SHOWN: { [Name in CallName]?: Shown<Name> } = {
  'GET mobiledigital/browseProducts': ({ data }) => data,
  'GET mobiledigital/categoryProducts': ({ data }) => data,
  'GET mobiledigital/products': ({ data }) => data,
  'GET mobiledigital/search': ({ data }) => data,
  'GET mobiledigital/sellerInformation': ({ products = [] }) => products,
  'GET mobiledigital/product': ({ data }) => (data ? [data] : []),
  'GET mobiledigital/seller': none,
  'GET mobiledigital/categories': none,
  'GET mobiledigital/occasions': none,
  'GET mobiledigital/suggest': none,
  'GET mobiledigital/facets': none,
  'GET mobiledigital/shopsettings': none,
  'GET products-render-info': none,
  'GET directory/countries': none,
};

/** By the path under which the calls are sent, without /rest/{store}/V1/. */
const BY_PATH = new Map(
  Object.entries(SHOWN).map(([name, shown]) => [name.replace('GET ', ''), shown as (answer: unknown) => Products]),
);

/** Whether a call, by its path, answers everybody the same until the catalogue changes. */
export const isCatalogueCall = (path: string): boolean => BY_PATH.has(path);

/** The products whose number in stock an answer of such a call says. */
export function shownProducts(path: string, body: string): number[] {
  return BY_PATH.get(path)?.(JSON.parse(body)).map(({ id }) => id) ?? [];
}
