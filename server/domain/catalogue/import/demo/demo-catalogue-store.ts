import { artIds, artSize, drawArtPicture } from '#db/seed/art/draw.ts';
import { demoCatalogue } from '#db/seed/catalogue.ts';
import { OWN_AMOUNT } from '#db/seed/options.ts';
import type { DemoCatalogue, SeedCategory, SeedProduct, SeedVariant } from '#db/seed/types.ts';
import { sanitiseHtml } from '#server/domain/catalogue/products/sanitise.ts';
import { addSellers } from '#server/domain/sellers/add-sellers.ts';
import { hasSellers } from '#server/domain/sellers/queries.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import * as schema from '#server/platform/database/schema/schema.ts';
import { isOwnDrawing } from '#server/platform/pictures/own-drawings.ts';

/**
 * Returns false if any seller exists. If any product would have a future date, moves all dates back by the same amount.
 */
export async function loadDemoCatalogue(database: Database, { now }: { now: Date }): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'demoCatalogue');
    if (await hasSellers(tx)) return false;
    await tx.insert(schema.pictures).values(demoArtIds().map(pictureRow));
    await tx.insert(schema.categories).values(categoryRows(demoCatalogue.categories));
    await tx.insert(schema.optionValues).values(optionRows(demoCatalogue));
    const sellerIds = await insertSellers(tx, demoCatalogue);
    const templateIds = await insertTemplates(tx, demoCatalogue);
    await insertProducts(tx, { products: shiftDatesBefore(now, demoCatalogue.products), sellerIds, templateIds });
    return true;
  });
}

const demoArtIds = (): string[] => artIds().filter((id) => !isOwnDrawing(id));

export function pictureRow(id: string): typeof schema.pictures.$inferSelect {
  return { id, ...artSize(id), ...drawArtPicture(id) };
}

function categoryRows(
  tree: SeedCategory[],
  { parentId = null, level = 1 }: { parentId?: number | null; level?: number } = {},
): (typeof schema.categories.$inferInsert)[] {
  return tree.flatMap(({ entity_id: entityId, value: name, children }, position) => [
    { entityId, parentId, name, position, level },
    ...categoryRows(children, { parentId: entityId, level: level + 1 }),
  ]);
}

function optionRows({ options }: DemoCatalogue): (typeof schema.optionValues.$inferInsert)[] {
  return options.flatMap(({ attribute_id: attributeId, code: attributeCode, values }) =>
    values.map(({ value_index: valueIndex, default_title: title }, position) => ({
      attributeId,
      attributeCode,
      valueIndex,
      title,
      position,
    })),
  );
}

async function insertSellers(tx: Transaction, { sellers }: DemoCatalogue): Promise<Map<string, number>> {
  const rows = sellers.map((seller) => ({
    name: seller.name,
    shopUrl: seller.shop_url,
    description: sanitiseHtml(seller.description),
    popupDescription: seller.popup_description,
    logo: seller.logo,
    image: seller.image,
    suppliedByImage: seller.supplied_by_image,
    flatShippingCents: seller.flat_shipping_cents,
    freeShippingOverCents: seller.free_shipping_over_cents,
    contactPhone: seller.contact.phone,
    contactEmail: seller.contact.email,
    contactSite: seller.contact.site,
    contactAddress: seller.contact.address,
    contactHours: seller.contact.hours,
  }));
  const ids = await addSellers(tx, rows);
  return new Map(sellers.map((seller) => [seller.key, requireId(ids, seller.shop_url)]));
}

async function insertTemplates(tx: Transaction, { templates }: DemoCatalogue): Promise<Map<string, number>> {
  const rows = templates.map(({ key: mmsTemplateId, art: pictureId, name, occasion, layout }) => ({
    mmsTemplateId,
    name,
    occasion,
    pictureId,
    layout,
  }));
  const { id, mmsTemplateId } = schema.templates;
  return byName(await tx.insert(schema.templates).values(rows).returning({ name: mmsTemplateId, id }));
}

function shiftDatesBefore(now: Date, products: SeedProduct[]): (SeedProduct & { createdAt: Date })[] {
  const times = products.map((product) => Date.parse(product.created_at));
  const tooNew = Math.max(0, Math.max(...times) - now.getTime());
  return products.map((product) => ({ ...product, createdAt: new Date(Date.parse(product.created_at) - tooNew) }));
}

type Loading = {
  products: (SeedProduct & { createdAt: Date })[];
  sellerIds: Map<string, number>;
  templateIds: Map<string, number>;
};

async function insertProducts(tx: Transaction, { products, sellerIds, templateIds }: Loading): Promise<void> {
  const rows = products.map((product) => ({
    sku: product.sku,
    name: product.name,
    shortDesc: product.short_desc,
    description: sanitiseHtml(product.description),
    typeId: product.type,
    isGiftcard: product.is_giftcard,
    sellerId: requireId(sellerIds, product.seller),
    tab1: product.tab1 ?? null,
    tab2: product.tab2?.image ?? null,
    tab3: product.tab3 ?? null,
    cardHasPin: product.card?.pin ?? false,
    cardValidityMonths: product.card?.validity_months ?? 36,
    createdAt: product.createdAt,
  }));
  const { id, sku } = schema.products;
  const ids = byName(await tx.insert(schema.products).values(rows).returning({ name: sku, id }));
  const each = <Row>(parts: (product: SeedProduct, productId: number) => Row[]): Row[] =>
    products.flatMap((product) => parts(product, requireId(ids, product.sku)));

  await tx.insert(schema.variants).values(each(variantRows));
  await tx
    .insert(schema.productPictures)
    .values(each(({ images }, productId) => images.map((pictureId, position) => ({ productId, position, pictureId }))));
  await tx
    .insert(schema.productCategories)
    .values(each(({ categories }, productId) => categories.map((categoryId) => ({ productId, categoryId }))));
  const offered = each(({ templates = [] }, productId) =>
    templates.map((key, position) => ({ productId, templateId: requireId(templateIds, key), position })),
  );
  await tx.insert(schema.productTemplates).values(offered);
}

function variantRows(product: SeedProduct, productId: number): (typeof schema.variants.$inferInsert)[] {
  const only: SeedVariant = { sku: product.sku, price_cents: product.price_cents, qty: product.qty ?? 0 };
  const variants = product.type === 'simple' ? [only] : (product.variants ?? []);
  const fixed = variants.map(({ sku, price_cents: priceCents, qty, color, size, gift_card_price: giftCardPrice }) => ({
    productId,
    sku,
    priceCents,
    qty,
    color: color ?? null,
    size: size ?? null,
    giftCardPrice: giftCardPrice ?? null,
    maxPriceCents: null,
  }));
  return [...fixed, ...openPriceRows(product, productId)];
}

function openPriceRows({ sku, card }: SeedProduct, productId: number): (typeof schema.variants.$inferInsert)[] {
  if (!card?.free_amount) return [];
  const { min_cents: priceCents, max_cents: maxPriceCents, qty } = card.free_amount;
  const choice = { color: null, size: null, giftCardPrice: OWN_AMOUNT };
  return [{ productId, sku: `${sku}-OWN`, priceCents, maxPriceCents, qty, ...choice }];
}

function byName(rows: { name: string; id: number }[]): Map<string, number> {
  return new Map(rows.map(({ name, id }) => [name, id]));
}

function requireId(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo catalogue refers to '${name}', which it does not contain.`);
  return id;
}
