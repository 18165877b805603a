import type { Category, Product, Seller, TileProduct } from '#contract/catalogue.ts';
import { formatTwoDecimals } from '#contract/rules/money/money.ts';
import type { ShopSettings } from '#contract/shop.ts';
import { sellerPath } from '../state/sellers.ts';

/**
 * Marks code that runs only on the server: early returns let the build drop the rest of each function from the client
 * bundle.
 */
const NOTHING: LinkedData = {};

export type LinkedData = { readonly [key: string]: unknown };

type At = (path: string) => string;

const CURRENCY = 'AUD';

/** Escapes anything that could start a tag, comment or line in a script element. */
export function serializeForScript(data: LinkedData): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data });
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const graph = (...things: LinkedData[]): LinkedData => ({ '@graph': things });

export function describeShop(toUrl: At, shop: { title: string; settings: ShopSettings | undefined }): LinkedData {
  if (!import.meta.env.SSR) return NOTHING;
  const operator = { '@id': toUrl('/#operator') };
  return graph(
    {
      '@type': 'Organization',
      ...operator,
      name: shop.settings?.operator_name ?? shop.title,
      url: toUrl('/'),
      logo: toUrl('/icon-512.png'),
    },
    {
      '@type': 'WebSite',
      '@id': toUrl('/#site'),
      name: shop.title,
      url: toUrl('/'),
      inLanguage: 'en-AU',
      publisher: operator,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: toUrl('/search?q={search_term_string}') },
        'query-input': 'required name=search_term_string',
      },
    },
  );
}

export type Step = { name: string; path: string };

export function describeBreadcrumbs(toUrl: At, steps: readonly Step[]): LinkedData {
  if (!import.meta.env.SSR) return NOTHING;
  const itemListElement = steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toUrl(path),
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

export function categorySteps(path: readonly Category[]): Step[] {
  return path.map(({ entity_id, value }) => ({ name: value, path: `/category/${entity_id}` }));
}

export function describeProductList(toUrl: At, products: readonly Pick<TileProduct, 'id' | 'name'>[]): LinkedData {
  if (!import.meta.env.SSR) return NOTHING;
  const itemListElement = products.map(({ id, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: toUrl(`/product/${id}`),
  }));
  return { '@type': 'ItemList', itemListElement };
}

export function describeProduct(toUrl: At, product: Product): LinkedData {
  if (!import.meta.env.SSR) return NOTHING;
  const pictures = product.pictures.length > 0 ? product.pictures : [product.picture];
  return {
    '@type': 'Product',
    '@id': toUrl(`/product/${product.id}#product`),
    name: product.name,
    description: product.short_desc,
    sku: product.sku,
    url: toUrl(`/product/${product.id}`),
    image: pictures.map(({ id, version }) =>
      toUrl(`/media/${encodeURIComponent(id)}/1280.jpg?v=${encodeURIComponent(version)}`),
    ),
    brand: { '@type': 'Brand', name: product.seller_name },
    offers: describeOffer(toUrl, product),
  };
}

function describeOffer(toUrl: At, product: Product): LinkedData {
  const prices = product.configurable_products.map(({ price }) => price);
  const [low, high] = [Math.min(product.price, ...prices), Math.max(product.price, ...prices)];
  const shared = {
    priceCurrency: CURRENCY,
    availability: `https://schema.org/${product.qty > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    url: toUrl(`/product/${product.id}`),
    seller: { '@type': 'Organization', name: product.seller.name, url: toUrl(sellerPath(product.seller)) },
  };
  if (low === high) return { '@type': 'Offer', price: formatTwoDecimals(low), ...shared };
  return {
    '@type': 'AggregateOffer',
    lowPrice: formatTwoDecimals(low),
    highPrice: formatTwoDecimals(high),
    offerCount: prices.length,
    ...shared,
  };
}

export function describeSeller(toUrl: At, seller: Seller): LinkedData {
  if (!import.meta.env.SSR) return NOTHING;
  const picture = ({ id, version }: { id: string; version: string }) =>
    toUrl(`/media/${encodeURIComponent(id)}/1280.jpg?v=${encodeURIComponent(version)}`);
  return {
    '@type': 'Store',
    '@id': toUrl(`${sellerPath(seller)}#store`),
    name: seller.name,
    description: seller.popup_description,
    url: toUrl(sellerPath(seller)),
    logo: picture(seller.pictures.logo),
    image: picture(seller.pictures.image),
  };
}
