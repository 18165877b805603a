import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { numberOwnershipStart, ownershipStart } from '#server/platform/database/schema/schema.ts';

type Person = { customerId: number; mobile: string; email: string };

/** Excludes data of the phone number's previous owner (docs/decisions/033). */
const buildQueries = ({ customerId: id, mobile, email }: Person): Record<string, SQL> => {
  const condition = sql`customer_id = ${id} and created_at >= ${ownershipStart(id)}`;
  const orders = sql`select o.id from orders o where o.${condition}`;
  return {
    profile: sql`select * from customers where id = ${id}`,
    addresses: sql`select * from addresses where ${condition} order by id`,
    mobile_changes: sql`select old_mobile, new_mobile, proof, created_at from mobile_changes where ${condition} order by id`,
    sessions: sql`select created_at, expires_at, revoked_at, link is not null as by_link, by_passkey, device from sessions where customer_id = ${id} order by created_at`,
    passkeys: sql`select device, created_at, last_used_at from passkeys where ${condition} order by id`,
    devices: sql`select proved_at, failures from known_devices where mobile = ${mobile} order by proved_at`,
    account_devices: sql`select first_at, last_at from customer_devices
      where customer_id = ${id} and first_at >= ${ownershipStart(id)} order by first_at`,
    sign_in_codes: sql`select channel, sent_at, expires_at, confirmed_at, client_key as network_address from sign_in_codes
      where mobile = ${mobile} or mobile = lower(${email}) and sent_at >= ${ownershipStart(id)} order by id`,
    email_codes: sql`select email, sent_at, expires_at, client_key as network_address from email_codes
      where email = lower(${email}) and sent_at >= ${ownershipStart(id)} order by id`,
    personal_links: sql`select id, campaign_id, product_id, sent, made_at, expires_at, sign_ins, revoked from campaign_links where mobile = ${mobile} order by id`,
    carts: sql`select id, state, billing_address, shipping_address, created_at, updated_at from carts where ${condition} order by id`,
    orders: sql`select * from orders where ${condition} order by id`,
    order_lines: sql`select * from order_lines where order_id in (${orders}) order by id`,
    payments: sql`select order_id, provider, provider_payment_id, amount_cents, currency, state, error, created_at from payments where order_id in (${orders}) order by id`,
    refunds: sql`select order_id, tender, amount_cents, state, reason, created_at from refunds where order_id in (${orders}) order by id`,
    payment_provider: sql`select account, provider_customer_id from payment_customers where customer_id = ${id}`,
    gift_cards_given: sql`select d.*, g.public_id, g.code_last4, g.value_cents, g.delivery_state, g.sent_at, g.delivered_at, g.opened_at, g.expires_at
      from gift_card_details d left join gift_cards g on g.details_id = d.id where d.customer_id = ${id} and d.created_at >= ${ownershipStart(id)} order by d.id`,
    gift_card_changes: sql`select kind, old_mobile, new_mobile, created_at from gift_card_changes where ${condition} order by id`,
    gift_cards_received: sql`select g.public_id, g.code_last4, g.value_cents, g.delivery_state, g.delivered_at, g.opened_at, g.expires_at,
        d.recipient_firstname, d.recipient_lastname, d.recipient_mobile, d.recipient_message, t.message as thanks
      from gift_card_details d join gift_cards g on g.details_id = d.id left join gift_card_thanks t on t.gift_card_id = g.id
      where d.recipient_mobile = ${mobile} and (g.sent_at is null or g.sent_at >= ${numberOwnershipStart(id)}) order by g.id`,
    messages: sql`select channel, purpose, recipient, state, sent_at, delivered_at, created_at from messages
      where recipient = ${mobile} and created_at >= ${numberOwnershipStart(id)}
        or recipient = ${email} and created_at >= ${ownershipStart(id)} order by id`,
    opt_outs: sql`select * from opt_outs where mobile = ${mobile}`,
    demo_requests: sql`select * from leads where lower(email) = lower(${email}) order by id`,
  };
};

const row = z.record(z.string(), z.unknown());

export async function readPersonalData(
  handle: Handle,
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const records: Record<string, Record<string, unknown>[]> = {};
  for (const [name, query] of Object.entries(buildQueries(person))) {
    const read = await queryRows(handle, z.object({ row }), sql`select to_jsonb(t) as row from (${query}) t`);
    records[name] = read.map((entry) => entry.row);
  }
  return records;
}
