import type { OrderItem } from '#contract/account.ts';
import type { DatabaseKind } from '#server/platform/database/open.ts';
import type { Callback, Carried } from '#test/fakes/carrier.ts';
import { startClickSend } from '#test/fakes/clicksend.ts';
import { startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startGateway } from '#test/fakes/gateway.ts';
import { startTwilio } from '#test/fakes/twilio.ts';
import { fillCart, type PhoneMessage, pay, signIn } from './customer.ts';
import { deliverCard } from './deliver-card.ts';
import { openTestShop, SHOP_OPENS, type TestShop } from './shop.ts';
import { testShop } from './test-catalogue.ts';

export const carriers = ['twilio', 'clicksend', 'webhook'] as const;
export type CarrierName = (typeof carriers)[number];

export const recipient = '+61491570156';

export type CarrierShop = Awaited<ReturnType<typeof openCarrierShop>>;

/**
 * The whole shop, with a signed-in customer, and a carrier's stand-in behind a proxy that can break the connection. Jobs
 * wait for `deliver`.
 */
export async function openCarrierShop(kind: DatabaseKind, name: CarrierName, env: Record<string, string> = {}) {
  const at: { shop: TestShop | null } = { shop: null };
  const now = () => at.shop?.context.clock.now() ?? new Date(SHOP_OPENS);
  const carrier = await { twilio: startTwilio, clicksend: startClickSend, webhook: () => startGateway(now) }[name]();
  const proxy = await startFaultProxy(carrier.standIn);
  const shop = await openTestShop(kind, { env: { ...carrier.env(proxy.url), ...env } });
  at.shop = shop;
  const query = async (text: string) => (await shop.context.database.query(text)).rows;
  const carriedTo = (to: string): Carried[] => carrier.carried().filter((message) => message.to === to);
  const cardId = async (): Promise<number> => (await query('select max(id) as id from gift_cards'))[0].id;
  /** What was carried of the card bought last, the newest delivery last. */
  const ofCard = async (): Promise<Carried[]> => {
    const name = `gift-${await cardId()}-`;
    return carriedTo(recipient).filter((message) => message.ref.startsWith(name));
  };
  const newest = async (what: 'text' | 'picture'): Promise<Carried> => {
    const newestOne = (await ofCard()).findLast((message) => (message.media === null) === (what === 'text'));
    if (!newestOne) throw new Error(`No ${what} was carried to ${recipient}.`);
    return newestOne;
  };
  const hand = async (callback: Callback): Promise<number> => (await shop.app.inject(callback)).statusCode;
  const customer = await signIn(shop.send, async (to) => carriedTo(to).reverse().map(asOnPhone), '+61412345678');
  return {
    ...shop,
    carrier,
    proxy,
    query,
    carriedTo,
    cardId,
    ofCard,
    newest,
    hand,
    report: async (what: 'text' | 'picture', state: 'sent' | 'delivered' | 'failed') =>
      hand(carrier.report(await newest(what), state)),
    async buy(): Promise<number> {
      const { products, options } = testShop;
      const chosen = { productId: products.card, sku: 'CARD', optionValue: options.price25, price: 25 };
      const when = { at: '2026-11-02 12:00:00', zone: 'Australia/Sydney' };
      const { detailsIds } = await fillCart(shop.send, customer, [
        { ...chosen, ...when, templateId: 'birthday', to: '0491570156' },
      ]);
      const paid = await pay(shop.send, customer, 'pm_card_visa');
      if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
      return detailsIds[0] ?? 0;
    },
    async deliver(last = false): Promise<void> {
      await deliverCard(shop.context, await cardId(), { last });
    },
    async line(): Promise<NonNullable<OrderItem['gift_card']>> {
      const { body } = await shop.send('GET mobiledigital/orders', { token: customer.token });
      const line = body.orders[0]?.items[0]?.gift_card;
      if (!line) throw new Error('The order has no gift card line.');
      return line;
    },
    resend: (gift_card_details_id: number) =>
      shop.send('POST mobiledigital/resendgiftcard', { token: customer.token, body: { gift_card_details_id } }),
    async close(): Promise<void> {
      await shop.close();
      await proxy.close();
      await carrier.standIn.close();
    },
  };
}

const asOnPhone = ({ to, text, media }: Carried, id: number): PhoneMessage => ({
  id,
  to,
  kind: media === null ? 'sms' : 'mms',
  text,
  media_url: media,
  purpose: '',
  status: '',
});
