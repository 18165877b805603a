import type { OrderItem } from '#contract/account.ts';
import type { DatabaseKind } from '#server/platform/database/open.ts';
import type { Handed, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { cardOf25, fillCart, pay, signIn } from './customer.ts';
import { deliverCard } from './deliver-card.ts';
import { openTestShop, SHOP_OPENS } from './shop.ts';

export const wrong = '+61491570156';
export const right = '+61491570157';

/** So many minutes after the test shop opens. */
export const minutes = (count: number): string => new Date(Date.parse(SHOP_OPENS) + count * 60_000).toISOString();

export type CardShop = Awaited<ReturnType<typeof openCardShop>>;

/** A shop whose customer gives one card to the number `wrong`; nothing is delivered until the test says so. */
export async function openCardShop(kind: DatabaseKind, env: Record<string, string> = {}) {
  const sent: OutgoingMessage[] = [];
  /** What the carrier says in place of the demo phone's answer. */
  const carrier: { says: ((message: OutgoingMessage) => Promise<Handed | null>) | null } = { says: null };
  const shop = await openTestShop(kind, {
    env,
    change: ({ context }) => {
      const real = context.integrations.messages;
      const send = async (message: OutgoingMessage): Promise<Handed> => {
        if (message.purpose === 'code') return real.send(message);
        sent.push(message);
        return (await carrier.says?.(message)) ?? real.send(message);
      };
      context.integrations.messages = { ...real, send };
    },
  });
  const query = async (text: string) => (await shop.context.database.query(text)).rows;
  const cardId = async (): Promise<number> => (await query('select id from gift_cards'))[0].id;
  const enter = (mobile = '+61412345678') => signIn(shop.send, shop.phone, mobile);
  const state = { customer: await enter(), id: 0 };
  const orders = async () => (await shop.send('GET mobiledigital/orders', { token: state.customer.token })).body.orders;

  return {
    ...shop,
    sent,
    carrier,
    query,
    cardId,
    enter,
    /** Later: the customer's sign-in may have run out, but the account was never idle for 90 days. */
    async later(instant: string): Promise<void> {
      await shop.moveTo(instant);
      await query(`update customers set last_seen_at = '${instant}'`);
      state.customer = await enter();
    },
    deliver: async (attempt = { last: false }) => deliverCard(shop.context, await cardId(), attempt),
    /** Returns the id of the details. */
    async buy(at = '2026-11-02 12:00:00', to = cardOf25.to): Promise<number> {
      state.id = (await fillCart(shop.send, state.customer, [{ ...cardOf25, at, to }])).detailsIds[0] ?? 0;
      const paid = await pay(shop.send, state.customer, 'pm_card_visa');
      if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
      return state.id;
    },
    /** Of the customer's present session. */
    token: () => state.customer.token,
    orders,
    async line(): Promise<NonNullable<OrderItem['gift_card']>> {
      const line = (await orders())[0]?.items[0]?.gift_card;
      if (!line) throw new Error('The order has no gift card line.');
      return line;
    },
    /** `key`: of the header Idempotency-Key; none when left out. */
    resend: (token = state.customer.token, key = '') =>
      shop.send('POST mobiledigital/resendgiftcard', { token, key, body: { gift_card_details_id: state.id } }),
    correct: (recipient_mobile = '0491570157', token = state.customer.token, key = '') =>
      shop.send('POST mobiledigital/correctgiftcardmobile', {
        token,
        key,
        body: { gift_card_details_id: state.id, recipient_mobile },
      }),
    editDetails: (id: number, data: Record<string, unknown>) =>
      shop.send('POST mobiledigital/editgiftcarddetails', {
        token: state.customer.token,
        body: { gift_card_details_id: id, data: { recipient_message: 'Hi', text_content: 'Hello', ...data } },
      }),
    schedule: (scheduled_delivery: string) =>
      shop.send('POST mobiledigital/savegiftcardscheduleddate', {
        token: state.customer.token,
        body: { gift_card_details_id: state.id, scheduled_delivery, delivery_timezone: 'Australia/Sydney' },
      }),
    card: (secret: string) => shop.send('GET mobiledigital/card', { query: { secret } }),
    async secretOn(to: string): Promise<string> {
      const [text] = (await shop.phone(to)).filter((message) => message.kind === 'sms');
      return text?.text.split('/card/')[1] ?? '';
    },
  };
}
