import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { CardState } from '#contract/gift-cards.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import {
  giftCardDetails as details,
  giftCards,
  orderLines,
  orders,
  outgoingMessages,
  pictures,
  templates,
} from '../database/schema.ts';

export type DetailsRow = typeof details.$inferSelect;
export type NewDetails = Omit<typeof details.$inferInsert, 'id'>;

export async function insertDetails(handle: Handle, fields: NewDetails): Promise<number> {
  const [row] = await handle.insert(details).values(fields).returning({ id: details.id });
  if (!row) throw new Error('The gift card details were not written.');
  return row.id;
}

/** One card's details; somebody else's are as if they did not exist. */
export async function detailsById(handle: Handle, wish: { memberId: number; id: number }): Promise<DetailsRow | null> {
  const own = and(eq(details.id, wish.id), eq(details.memberId, wish.memberId), isNull(details.deletedAt));
  return (await handle.select().from(details).where(own))[0] ?? null;
}

/** The same, locked until the transaction ends: whoever changes details or issues their card takes this lock first. */
export async function lockDetails(tx: Transaction, wish: { memberId: number; id: number }): Promise<DetailsRow | null> {
  const own = and(eq(details.id, wish.id), eq(details.memberId, wish.memberId), isNull(details.deletedAt));
  return (await tx.select().from(details).where(own).for('update'))[0] ?? null;
}

export async function detailsByLine(
  handle: Handle,
  wish: { memberId: number; cartItemId: number },
): Promise<DetailsRow | null> {
  const own = and(
    eq(details.cartItemId, wish.cartItemId),
    eq(details.memberId, wish.memberId),
    isNull(details.deletedAt),
  );
  return (await handle.select().from(details).where(own))[0] ?? null;
}

export async function detailsOfCart(handle: Handle, cartId: number): Promise<DetailsRow[]> {
  return handle
    .select()
    .from(details)
    .where(and(eq(details.cartId, cartId), isNull(details.deletedAt)))
    .orderBy(details.id);
}

export async function updateDetails(handle: Handle, id: number, fields: Partial<NewDetails>): Promise<void> {
  await handle.update(details).set(fields).where(eq(details.id, id));
}

const unsold: SQL = sql`not exists (select 1 from order_lines l join orders o on o.id = l.order_id
  where l.details_id = ${details.id} and o.number is not null)`;

/** Marks details of a cart (or of one line of it) as deleted. Details of a placed order are left as they are. */
export async function deleteDetails(
  handle: Handle,
  wish: { memberId: number; cartId: number; cartItemId?: number; now: Date },
): Promise<number> {
  const line = wish.cartItemId === undefined ? undefined : eq(details.cartItemId, wish.cartItemId);
  const gone = await handle
    .update(details)
    .set({ deletedAt: wish.now })
    .where(
      and(
        eq(details.memberId, wish.memberId),
        eq(details.cartId, wish.cartId),
        line,
        isNull(details.deletedAt),
        unsold,
      ),
    )
    .returning({ id: details.id });
  return gone.length;
}

export type DetailsWithTemplate = DetailsRow & {
  mmsTemplateId: string | null;
  templatePicture: { id: string; version: string } | null;
  cardState: string | null;
  cardSendAt: Date | null;
  orderNumber: number | null;
};

const wholeDetails = (handle: Handle) =>
  handle
    .select({
      row: details,
      mmsTemplateId: templates.mmsTemplateId,
      templatePicture: { id: pictures.id, version: pictures.version },
      cardState: giftCards.state,
      cardSendAt: giftCards.sendAt,
      orderNumber: orders.number,
    })
    .from(details)
    .leftJoin(templates, eq(templates.id, details.templateId))
    .leftJoin(pictures, eq(pictures.id, templates.pictureId))
    .leftJoin(giftCards, eq(giftCards.detailsId, details.id))
    .leftJoin(orderLines, eq(orderLines.detailsId, details.id))
    .leftJoin(orders, and(eq(orders.id, orderLines.orderId), isNotNull(orders.number)));

type Found = Awaited<ReturnType<typeof wholeDetails>>[number];
const flat = ({ row, ...rest }: Found): DetailsWithTemplate => ({ ...row, ...rest });

export async function wholeDetailsById(
  handle: Handle,
  wish: { memberId: number; id: number },
): Promise<DetailsWithTemplate | null> {
  const own = and(eq(details.id, wish.id), eq(details.memberId, wish.memberId), isNull(details.deletedAt));
  const [found] = await wholeDetails(handle).where(own);
  return found ? flat(found) : null;
}

export async function wholeDetailsOfCart(
  handle: Handle,
  wish: { memberId: number; cartId: number },
): Promise<DetailsWithTemplate[]> {
  const own = and(eq(details.cartId, wish.cartId), eq(details.memberId, wish.memberId), isNull(details.deletedAt));
  return (await wholeDetails(handle).where(own).orderBy(details.id)).map(flat);
}

type IssuedCard = Omit<typeof giftCards.$inferSelect, 'state'> & { state: CardState; begun: boolean };

/**
 * The card issued for these details, if any; locked so that its delivery cannot begin while it is changed. `begun`: a message
 * of it has been claimed, with the recipient and words of that moment, so it may be with the carrier already.
 */
export async function lockCardOfDetails(tx: Transaction, detailsId: number): Promise<IssuedCard | null> {
  const [card] = await tx.select().from(giftCards).where(eq(giftCards.detailsId, detailsId)).for('update');
  if (!card) return null;
  const ofCard = eq(outgoingMessages.giftCardId, card.id);
  const messages = await tx.select({ id: outgoingMessages.id }).from(outgoingMessages).where(ofCard).limit(1);
  return { ...card, state: card.state as CardState, begun: messages.length > 0 };
}
