import type { Context } from '#server/context.ts';
import {
  countProductPages,
  listCategoryPages,
  listProductPages,
} from '#server/domain/catalogue/listing/public-pages.ts';
import { countSellerPages, listSellerPages } from '#server/domain/sellers/public-pages.ts';

/** Maximum number of URLs per sitemap file, set by sitemaps.org. */
export const PART_SIZE = 50_000;

type Entry = { path: string; changed?: Date | null };
type Part = { name: string; changed?: Date | null };

const FIXED = ['/', '/browse', '/help', '/terms', '/privacy'];
const PART = /^(pages|categories|sellers|products)-([1-9]\d{0,5})$/;

export async function buildSitemapIndex(context: Context, size = PART_SIZE): Promise<string> {
  const [products, sellers] = await Promise.all([countProductPages(context), countSellerPages(context)]);
  const { newest } = products;
  const parts: Part[] = [
    { name: 'pages-1', changed: newest },
    { name: 'categories-1', changed: newest },
    ...buildParts('sellers', sellers, size),
    ...buildParts('products', products.count, size),
  ];
  const entries = parts.map(({ name, changed }) => ({ path: `/sitemap/${name}.xml`, changed: changed ?? null }));
  return renderXml(context, { list: 'sitemapindex', item: 'sitemap', entries });
}

function buildParts(kind: string, count: number, size: number): Part[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({ name: `${kind}-${index + 1}` }));
}

export async function buildSitemapPart(context: Context, name: string, size = PART_SIZE): Promise<string | null> {
  const [, kind, number] = PART.exec(name) ?? [];
  if (!kind) return null;
  const entries = await listEntries(context, kind, { limit: size, offset: (Number(number) - 1) * size });
  return entries.length > 0 ? renderXml(context, { list: 'urlset', item: 'url', entries }) : null;
}

async function listEntries(context: Context, kind: string, range: { limit: number; offset: number }): Promise<Entry[]> {
  if (kind === 'products') return toEntries('product', await listProductPages(context, range));
  if (kind === 'sellers') return toEntries('sellerprofile', await listSellerPages(context, range));
  if (range.offset > 0) return [];
  if (kind === 'categories') return toEntries('category', await listCategoryPages(context));
  return FIXED.map((path) => ({ path }));
}

function toEntries(folder: string, rows: readonly { key: string | number; changed: Date | null }[]): Entry[] {
  return rows.map(({ key, changed }) => ({ path: `/${folder}/${encodeURIComponent(key)}`, changed }));
}

type Listing = { list: 'sitemapindex' | 'urlset'; item: 'sitemap' | 'url'; entries: readonly Entry[] };

function renderXml({ settings }: Context, { list, item, entries }: Listing): string {
  const lines = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
    return `<${item}><loc>${asText(settings.publicUrl + path)}</loc>${lastmod}</${item}>`;
  });
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `${head}\n${lines.join('\n')}\n</${list}>\n`;
}

const asText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
