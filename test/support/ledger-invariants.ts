import type { Database, SqlRunner } from '#server/platform/database/database.ts';

/**
 * Records status changes, so that `listBrokenInvariants()` detects entries on frozen or void cards without relying on
 * the shop's own rules. Call this first.
 */
export const watchStatuses = (database: Pick<Database, 'exclusive'>): Promise<void> =>
  database.exclusive((connection) => connection.exec(WATCH_STATUSES));

const WATCH_STATUSES = `
  create table watched_statuses (gift_card_id bigint, status text, entry_count int, at bigint generated always as identity);
  create function watch_status() returns trigger language plpgsql as $$ begin
    insert into watched_statuses (gift_card_id, status, entry_count) values (new.gift_card_id, new.status, new.entry_count);
    return null; end $$;
  create trigger watch_status after update of status on gift_card_accounts for each row
    when (old.status <> new.status) execute function watch_status()`;

const sumEntries = (kinds: string): string => `coalesce(sum(e.posted_cents) filter (where e.kind in (${kinds})), 0)`;

/**
 * Each query returns the violations of one invariant, using the sandbox payment provider's records. All invariants hold
 * whenever no order is being paid.
 */
export const LEDGER_INVARIANTS: Record<string, string> = {
  '1 an account is the sum of its entries and of its open holds': `
    select a.gift_card_id from gift_card_accounts a
      left join gift_card_entries e on e.gift_card_id = a.gift_card_id
    group by a.gift_card_id
    having a.balance_cents <> sum(e.posted_cents) or a.held_cents <> sum(e.held_cents) or count(*) <> max(e.seq)
      or a.held_cents <> (select coalesce(sum(h.amount_cents), 0) from gift_card_holds h
        where h.gift_card_id = a.gift_card_id and h.ended_at is null)
      or (array_agg(e.balance_after order by e.seq desc))[1] <> a.balance_cents
      or (array_agg(e.held_after order by e.seq desc))[1] <> a.held_cents`,
  '1 each entry records the balance after it': `
    select id from (select id, balance_after, held_after,
        sum(posted_cents) over before as balance, sum(held_cents) over before as held
      from gift_card_entries window before as (partition by gift_card_id order by seq)) e
    where balance <> balance_after or held <> held_after`,
  '2 no balance is negative, no hold exceeds its balance, and no balance exceeds the amount issued': `
    select gift_card_id from gift_card_accounts
      where not (0 <= held_cents and held_cents <= balance_cents and balance_cents <= issued_cents)
    union all select gift_card_id from gift_card_entries e join gift_cards c on c.id = e.gift_card_id
      where not (0 <= held_after and held_after <= balance_after and balance_after <= c.value_cents)`,
  '3 the amount issued is the sum of amounts spent, voided, expired and remaining': `
    select a.gift_card_id from gift_card_accounts a join gift_card_entries e on e.gift_card_id = a.gift_card_id
    group by a.gift_card_id
    having a.issued_cents <> ${sumEntries("'issue'")} or a.issued_cents <> a.balance_cents - ${sumEntries("'redeem', 'capture'")}
      - ${sumEntries("'reverse'")} - ${sumEntries("'void'")} - ${sumEntries("'restore'")} - ${sumEntries("'expire'")} - ${sumEntries("'reinstate'")}
      - ${sumEntries("'correct'")}`,
  '4 a captured hold has one redemption, and every hold ends once': `
    select h.id from gift_card_holds h
    where (select count(*) from gift_card_redemptions r where r.hold_id = h.id) <> case h.state when 'captured' then 1 else 0 end
      or exists (select from gift_card_redemptions r where r.hold_id = h.id and r.amount_cents <> h.captured_cents)
      or (select count(*) from gift_card_entries e where e.hold_id = h.id and e.kind = 'hold') <> 1
      or (select count(*) from gift_card_entries e left join gift_card_redemptions r on r.id = e.redemption_id
          where (e.kind = 'release' and e.hold_id = h.id) or (e.kind = 'capture' and r.hold_id = h.id))
        <> case h.state when 'held' then 0 else 1 end`,
  '4 a redemption has one entry, and its reversed amount is the sum of its reversals': `
    select r.id from gift_card_redemptions r left join gift_card_entries e on e.redemption_id = r.id
    group by r.id
    having count(*) filter (where e.kind in ('redeem', 'capture')) <> 1 or r.reversed_cents <> ${sumEntries("'reverse'")}
      or r.amount_cents <> - ${sumEntries("'redeem', 'capture'")} or r.reversed_cents > r.amount_cents`,
  '5 a gift card is spent only at its seller': `
    select r.id from gift_card_redemptions r join gift_cards c on c.id = r.gift_card_id
      join order_lines l on l.id = c.order_line_id left join counter_keys k on k.id = r.counter_key_id
      left join order_sellers s on s.order_id = r.order_id and s.seller_id = r.seller_id
    where r.seller_id <> l.seller_id or c.seller_id <> l.seller_id
      or coalesce(k.seller_id, s.seller_id) is distinct from l.seller_id`,
  '5 a frozen, void or expired gift card is neither held nor spent': `
    select e.id from gift_card_entries e join (select gift_card_id, status, entry_count as since,
        lead(entry_count) over (partition by gift_card_id order by at) as until from watched_statuses) w
      on w.gift_card_id = e.gift_card_id and e.seq > w.since and (w.until is null or e.seq <= w.until)
    where w.status in ('frozen', 'void', 'expired') and e.kind in ('hold', 'redeem')
      or w.status in ('frozen', 'void') and e.kind = 'capture'
    union all select e.id from gift_card_entries e join gift_cards c on c.id = e.gift_card_id
    where e.kind in ('hold', 'redeem') and e.created_at >= c.expires_at`,
  "6 gift cards and the provider's charge pay exactly an order's total": `
    select o.id from orders o where o.number is not null and o.status <> 'refused' and (o.total_cents <>
      (select coalesce(sum(coalesce(nullif(h.captured_cents, 0), h.amount_cents)), 0) from gift_card_holds h
        where h.order_id = o.id and h.state in ('held', 'captured'))
      + (select coalesce(sum(s.amount_cents), 0) from payments p join demo.sandbox_payments s on s.id = p.provider_payment_id
        where p.order_id = o.id and s.status in ('requires_capture', 'succeeded', 'refunded')))`,
  '6 gift cards pay at most their seller’s goods and shipping': `
    select s.order_id from order_sellers s where s.gift_card_tender_cents not between 0 and s.goods_cents + s.shipping_cents
      or s.gift_card_tender_cents < (select coalesce(sum(r.amount_cents), 0) from gift_card_redemptions r
        where r.order_id = s.order_id and r.seller_id = s.seller_id)`,
  '6 an approved order has captured holds, an ended order has no open holds': `
    select h.id from gift_card_holds h join orders o on o.id = h.order_id
    where (h.state = 'held') and o.status not in ('pending', 'held')
      or (h.state = 'captured') and o.status not in ('approved', 'refunded')`,
  '7 refunds plus spending of the sold gift cards do not exceed the payment': `
    select o.id from orders o where
      (select coalesce(sum(f.amount_cents), 0) from refunds f where f.order_id = o.id and f.state <> 'failed' and f.tender = 'payment card')
      + (select coalesce(sum(r.amount_cents - r.reversed_cents), 0) from gift_card_redemptions r
          join gift_cards c on c.id = r.gift_card_id join order_lines l on l.id = c.order_line_id where l.order_id = o.id)
      > (select coalesce(sum(p.amount_cents), 0) from payments p join demo.sandbox_payments s on s.id = p.provider_payment_id
          where p.order_id = o.id and s.status in ('succeeded', 'refunded'))`,
  '7 refunds to gift cards do not exceed what those gift cards paid': `
    select o.id from orders o where
      (select coalesce(sum(f.amount_cents), 0) from refunds f where f.order_id = o.id and f.tender = 'gift card' and f.state <> 'failed')
      <> (select coalesce(sum(r.reversed_cents), 0) from gift_card_redemptions r where r.order_id = o.id)`,
  '8 the sellers’ amounts add up to the order and its refunds': `
    select o.id from orders o join order_sellers s on s.order_id = o.id group by o.id
    having sum(s.goods_cents + s.cards_cents + s.shipping_cents) <> o.total_cents
      or sum(s.gift_card_tender_cents) <> o.gift_card_tender_cents
    union all select f.id from refunds f join orders o on o.id = f.order_id
      left join refund_shares h on h.refund_id = f.id and h.tender = f.tender
    where o.number is not null group by f.id having f.amount_cents <> coalesce(sum(h.cents), 0)`,
  '8 charges and refunds at the provider match the books': `
    select p.id from payments p full join demo.sandbox_payments s on s.id = p.provider_payment_id
    where coalesce(case when s.status in ('succeeded', 'refunded') then s.amount_cents end, 0)
        - (select coalesce(sum(b.amount_cents), 0) from demo.sandbox_refunds b where b.payment_id = s.id)
      <> coalesce(case when p.state in ('captured', 'refunded') then p.amount_cents
            when exists (select from refunds f where f.payment_id = p.id) then p.amount_cents end, 0)
        - (select coalesce(sum(f.amount_cents), 0) from refunds f where f.payment_id = p.id and f.state in ('pending', 'succeeded'))`,
  '9 repeating an idempotency key has no second effect': `
    with kept as materialized (select answer::jsonb as a from idempotency_keys),
      taken as (select a ->> 'redemption' as id, count(*) filter (where not a ? 'reversed') as n, count(*) filter (where a ? 'reversed') as back
        from kept where a ? 'redemption' group by 1),
      held as (select a ->> 'hold' as id, count(*) as n from kept where a ? 'expires_at' group by 1)
    select r.id from gift_card_redemptions r left join taken on taken.id = r.public_id
    where r.channel <> 'shop' and (coalesce(taken.n, 0) <> 1 or taken.back <> (select count(*) from gift_card_entries e
      where e.redemption_id = r.id and e.kind = 'reverse' and e.refund_id is null))
    union all select h.id from gift_card_holds h left join held on held.id = h.public_id
    where h.channel <> 'shop' and coalesce(held.n, 0) <> 1`,
  '9 every stored response refers to an existing redemption or hold': `
    select k.key from idempotency_keys k where k.answer is null
      or k.answer::jsonb ? 'redemption' and not exists (select from gift_card_redemptions r where r.public_id = k.answer::jsonb ->> 'redemption')
      or k.answer::jsonb ? 'hold' and not exists (select from gift_card_holds h where h.public_id = k.answer::jsonb ->> 'hold')`,
  '10 the gift cards that pay for a seller’s goods split its GST in proportion': `
    select s.order_id from order_sellers s join (select order_id, seller_id, sum(amount_cents) as paid, sum(gst_cents) as gst
        from gift_card_redemptions where channel = 'shop' group by 1, 2) r on r.order_id = s.order_id and r.seller_id = s.seller_id
    where r.gst <> (2 * (s.gst_cents + s.shipping_gst_cents)::bigint * r.paid + s.goods_cents + s.shipping_cents)
      / (2 * (s.goods_cents + s.shipping_cents))`,
  '10 a redemption at a till is fully taxable': `
    select id from gift_card_redemptions
    where channel <> 'shop' and (gst_cents <> (2 * amount_cents + 11) / 22 or gst_basis <> 'all taxable')`,
  '10 a reversal at a till reverses the GST in proportion': `
    select r.id from gift_card_redemptions r join gift_card_entries e on e.redemption_id = r.id and e.kind = 'reverse'
    where r.channel <> 'shop' group by r.id
    having sum(e.gst_cents) is distinct from (2 * r.gst_cents::bigint * r.reversed_cents + r.amount_cents) / (2 * r.amount_cents)`,
  '10 a refund to gift cards reverses the GST of its shares': `
    select f.id from refunds f where f.tender = 'gift card' and f.state <> 'failed' and
      (select coalesce(sum(e.gst_cents), 0) from gift_card_entries e where e.refund_id = f.id and e.kind = 'reverse')
      <> (select coalesce(sum(h.gst_cents), 0) from refund_shares h where h.refund_id = f.id)`,
  '11 a posted order gives each seller its sales minus fees and refunds': `
    select s.order_id from order_sellers s
      cross join lateral (select s.goods_cents + s.shipping_cents + s.cards_cents - s.gift_card_tender_cents as cents) charged
      cross join lateral (select coalesce(sum(h.cents), 0)::bigint as cents from refund_shares h
        join refunds f on f.id = h.refund_id and f.state <> 'failed' and f.tender = 'payment card'
        join payments p on p.id = f.payment_id and p.state in ('authorised', 'captured', 'refunded')
        where f.order_id = s.order_id and h.seller_id = s.seller_id) refunded
      cross join lateral (select coalesce(sum(case when t.credit_account = a.id then t.cents else -t.cents end), 0) as cents
        from book_accounts a join book_transfers t on a.id in (t.debit_account, t.credit_account)
        where a.code = 'payable:' || s.seller_id and t.order_id = s.order_id) payable
    where exists (select from book_transfers t where t.order_id = s.order_id)
      and payable.cents <> charged.cents - s.commission_cents - s.service_fee_cents - refunded.cents
        + case when charged.cents = 0 then 0
          else (2 * s.commission_cents * least(refunded.cents, charged.cents) + charged.cents) / (2 * charged.cents) end`,
};

type ProviderBooks = {
  intents: ReadonlyMap<string, { id: string; amount: number; status: string }>;
  refunds: ReadonlyMap<string, { id: string; payment_intent: string; amount: number }>;
};

/** Copies another provider's records into the sandbox's tables, which the invariants read. */
export async function copyToSandbox(database: Pick<Database, 'exclusive'>, books: ProviderBooks): Promise<void> {
  await database.exclusive(async (run) => {
    await run.exec('set session_replication_role = replica');
    for (const intent of books.intents.values()) {
      const knownStatuses = ['requires_confirmation', 'requires_action', 'requires_capture', 'succeeded', 'canceled'];
      const status = knownStatuses.includes(intent.status) ? intent.status : 'declined';
      await run.exec(`insert into demo.sandbox_payments (id, idempotency_key, order_id, provider_customer_id,
          payment_method_id, amount_cents, currency, save_card, capture, status, client_secret, created_at)
        values ('${intent.id}', '${intent.id}', 1, 'cus', 'pm', ${intent.amount}, 'AUD', false, false, '${status}',
          '${intent.id}', now())`);
    }
    for (const { id, payment_intent, amount } of books.refunds.values())
      await run.exec(`insert into demo.sandbox_refunds (id, idempotency_key, payment_id, amount_cents, created_at)
        values ('${id}', '${id}', '${payment_intent}', ${amount}, now())`);
    await run.exec('set session_replication_role = origin');
  });
}

export async function listBrokenInvariants(run: Pick<SqlRunner, 'query'>): Promise<string[]> {
  const broken: string[] = [];
  for (const [invariant, text] of Object.entries(LEDGER_INVARIANTS)) {
    const { rows } = await run.query(text);
    if (rows.length > 0) broken.push(`${invariant}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}
