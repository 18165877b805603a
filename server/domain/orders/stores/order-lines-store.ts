import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import {
  customers,
  giftCardAccounts,
  giftCardDetails,
  giftCards,
  giftCardThanks,
  isCorrected,
  isVoid,
  messagePictures,
  orderLines,
  orderSellers,
  orders,
  pictures,
  productPictures,
  sellers,
  templates,
} from '#server/platform/database/schema/schema.ts';
import { defineStatement, insertStatement, type Place } from '#server/platform/database/statement.ts';

export type OrderLineRow = typeof orderLines.$inferSelect;
export type NewLine = Omit<typeof orderLines.$inferInsert, 'id' | 'orderId'>;

const insert = insertStatement(orderLines, (inserting) => inserting);

export async function insertLines(tx: Transaction, orderId: number, lines: readonly NewLine[]): Promise<void> {
  await insert(
    tx,
    lines.map((line) => ({ ...line, orderId })),
  );
}

const readLines = defineStatement((on, place: Place<{ orderId: number }>) =>
  on
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, place('orderId')))
    .orderBy(orderLines.id),
);

export async function deleteLines(tx: Transaction, orderId: number): Promise<void> {
  await tx.delete(orderLines).where(eq(orderLines.orderId, orderId));
}

export async function listOrderLines(handle: Handle, orderId: number): Promise<OrderLineRow[]> {
  return readLines(handle, { orderId });
}

export async function listLinesWithShops(handle: Handle, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  const { id: orderLineId, orderId, sellerId, name, qty, totalCents, isGiftcard } = orderLines;
  return handle
    .select({ orderLineId, orderId, sellerId, name, qty, totalCents, isGiftcard, shopUrl: sellers.shopUrl })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, sellerId))
    .where(isIn(orderLines.orderId, orderIds))
    .orderBy(orderLineId);
}

export async function listLinesWithDetails(handle: Handle, orderId: number) {
  const { variantId, qty, priceCents } = orderLines;
  return handle
    .select({ variantId, qty, priceCents, details: giftCardDetails })
    .from(orderLines)
    .leftJoin(giftCardDetails, eq(giftCardDetails.id, orderLines.detailsId))
    .where(eq(orderLines.orderId, orderId));
}

const wrappings = alias(pictures, 'wrappings');

export const contactColumns = {
  phone: sellers.contactPhone,
  email: sellers.contactEmail,
  site: sellers.contactSite,
  address: sellers.contactAddress,
  hours: sellers.contactHours,
};

export const isSellerOfLine = and(
  eq(orderSellers.orderId, orderLines.orderId),
  eq(orderSellers.sellerId, orderLines.sellerId),
);

export async function listViewLines(handle: Handle, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return handle
    .select({
      line: orderLines,
      sellerName: sellers.name,
      shopUrl: sellers.shopUrl,
      contact: contactColumns,
      gstRegistered: orderSellers.gstRegistered,
      picture: { id: pictures.id, version: pictures.version },
      details: giftCardDetails,
      card: giftCards,
      isVoid,
      isCorrected,
      thanks: giftCardThanks,
      giver: customers.firstname,
      template: {
        id: templates.id,
        mmsTemplateId: templates.mmsTemplateId,
        name: templates.name,
        occasion: templates.occasion,
        layout: templates.layout,
      },
      wrapping: {
        id: wrappings.id,
        version: wrappings.version,
        width: wrappings.width,
        height: wrappings.height,
        ground: wrappings.ground,
      },
      pictureName: messagePictures.name,
    })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .leftJoin(orderSellers, isSellerOfLine)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(
      productPictures,
      and(eq(productPictures.productId, orderLines.productId), eq(productPictures.position, 0)),
    )
    .leftJoin(pictures, eq(pictures.id, productPictures.pictureId))
    .leftJoin(giftCardDetails, eq(giftCardDetails.id, orderLines.detailsId))
    .leftJoin(giftCards, eq(giftCards.orderLineId, orderLines.id))
    .leftJoin(giftCardThanks, eq(giftCardThanks.giftCardId, giftCards.id))
    .leftJoin(templates, eq(templates.id, giftCardDetails.templateId))
    .leftJoin(wrappings, eq(wrappings.id, templates.pictureId))
    .leftJoin(messagePictures, eq(messagePictures.giftCardId, giftCards.id))
    .where(isIn(orderLines.orderId, orderIds))
    .orderBy(orderLines.id);
}
export type ViewLine = Awaited<ReturnType<typeof listViewLines>>[number];

/** Returns the name of `sellerId` if that seller is part of the order, otherwise of the order's first seller. */
export async function findOrderSellerName(
  handle: Handle,
  { orderId, sellerId }: { orderId: number; sellerId: number | null },
): Promise<string | null> {
  const ofOrder = await handle
    .select({ id: sellers.id, name: sellers.name })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  return (ofOrder.find((seller) => seller.id === sellerId) ?? ofOrder[0])?.name ?? null;
}

export function listLinesToShow(handle: Handle, orderId: number) {
  return handle
    .select({
      line: orderLines,
      sellerName: sellers.name,
      shopUrl: sellers.shopUrl,
      deliveryState: giftCards.deliveryState,
      accountStatus: giftCardAccounts.status,
      leftCents: giftCardAccounts.balanceCents,
    })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .leftJoin(giftCards, eq(giftCards.orderLineId, orderLines.id))
    .leftJoin(giftCardAccounts, eq(giftCardAccounts.giftCardId, giftCards.id))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
}
