import { and, eq, getTableColumns, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CardState } from '#contract/gift-cards.ts';
import { awaitAll, type Handle, type Transaction } from '#server/platform/database/handle.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import {
  carts,
  customers,
  giftCardDetails as details,
  giftCards,
  isVoid,
  orderLines,
  orders,
  ownershipStart,
  pictures,
  templates,
} from '#server/platform/database/schema/schema.ts';
import type { DeliveryState } from '#server/platform/database/schema/states/delivery.ts';
import { cardState } from '../card-state.ts';
import { hasBegun } from '../cards-store.ts';
import { type DetailsRow, isOwnDetails as isOwn } from '../queries.ts';

export type NewDetails = Omit<typeof details.$inferInsert, 'id'>;

export async function insertDetails(handle: Handle, fields: NewDetails): Promise<number> {
  const [row] = await handle.insert(details).values(fields).returning({ id: details.id });
  if (!row) throw new Error('The insert of gift card details returned no row.');
  return row.id;
}

export async function insertManyDetails(tx: Transaction, newDetails: readonly NewDetails[]): Promise<void> {
  await tx.insert(details).values([...newDetails]);
}

export async function setSendTimes(
  tx: Transaction,
  times: readonly { detailsId: number; sendAt: Date }[],
): Promise<void> {
  const ids = sql.param(times.map(({ detailsId }) => detailsId));
  const instants = sql.param(times.map(({ sendAt }) => sendAt.toISOString()));
  const statement = sql`update gift_card_details set send_at = t.send_at
    from unnest(${ids}::bigint[], ${instants}::timestamptz[]) as t (id, send_at) where gift_card_details.id = t.id`;
  await tx.execute(statement).execute();
}

type OwnDetails = { customerId: number; id: number };

const customerCondition = (customerId: number, condition: SQL): SQL | undefined =>
  and(condition, eq(details.customerId, customerId), isNull(details.deletedAt), isOwn);

export async function findDetailsById(handle: Handle, { customerId, id }: OwnDetails): Promise<DetailsRow | null> {
  return (
    (
      await handle
        .select()
        .from(details)
        .where(customerCondition(customerId, eq(details.id, id)))
    )[0] ?? null
  );
}

/** Take this lock before changing details or issuing their card. */
export async function lockDetails(tx: Transaction, { customerId, id }: OwnDetails): Promise<DetailsRow | null> {
  const condition = customerCondition(customerId, eq(details.id, id));
  return (await tx.select().from(details).where(condition).for('update'))[0] ?? null;
}

/** Also locks details from before the number changed owners. */
export async function lockSoldDetails(tx: Transaction, id: number): Promise<DetailsRow | null> {
  return (await tx.select().from(details).where(eq(details.id, id)).for('update'))[0] ?? null;
}

export async function findDetailsByLine(
  handle: Handle,
  { customerId, cartItemId }: { customerId: number; cartItemId: number },
): Promise<DetailsRow | null> {
  const condition = customerCondition(customerId, eq(details.cartItemId, cartItemId));
  return (await handle.select().from(details).where(condition))[0] ?? null;
}

export async function updateDetails(handle: Handle, id: number, fields: Partial<NewDetails>): Promise<void> {
  await handle.update(details).set(fields).where(eq(details.id, id));
}

export async function deleteDetailsById(tx: Transaction, { ids, now }: { ids: number[]; now: Date }): Promise<void> {
  if (ids.length > 0) await tx.update(details).set({ deletedAt: now }).where(isIn(details.id, ids));
}

/** Deletes other details that were saved for these lines in the meantime, because a line has one set of details. */
export async function reinstateDetails(tx: Transaction, { ids, now }: { ids: number[]; now: Date }): Promise<void> {
  const lines = tx.select({ id: details.cartItemId }).from(details).where(isIn(details.id, ids));
  const otherDetails = and(inArray(details.cartItemId, lines), notInArray(details.id, ids), isNull(details.deletedAt));
  await awaitAll([
    tx.update(details).set({ deletedAt: now }).where(otherDetails).execute(),
    tx.update(details).set({ deletedAt: null }).where(isIn(details.id, ids)).execute(),
  ]);
}

export async function relinkDetails(
  tx: Transaction,
  { from, to, lineIds }: { from: number; to: number; lineIds: number[] },
): Promise<void> {
  const moved = and(eq(details.cartId, from), isIn(details.cartItemId, lineIds));
  await tx.update(details).set({ cartId: to }).where(moved);
}

const unsold: SQL = sql`not exists (select 1 from order_lines l join orders o on o.id = l.order_id
  where l.details_id = ${details.id} and o.number is not null)`;

type DetailsOfCart = { customerId: number; cartId: number; cartItemId?: number };

export async function listDetailsWriters(
  handle: Handle,
  query: DetailsOfCart,
): Promise<{ writtenBy: string | null }[]> {
  return handle.select({ writtenBy: details.writtenBy }).from(details).where(isDeletable(query));
}

function isDeletable({ customerId, cartId, cartItemId }: DetailsOfCart): SQL | undefined {
  const line = cartItemId === undefined ? undefined : eq(details.cartItemId, cartItemId);
  return and(customerCondition(customerId, eq(details.cartId, cartId)), line, unsold);
}

export async function deleteDetails(handle: Handle, query: DetailsOfCart & { now: Date }): Promise<number> {
  const deleted = await handle
    .update(details)
    .set({ deletedAt: query.now })
    .where(isDeletable(query))
    .returning({ id: details.id });
  return deleted.length;
}

export async function findCustomerOrder(
  handle: Handle,
  { customerId, named }: { customerId: number; named: { id: number } | { number: number } },
): Promise<typeof orders.$inferSelect | null> {
  const ownOrders = and(eq(orders.customerId, customerId), sql`${orders.createdAt} >= ${ownershipStart(customerId)}`);
  const namedOrder = 'id' in named ? eq(orders.id, named.id) : eq(orders.number, named.number);
  return (await handle.select().from(orders).where(and(ownOrders, namedOrder)))[0] ?? null;
}

export async function isOpenCart(
  handle: Handle,
  { customerId, cartId }: { customerId: number; cartId: number },
): Promise<boolean> {
  const open = and(eq(carts.id, cartId), eq(carts.customerId, customerId), eq(carts.state, 'open'));
  return (await handle.select({ id: carts.id }).from(carts).where(open)).length === 1;
}

type Sale = { soldAt: Date | null; writtenBy: string | null; movedAt: Date | null; cents: number };

/**
 * Returns the sale of these details, even if its payment has only begun. Returns null for another customer's details.
 */
export async function findSale(handle: Handle, { customerId, id }: OwnDetails): Promise<Sale | null> {
  const [sale] = await handle
    .select({
      soldAt: orders.createdAt,
      cents: details.priceCents,
      writtenBy: details.writtenBy,
      movedAt: customers.cardsFrom,
    })
    .from(details)
    .innerJoin(customers, eq(customers.id, details.customerId))
    .leftJoin(orderLines, eq(orderLines.detailsId, details.id))
    .leftJoin(orders, eq(orders.id, orderLines.orderId))
    .where(customerCondition(customerId, eq(details.id, id)))
    .orderBy(orders.createdAt)
    .limit(1);
  return sale ?? null;
}

export async function countMissingCards(handle: Handle, orderId: number): Promise<number> {
  const [cards] = await queryRows(
    handle,
    z.object({ missing: z.int() }),
    sql`select count(*)::int as missing from order_lines l left join gift_cards g on g.order_line_id = l.id
      where l.order_id = ${orderId} and l.is_giftcard and g.id is null`,
  );
  return cards?.missing ?? 0;
}

export type DetailsWithTemplate = DetailsRow & {
  mmsTemplateId: string | null;
  templatePicture: { id: string; version: string } | null;
  deliveryState: DeliveryState | null;
  isVoid: boolean;
  begun: boolean;
  cardSendAt: Date | null;
  cardLife: Pick<typeof giftCards.$inferSelect, 'suppliedAt' | 'validityMonths' | 'expiresAt'> | null;
  orderNumber: number | null;
};

const selectWithTemplate = (handle: Handle) =>
  handle
    .select({
      row: details,
      mmsTemplateId: templates.mmsTemplateId,
      templatePicture: { id: pictures.id, version: pictures.version },
      deliveryState: giftCards.deliveryState,
      isVoid,
      begun: hasBegun,
      cardSendAt: giftCards.sendAt,
      cardLife: {
        suppliedAt: giftCards.suppliedAt,
        validityMonths: giftCards.validityMonths,
        expiresAt: giftCards.expiresAt,
      },
      orderNumber: orders.number,
    })
    .from(details)
    .leftJoin(templates, eq(templates.id, details.templateId))
    .leftJoin(pictures, eq(pictures.id, templates.pictureId))
    .leftJoin(giftCards, eq(giftCards.detailsId, details.id))
    .leftJoin(orderLines, eq(orderLines.detailsId, details.id))
    .leftJoin(orders, and(eq(orders.id, orderLines.orderId), isNotNull(orders.number)));

type JoinedRow = Awaited<ReturnType<typeof selectWithTemplate>>[number];
const toDetails = ({ row, ...rest }: JoinedRow): DetailsWithTemplate => ({ ...row, ...rest });

export async function findDetailsWithTemplate(
  handle: Handle,
  { customerId, id }: OwnDetails,
): Promise<DetailsWithTemplate | null> {
  const [joined] = await selectWithTemplate(handle).where(customerCondition(customerId, eq(details.id, id)));
  return joined ? toDetails(joined) : null;
}

export async function listDetailsWithTemplate(
  handle: Handle,
  { customerId, cartId }: { customerId: number; cartId: number },
): Promise<DetailsWithTemplate[]> {
  const condition = customerCondition(customerId, eq(details.cartId, cartId));
  return (await selectWithTemplate(handle).where(condition).orderBy(details.id)).map(toDetails);
}

type IssuedCard = typeof giftCards.$inferSelect & { state: CardState; begun: boolean };

/**
 * Locks the card, so that its delivery cannot begin during a change. A second statement reads what was committed during
 * the wait.
 */
export async function lockCardOfDetails(tx: Transaction, detailsId: number): Promise<IssuedCard | null> {
  const condition = eq(giftCards.detailsId, detailsId);
  await tx.select({ id: giftCards.id }).from(giftCards).where(condition).for('update');
  const fields = { ...getTableColumns(giftCards), isVoid, begun: hasBegun };
  const [card] = await tx.select(fields).from(giftCards).where(condition);
  return card ? { ...card, state: cardState(card) } : null;
}
