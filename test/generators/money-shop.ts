import { openSession } from '#server/domain/customers/sessions/sessions.ts';
import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import type { DatabaseKind } from '#server/platform/database/database.ts';
import { cardOf25, fillCart, home, pay, type TestCustomer } from '#test/support/customer.ts';
import { cutTransactions } from '#test/support/cut-transactions.ts';
import { listBrokenInvariants, watchStatuses } from '#test/support/ledger-invariants.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>;

const MANY = '100000';
const NO_LIMITS = {
  APPROVAL_MISMATCH: 'off',
  APPROVAL_MAX_TOTAL: MANY,
  APPROVAL_FIRST_ORDER_MAX: MANY,
  APPROVAL_ORDERS_PER_HOUR: MANY,
  APPROVAL_GIFTS_PER_DAY: '0',
  APPROVAL_GIFTS_PER_NETWORK: '0',
};

/**
 * The seller "teapots" sells $25 gift cards and accepts them at a till, through till software and online. The test can
 * cut transactions; the fraud check holds no orders.
 */
export async function openMoneyShop(kind: DatabaseKind) {
  let cut: ReturnType<typeof cutTransactions> | undefined;
  const shop = await openTestShop(kind, {
    connections: 16,
    env: NO_LIMITS,
    change({ context }) {
      cut = cutTransactions(context.database);
      context.database = cut.database;
    },
  });
  if (!cut) throw new Error('The shop has no database to cut.');
  const { context, stored } = shop;
  await stored.change('variants', { qty: 1_000_000 }, { sku: 'MUG' });
  await stored.change('variants', { qty: 1_000_000, priceCents: 100 }, { sku: 'JUG' });
  await stored.change('products', { gstFree: true }, { sku: 'JUG' });
  await watchStatuses(context.database);
  const customerId = await (await shop.customer()).id();
  /** Opens a new session each time, because the clock moves by years and sessions expire. */
  const signedIn = async (): Promise<TestCustomer> => ({
    mobile: '',
    token: await context.database.transaction(async (tx) => openSession(context, tx, { customerId })),
  });
  return {
    ...shop,
    cut,
    counted: { acts: 0, cuts: 0 },
    counters: {
      software: await shop.counter(),
      till: await shop.till(),
      'other seller': await shop.counter('prints'),
    },
    broken: () => listBrokenInvariants(context.database),
    sellCards: async (count: number) => sellCards(shop, await signedIn(), count),
    buyGoods: async (code: string, qty: number) => buyGoods(shop, await signedIn(), { code, qty }),
    bankSendsBack: (lineId: number, nth: number) => simulateBankReturn(shop, lineId, nth),
  };
}

async function sellCards({ context, send, stored }: TestShop, customer: TestCustomer, count: number) {
  await fillCart(send, customer, Array(count).fill({ ...cardOf25, scheduledAt: formatWallTime(context.clock.ms()) }));
  const paid = await pay(send, customer, 'pm_card_visa');
  if (paid.status !== 200) throw new Error(`The gift cards were not bought: ${JSON.stringify(paid.body)}`);
  const orderId = Number(paid.body);
  const lines = await stored.all('orderLines', { orderId });
  const cards = await stored.all('giftCards', { orderLineId: lines.map(({ id }) => id) });
  return {
    orderId,
    paymentId: String((await stored.one('payments', { orderId })).providerPaymentId),
    cards: cards.map(({ id, orderLineId, publicId, sealed, valueCents, expiresAt }) => ({
      id,
      lineId: orderLineId,
      publicId,
      issued: valueCents,
      until: Number(expiresAt),
      code: openCard(context.secrets, sealed).code,
    })),
  };
}

async function buyGoods({ send, stored }: TestShop, customer: TestCustomer, purchase: { code: string; qty: number }) {
  const { token } = customer;
  const { cartId } = await fillCart(send, customer, []);
  for (const goods of [
    { sku: 'MUG', qty: purchase.qty },
    { sku: 'JUG', qty: 1 },
  ]) {
    const cartItem = { ...goods, quote_id: String(cartId), product_type: 'simple' };
    await send('POST carts/mine/items', { token, body: { cartItem } });
  }
  const body = { giftCardAccountData: { gift_cards: [purchase.code], extension_attributes: {} } };
  const cardResponse = await send('POST carts/mine/giftCards', { token, body });
  if (cardResponse.status !== 200) return { seen: { put: cardResponse.body.code }, total: 0 };
  const { body: onCart } = await send('GET carts/mine/giftCards', { token });
  const due = onCart.extension_attributes.card_due;
  const total = Math.round((due + onCart.gift_cards_amount_used) * 100);
  const isFree = due === 0;
  const additional_data = { ...(isFree ? {} : { cc_stripejs_token: 'pm_card_visa' }), expected_card_due: due };
  const paid = await send('POST carts/mine/payment-information', {
    token,
    body: {
      billingAddress: home,
      paymentMethod: { method: isFree ? 'free' : 'stripe_payments', additional_data },
    },
  });
  const orderId = Number(paid.body);
  const [spent] = paid.status === 200 ? await stored.all('giftCardRedemptions', { orderId }) : [];
  const seen = { put: 'put', due: Math.round(due * 100), paid: paid.status === 200 ? 'paid' : paid.body.code };
  return { seen: { ...seen, orderId, redemption: spent?.publicId }, total };
}

async function simulateBankReturn({ stored }: TestShop, lineId: number, nth: number) {
  const refund = (await stored.all('refunds', { orderLineId: lineId }))[nth];
  if (!refund?.providerRefundId || refund.paymentId === null)
    throw new Error(`There is no refund ${nth} of line ${lineId}.`);
  const { providerRefundId: refundId, amountCents, idempotencyKey: key } = refund;
  const { providerPaymentId: paymentId } = await stored.one('payments', { id: refund.paymentId });
  const sandboxRefunds = await stored.all('sandboxRefunds', { id: refundId });
  await stored.remove('sandboxRefunds', { id: refundId });
  await stored.change(
    'sandboxPayments',
    { status: 'succeeded' },
    { id: sandboxRefunds.map((sandboxRefund) => sandboxRefund.paymentId) },
  );
  return { refundId, amountCents, key, paymentId: String(paymentId) };
}

const formatWallTime = (ms: number): string =>
  new Date(ms + 24 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
