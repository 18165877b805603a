import { brokenInvariants } from '#test/support/ledger-invariants.ts';
import { LATER, type ManyServers } from './many-servers.ts';
import { type Acknowledged, REFUND_CENTS } from './people.ts';

/** What is not over yet, a line each. */
export const unsettled = (shop: ManyServers) =>
  shop.query(`
    select 'order' as what, id, status from orders where status = 'pending'
    union all select 'refund', id, state from refunds where state in ('queued', 'pending')
    union all select 'hold', id, state from gift_card_holds where state = 'held'
    union all select 'message', id, state from messages where purpose = 'gift' and state in ('queued', 'claimed')
      and not_before <= '${LATER}'
    union all select 'card', id, delivery_state from gift_cards where delivery_state in ('waiting', 'queued')
      and send_at <= '${LATER}'
      and not exists (select from gift_card_accounts a where a.gift_card_id = gift_cards.id and a.status = 'void')
      and not exists (select from messages m where m.gift_card_id = gift_cards.id and m.purpose = 'gift'
        and m.delivery_attempt = gift_cards.delivery_attempt and m.state in ('queued', 'claimed'))
    union all select 'cards of line', l.id, o.status from order_lines l join orders o on o.id = l.order_id
      where o.status = 'approved' and l.is_giftcard
        and not exists (select from gift_cards c where c.order_line_id = l.id)`);

/** What does not add up when all is over: nothing, unless something was lost or done twice. */
export async function differences(shop: ManyServers, acknowledged: Acknowledged): Promise<string[]> {
  await writeDownProvider(shop);
  const found = await brokenInvariants((text) => shop.database.query(text));
  const differ = (what: string, rows: unknown[]): void => {
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  };
  await compareAcknowledged(shop, acknowledged, differ);
  await compareMessages(shop, differ);
  differ(
    'a charge that an order has twice',
    await shop.query(`select p.order_id, count(*) from payments p join demo.sandbox_payments s
      on s.id = p.provider_payment_id where s.status = 'succeeded' group by 1 having count(*) > 1`),
  );
  return found;
}

type Differ = (what: string, rows: unknown[]) => void;

async function compareAcknowledged(shop: ManyServers, acknowledged: Acknowledged, differ: Differ): Promise<void> {
  const { orders, redemptions, refunds } = acknowledged;
  const sales = await shop.query(`select public_id as id, amount_cents as cents, reversed_cents as reversed
    from gift_card_redemptions where channel = 'api'`);
  const kept = new Map(sales.map(({ id, ...amounts }) => [String(id), JSON.stringify(amounts)]));
  differ(
    'a sale of a till that the books do not have so',
    [...redemptions].filter(([id, amounts]) => kept.get(id) !== JSON.stringify(amounts)),
  );
  differ(
    'a sale that no till has heard of',
    [...kept.keys()].filter((id) => !redemptions.has(id)),
  );
  const placed = await shop.query('select id from orders where number is not null');
  const ids = new Set(placed.map(({ id }) => Number(id)));
  differ(
    'an order that a customer has heard of and that is not there',
    [...orders.keys()].filter((id) => !ids.has(id)),
  );
  for (const [note, id] of refunds) {
    const made = await shop.query(`select amount_cents::int as cents from refunds
      where order_id = ${id} and reason = '${note}' and state <> 'failed'`);
    differ(`the refund "${note}" of order ${id} is not there once`, isOnce(made) ? [] : [made]);
  }
}

const isOnce = (made: Record<string, unknown>[]): boolean =>
  made.reduce((sum, { cents }) => sum + Number(cents), 0) === REFUND_CENTS;

async function compareMessages(shop: ManyServers, differ: Differ): Promise<void> {
  const carried = new Map<string, number>();
  for (const { ref } of shop.twilio.carried()) carried.set(ref, (carried.get(ref) ?? 0) + 1);
  const messages = await shop.query(
    `select id, ref, state, channel, gift_card_id as card from messages where purpose = 'gift'`,
  );
  const times = ({ ref }: Record<string, unknown>): number => carried.get(String(ref)) ?? 0;
  differ(
    'a message that went out twice',
    messages.filter((message) => times(message) > 1),
  );
  differ(
    'a message that is said to be out and is not',
    messages.filter((message) => ['sent', 'delivered'].includes(String(message.state)) && times(message) === 0),
  );
  const perCard = Map.groupBy(
    messages.filter((message) => times(message) > 0),
    ({ card, channel }) => `${card} ${channel}`,
  );
  differ(
    'a card that went out twice',
    [...perCard].filter(([, sent]) => sent.length > 1),
  );
}

/** The provider's own books where the invariants look for them. */
async function writeDownProvider({ database, stripe: { state } }: ManyServers): Promise<void> {
  await database.exclusive(async (run) => {
    await run.exec('set session_replication_role = replica');
    for (const intent of state.intents.values()) {
      const known = ['requires_confirmation', 'requires_action', 'requires_capture', 'succeeded', 'canceled'];
      const status = known.includes(intent.status) ? intent.status : 'declined';
      await run.exec(`insert into demo.sandbox_payments (id, idempotency_key, order_id, provider_customer_id,
          payment_method_id, amount_cents, currency, save_card, capture, status, client_secret, created_at)
        values ('${intent.id}', '${intent.id}', 1, 'cus', 'pm', ${intent.amount}, 'AUD', false, false, '${status}',
          '${intent.id}', now())`);
    }
    for (const { id, payment_intent, amount } of state.refunds.values())
      await run.exec(`insert into demo.sandbox_refunds (id, idempotency_key, payment_id, amount_cents, created_at)
        values ('${id}', '${id}', '${payment_intent}', ${amount}, now())`);
    await run.exec('set session_replication_role = origin');
  });
}
