import type { Order } from '#contract/account.ts';
import type { DatabaseKind } from '#server/platform/database/open.ts';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startTestingStripe, type TestingStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { type CardInput, cardOf25, fillCart, pay, signIn, type TestCustomer } from './customer.ts';
import { openTestShop, type TestShop } from './shop.ts';

export type StripeShop = {
  shop: TestShop;
  stripe: TestingStripe;
  /** Between the shop and the stand-in */
  proxy: FaultProxy;
  customer: TestCustomer;
  /** Puts one gift card of $25 into the cart for each, then pays. */
  buy(paymentMethod: string, cards?: number): Promise<{ status: number; body: number & { message?: string } }>;
  orders(): Promise<Order[]>;
  /** Rows of a query on the shop's database. */
  query(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

/** A shop with a signed-in customer that takes its payments by the stand-in for Stripe. */
export async function openStripeShop(kind: DatabaseKind, env: Record<string, string> = {}): Promise<StripeShop> {
  let clock = () => Date.now();
  const stripe = await startTestingStripe(() => clock());
  const proxy = await startFaultProxy({ port: stripe.port });
  const shop = await openTestShop(kind, {
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: proxy.url,
      ...env,
    },
  });
  clock = () => shop.context.clock.ms();
  const customer = await signIn(shop.send, shop.phone, '+61412345678');
  return {
    shop,
    stripe,
    proxy,
    customer,
    async buy(paymentMethod, cards = 1) {
      await fillCart(shop.send, customer, Array<CardInput>(cards).fill(cardOf25));
      return pay(shop.send, customer, paymentMethod);
    },
    orders: async () =>
      (await shop.send('GET mobiledigital/orders', { token: customer.token })).body.orders as unknown as Order[],
    query: async (text) => (await shop.context.database.query(text)).rows,
    async close() {
      await shop.close();
      await proxy.close();
      await stripe.close();
    },
  };
}
