import { addCard, buildPayment, type CardInput, cardOf25, fillCart, signIn, type TestCustomer } from './customer.ts';
import type { TestShop } from './shop.ts';

export const OWN_MOBILE = '+61412345678';

export type Customer = Awaited<ReturnType<typeof enterShop>>;

type CheckoutData = Parameters<typeof buildPayment>[1];
type Change = { key?: string };

/** Signs a customer in by code, and registers a new mobile first. Returns the customer's verbs. */
export async function enterShop(shop: TestShop, mobile: string) {
  const signedIn: TestCustomer = await signIn(shop.send, shop.phone, mobile);
  const token = () => signedIn.token;

  const customer = {
    mobile,
    get token(): string {
      return signedIn.token;
    },
    async id(): Promise<number> {
      return (await shop.stored.one('customers', { mobile })).id;
    },

    /**
     * Moves the clock, queues due work and signs the customer in again. Updates the customer's last visit, because
     * sign-in after 90 idle days asks for more.
     */
    async comesBack(instant: string): Promise<void> {
      await shop.moveTo(instant);
      await shop.stored.change('customers', { lastSeenAt: new Date(instant) }, { mobile });
      signedIn.token = (await signIn(shop.send, shop.phone, mobile)).token;
    },

    async fillCart(
      cards: readonly Partial<CardInput>[] = [{}],
      goods: Record<string, number> = {},
    ): Promise<{ cartId: number; detailsIds: number[] }> {
      const filled = await fillCart(
        shop.send,
        signedIn,
        cards.map((card) => ({ ...cardOf25, ...card })),
      );
      for (const [sku, qty] of Object.entries(goods)) {
        const cartItem = { sku, qty, quote_id: String(filled.cartId), product_type: 'simple' };
        const added = await shop.send('POST carts/mine/items', { token: token(), body: { cartItem } });
        if (added.status !== 200) throw new Error(`${sku} was not added: ${JSON.stringify(added.body)}`);
      }
      return filled;
    },
    addCard: (cartId: number, card: Partial<CardInput> = {}) =>
      addCard(shop.send, { token: token(), cartId, card: { ...cardOf25, ...card } }),

    /** Pays for the cart with this payment card; null if gift cards cover the whole cart. */
    pay: (paymentCard: string | null = 'pm_card_visa', data: CheckoutData = {}, { key = '' }: Change = {}) =>
      shop.send('POST carts/mine/payment-information', {
        token: token(),
        key,
        body: buildPayment(paymentCard, data),
      }),

    /** Buys gift cards, by default one of $25. Throws unless the order is placed. */
    async buyCards(
      cards: readonly Partial<CardInput>[] = [{}],
      paymentCard = 'pm_card_visa',
    ): Promise<{ orderId: number; detailsIds: number[] }> {
      const { detailsIds } = await customer.fillCart(cards);
      return { orderId: readOrderId(await customer.pay(paymentCard, { cc_save: true })), detailsIds };
    },
    async buyGoods(goods: Record<string, number>, paymentCard = 'pm_card_visa'): Promise<{ orderId: number }> {
      await customer.fillCart([], goods);
      return { orderId: readOrderId(await customer.pay(paymentCard)) };
    },

    orders: async () => (await shop.send('GET mobiledigital/orders', { token: token() })).body.orders,
    async cardLine() {
      const line = (await customer.orders())[0]?.items[0]?.gift_card;
      if (!line) throw new Error('The order has no gift card line.');
      return line;
    },

    resend: (detailsId: number, { key = '' }: Change = {}) =>
      shop.send('POST mobiledigital/resendgiftcard', {
        token: token(),
        key,
        body: { gift_card_details_id: detailsId },
      }),
    correct: (detailsId: number, recipient_mobile: string, { key = '' }: Change = {}) =>
      shop.send('POST mobiledigital/correctgiftcardmobile', {
        token: token(),
        key,
        body: { gift_card_details_id: detailsId, recipient_mobile },
      }),
    editDetails: (detailsId: number, data: Record<string, unknown>) =>
      shop.send('POST mobiledigital/editgiftcarddetails', {
        token: token(),
        body: {
          gift_card_details_id: detailsId,
          data: { recipient_message: 'Hi', text_content: 'Hello', ...data },
        },
      }),
    /** `scheduled_delivery`: local time in Sydney, such as 2026-11-02 12:30:00. */
    schedule: (detailsId: number, scheduled_delivery: string) =>
      shop.send('POST mobiledigital/savegiftcardscheduleddate', {
        token: token(),
        body: { gift_card_details_id: detailsId, scheduled_delivery, delivery_timezone: 'Australia/Sydney' },
      }),

    ownCards: async () => (await shop.send('GET mobiledigital/giftcards', { token: token() })).body.data,
    checkCard: (code: string, pin?: string) =>
      shop.send('GET carts/mine/checkGiftCard/{code}', {
        token: token(),
        params: { code },
        query: pin ? { pin } : {},
      }),
    putCard: (name: string, extension_attributes: { pin?: string; first?: boolean } = {}) =>
      shop.send('POST carts/mine/giftCards', {
        token: token(),
        body: { giftCardAccountData: { gift_cards: [name], extension_attributes } },
      }),
    takeCard: (name: string) =>
      shop.send('DELETE carts/mine/giftCards/{code}', { token: token(), params: { code: name } }),
    cardsOnCart: async () => (await shop.send('GET carts/mine/giftCards', { token: token() })).body,
    totals: async () => (await shop.send('GET carts/mine/totals', { token: token() })).body,
  };
  return customer;
}

function readOrderId({ status, body }: { status: number; body: unknown }): number {
  if (status !== 200) throw new Error(`No order was placed: ${JSON.stringify(body)}`);
  return Number(body);
}
