import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import type { DatabaseKind } from '#server/platform/database/open.ts';
import { addCard, cardOf25, fillCart, home, pay, signIn, type TestCustomer } from './customer.ts';
import { deliverCard } from './deliver-card.ts';
import { openTestShop, type TestShop } from './shop.ts';

const OWN = '+61412345678';

export type SpendShop = Awaited<ReturnType<typeof openSpendShop>>;

/**
 * A shop whose customer has gift cards of $25 of the seller of mug ($12.50) and teapot ($59.95, $9.95 to ship), sent to
 * the own number. `change` as in openTestShop().
 */
export async function openSpendShop(
  kind: DatabaseKind,
  options: NonNullable<Parameters<typeof openTestShop>[1]> & { cards?: number } = {},
) {
  const { cards = 1, ...shopOptions } = options;
  const shop = await openTestShop(kind, shopOptions);
  const customer = await signIn(shop.send, shop.phone, OWN);
  const query = async (text: string) => (await shop.context.database.query(text)).rows;
  if (cards > 0) {
    await fillCart(shop.send, customer, Array(cards).fill({ ...cardOf25, to: OWN, at: '2026-11-02 12:00:00' }));
    const paid = await pay(shop.send, customer, 'pm_card_visa');
    if (paid.status !== 200) throw new Error(`The gift cards were not bought: ${JSON.stringify(paid.body)}`);
    for (const { id } of await query('select id from gift_cards order by id'))
      await deliverCard(shop.context, Number(id), { last: false });
  }
  return { ...shop, customer, query, ...actions(shop, customer) };
}

function actions(shop: TestShop, customer: TestCustomer) {
  const { token } = customer;
  const put = (name: string, more: { pin?: string; first?: boolean } = {}, as = token) =>
    shop.send('POST carts/mine/giftCards', {
      token: as,
      body: { giftCardAccountData: { gift_cards: [name], extension_attributes: more } },
    });
  return {
    put,
    /** Opens a cart with so many of each of the seller's goods. */
    async fill(skus: Record<string, number>, as: TestCustomer = customer): Promise<number> {
      const { cartId } = await fillCart(shop.send, as, []);
      for (const [sku, qty] of Object.entries(skus)) {
        const cartItem = { sku, qty, quote_id: String(cartId), product_type: 'simple' };
        const added = await shop.send('POST carts/mine/items', { token: as.token, body: { cartItem } });
        if (added.status !== 200) throw new Error(`${sku} was not added: ${JSON.stringify(added.body)}`);
      }
      return cartId;
    },
    addCardTo: (cartId: number) => addCard(shop.send, { token, cartId, card: cardOf25 }),
    own: async (as = token) => (await shop.send('GET mobiledigital/giftcards', { token: as })).body.data,
    take: (name: string, as = token) =>
      shop.send('DELETE carts/mine/giftCards/{code}', { token: as, params: { code: name } }),
    onCart: async (as = token) => (await shop.send('GET carts/mine/giftCards', { token: as })).body,
    check: (code: string, pin?: string, as = token) =>
      shop.send('GET carts/mine/checkGiftCard/{code}', { token: as, params: { code }, query: pin ? { pin } : {} }),
    totals: async () => (await shop.send('GET carts/mine/totals', { token })).body,
    /** Pays with this payment card; null pays without one. */
    buy: (card: string | null, data: { expected_card_due?: number } = {}, as: TestCustomer = customer) =>
      shop.send('POST carts/mine/payment-information', {
        token: as.token,
        body: {
          billingAddress: home,
          paymentMethod: {
            method: card === null ? 'free' : 'stripe_payments',
            additional_data: { ...(card === null ? {} : { cc_stripejs_token: card }), ...data },
          },
        },
      }),
    orders: async () => (await shop.send('GET mobiledigital/orders', { token })).body.orders,
    /** Codes and PINs of all cards, as their pages show them, in the order they were sold. */
    async codes(): Promise<{ code: string; pin: string | null; publicId: string }[]> {
      const { rows } = await shop.context.database.query('select sealed, public_id from gift_cards order by id');
      return rows.map(({ sealed, public_id: publicId }) => ({ ...openCard(shop.context.secrets, sealed), publicId }));
    },
    /** What the accounts of all cards hold, in cents: 'balance/held'. */
    async accounts(): Promise<string[]> {
      const { rows } = await shop.context.database.query(
        'select balance_cents, held_cents from gift_card_accounts order by gift_card_id',
      );
      return rows.map((row) => `${row.balance_cents}/${row.held_cents}`);
    },
    async charges(): Promise<string[]> {
      const { rows } = await shop.context.database.query(
        'select amount_cents, status from demo.sandbox_payments order by created_at, id',
      );
      return rows.map((row) => `${row.amount_cents} ${row.status}`);
    },
  };
}
