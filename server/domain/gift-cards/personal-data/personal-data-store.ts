import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { runInSlices, SLICE } from '#server/platform/database/purge.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { numberOwnershipStart } from '#server/platform/database/schema/schema.ts';
import { deleteCardPasses } from '../passes/passes-store.ts';
import { deleteCardPictures } from '../pictures-store.ts';

const card = z.object({ publicId: z.string(), deliveryState: z.string(), balanceCents: z.int(), sendAt: z.date() });
export type OpenCard = z.output<typeof card>;

export function openCards(handle: Handle, { customerId, now }: { customerId: number; now: Date }): Promise<OpenCard[]> {
  return queryRows(
    handle,
    card,
    sql`select g.public_id as "publicId", g.delivery_state as "deliveryState", a.balance_cents as "balanceCents", g.send_at as "sendAt"
      from gift_cards g join gift_card_details d on d.id = g.details_id
        join gift_card_accounts a on a.gift_card_id = g.id
      where d.customer_id = ${customerId} and a.status in ('active', 'frozen') and a.balance_cents > 0
        and coalesce(a.expires_at > ${now.toISOString()}::timestamptz, true)
      order by g.id`,
  );
}

const NO_RECIPIENT = sql`recipient_firstname = '', recipient_lastname = '', recipient_mobile = ''`;
const NOBODY = sql`purchaser_mobile = '', ${NO_RECIPIENT}, recipient_message = '', text_content = ''`;

/** Selects gift_card_details d that are in no order, or only in declined or refused orders. */
const IS_UNSOLD = sql`not exists (select from order_lines l join orders o on o.id = l.order_id
  where l.details_id = d.id and o.status not in ('declined', 'refused'))`;

const counted = z.object({ count: z.int() });
const queryCount = async (handle: Handle, statement: SQL): Promise<number> =>
  (await queryRows(handle, counted, statement))[0]?.count ?? 0;

/**
 * `condition` may use the aliases g (gift_cards), d (gift_card_details) and a (gift_card_accounts). Returns how many
 * cards were blanked, at most `limit`.
 */
function blankCards(handle: Handle, condition: SQL, limit: number | null = null): Promise<number> {
  return queryCount(
    handle,
    sql`with ended as materialized (select g.id, g.details_id from gift_cards g
        join gift_card_details d on d.id = g.details_id join gift_card_accounts a on a.gift_card_id = g.id
        where ${condition} limit ${limit}),
      unthanked as (delete from gift_card_thanks where gift_card_id in (select id from ended)),
      undrawn as (delete from message_pictures where gift_card_id in (select id from ended)),
      blank as (update gift_card_details set ${NOBODY} where id in (select details_id from ended))
      select count(*) from ended`,
  );
}

/** Blanks the personal details of cards that have expired, and of empty cards sold before `soldBefore`. */
export function blankEndedCards(
  handle: Handle,
  { expiredBefore, soldBefore }: { expiredBefore: Date; soldBefore: Date },
): Promise<void> {
  const condition = sql`(d.recipient_mobile <> '' or d.purchaser_mobile <> '') and a.held_cents = 0
    and (a.expires_at < ${expiredBefore.toISOString()}::timestamptz
      or (a.balance_cents = 0 and g.supplied_at < ${soldBefore.toISOString()}::timestamptz))`;
  return runInSlices(() => blankCards(handle, condition, SLICE));
}

/** Keeps recipients while their card still has value. */
export async function eraseCards(
  tx: Transaction,
  { customerId, mobile }: { customerId: number; mobile: string },
): Promise<void> {
  const cardIds = sql`select g.id from gift_cards g join gift_card_details d on d.id = g.details_id
    where d.customer_id = ${customerId}`;
  await tx.execute(sql`delete from gift_card_thanks where gift_card_id in (${cardIds})`);
  await deleteCardPictures(tx, cardIds);
  await blankCards(tx, sql`d.customer_id = ${customerId} and a.balance_cents = 0 and a.held_cents = 0`);
  await tx.execute(sql`update gift_card_details set purchaser_mobile = '', recipient_message = '', text_content = ''
    where customer_id = ${customerId}`);
  await tx.execute(sql`update gift_card_changes set old_mobile = '', new_mobile = ''
    where customer_id = ${customerId} and (old_mobile <> '' or new_mobile <> '')`);
  await eraseReceived(tx, { mobile, since: numberOwnershipStart(customerId), until: sql`'infinity'::timestamptz` });
  for (const former of await listFormerNumbers(tx, customerId)) await eraseReceived(tx, former);
  await deleteUnsold(tx, sql`d.customer_id = ${customerId}`);
}

const formerNumber = z.object({ mobile: z.string(), since: z.string(), until: z.string() });
type Received = { mobile: string; since: SQL; until: SQL };

async function listFormerNumbers(tx: Transaction, customerId: number): Promise<Received[]> {
  const since = numberOwnershipStart(customerId, { mobile: sql`former.mobile`, until: sql`former.until` });
  const found = await queryRows(
    tx,
    formerNumber,
    sql`select former.mobile, former.until::text as until, ${since}::text as since
      from (select old_mobile as mobile, max(created_at) as until from mobile_changes
        where customer_id = ${customerId} group by old_mobile) former
      where former.mobile <> (select mobile from customers where id = ${customerId})`,
  );
  const timestamp = (instant: string) => sql`${instant}::timestamptz`;
  return found.map(({ mobile, since, until }) => ({ mobile, since: timestamp(since), until: timestamp(until) }));
}

/**
 * Erases the recipient's data: their thanks, messages to them, pictures, wallet passes, and details of unsold cards in
 * no open cart. For cards sent to a previous owner of the number, erases only number and name.
 */
async function eraseReceived(tx: Transaction, { mobile, since, until }: Received): Promise<void> {
  const sentAt = sql`coalesce(g.sent_at, d.created_at)`;
  const isOver = sql`(g.delivery_state not in ('waiting', 'queued')
    or exists (select from gift_card_accounts a where a.gift_card_id = g.id and a.status = 'void'))`;
  const sold = sql`gift_cards g join gift_card_details d on d.id = g.details_id
    where d.recipient_mobile = ${mobile} and ${isOver} and ${sentAt} < ${until}`;
  const received = sql`select g.id from ${sold} and (g.sent_at is null or g.sent_at >= ${since})`;
  await tx.execute(sql`delete from gift_card_thanks where gift_card_id in (${received})`);
  await deleteCardPictures(tx, received);
  await deleteCardPasses(tx, received);
  await tx.execute(sql`update gift_card_changes set old_mobile = '', new_mobile = ''
    where (old_mobile = ${mobile} or new_mobile = ${mobile}) and created_at < ${until}`);
  await tx.execute(sql`update gift_card_details set recipient_message = '', text_content = ''
    where id in (select details_id from gift_cards where id in (${received}))`);
  await tx.execute(sql`update gift_card_details set ${NO_RECIPIENT} where id in (select d.id from ${sold})`);
  await tx.execute(sql`update gift_card_details d set ${NO_RECIPIENT}, recipient_message = '', text_content = ''
    where recipient_mobile = ${mobile} and created_at < ${until} and ${IS_UNSOLD}
      and (deleted_at is not null
        or not exists (select from carts where id = d.cart_id and state = 'open'))`);
}

/**
 * Deletes unsold details, but only blanks those that a declined order refers to. Returns the count, at most `limit`.
 */
function deleteUnsold(handle: Handle, condition: SQL, limit: number | null = null): Promise<number> {
  return queryCount(
    handle,
    sql`with unsold as materialized (select d.id, exists (select from order_lines l where l.details_id = d.id) as ordered
        from gift_card_details d where ${condition} and ${IS_UNSOLD} limit ${limit}),
      blank as (update gift_card_details set ${NOBODY} where id in (select id from unsold where ordered)),
      gone as (delete from gift_card_details where id in (select id from unsold where not ordered))
      select count(*) from unsold`,
  );
}

const purgeUnsold = (handle: Handle, condition: SQL): Promise<void> =>
  runInSlices(() => deleteUnsold(handle, sql`${condition} and d.purchaser_mobile || d.recipient_mobile <> ''`, SLICE));

export function deleteTakenOut(handle: Handle, before: Date): Promise<void> {
  return purgeUnsold(handle, sql`d.deleted_at < ${before.toISOString()}::timestamptz`);
}

export function deleteOld(handle: Handle, before: Date): Promise<void> {
  return purgeUnsold(handle, sql`d.created_at < ${before.toISOString()}::timestamptz`);
}

export function deleteAbandoned(handle: Handle, before: Date): Promise<void> {
  return purgeUnsold(
    handle,
    sql`d.cart_id in (select id from carts where state = 'open' and updated_at < ${before.toISOString()}::timestamptz)`,
  );
}
