import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import { createCounterKey } from '#server/domain/sellers/keys/counter-keys.ts';
import { machine } from '#test/support/actors.ts';
import { type CardInput, fillCart, home, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { addItemToCart, findTile, isSimple } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { startTool } from '../steps/tool.ts';
import type { ManyServers } from './many-servers.ts';

const CARDS = 6;
const TAKEN = { till: 4, shop: 4 };
const PAUSE_MS = 50;
export const REFUND_CENTS = 150;
/** Enough attempts for a database that is down for half a minute. */
const REFUND_TRIES = 60;

type Answer = { status: number; body: Record<string, unknown> };

/** Operations that the shop confirmed, and must not have lost at the end. */
export type Acknowledged = {
  orders: Map<number, number>;
  redemptions: Map<string, { cents: number; reversed: number }>;
  refunds: Map<string, number>;
};

export async function startPeople(shop: ManyServers, random: (sides: number) => number) {
  const acknowledged: Acknowledged = { orders: new Map(), redemptions: new Map(), refunds: new Map() };
  const customers: TestCustomer[] = [];
  for (const mobile of ['+61412345678', '+61412345679', '+61412345680'])
    customers.push(await signIn(shop.send, shop.phone, mobile));
  const [first] = customers as [TestCustomer];
  await shop.patiently(async ({ stored }) => {
    const products = await stored.all('products', { isGiftcard: true });
    const ofCards = { productId: products.map(({ id }) => id), maxPriceCents: null };
    await stored.change('variants', { priceCents: 50_000 }, ofCards);
  });
  const card = await prepareDemoCard(shop.send, first, {
    scheduledAt: '2026-11-05 12:00:00',
    zone: 'Australia/Sydney',
    to: '0491570156',
  });
  const cards = await buyCardsToSpend(shop, first, card);
  const [seller] = cards;
  const { sku } = await findTile(
    shop.anyServer(),
    (tile) => isSimple(tile) && tile.seller_name === seller?.name && tile.qty > 9,
  );
  await shop.patiently(({ stored }) => stored.change('variants', { qty: 1_000_000 }));
  const key =
    (await createCounterKey(shop.context, { actor: machine, shopUrl: String(seller?.shopUrl), name: 'Till' }))?.key ??
    '';

  let isOver = false;
  let recipients = 0;
  const untilOver = async (turn: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; !isOver; round += 1) await turn(round);
  };
  async function spendAtTill(round: number): Promise<void> {
    const { code, pin } = cards[round % TAKEN.till] as (typeof cards)[number];
    const cents = 1 + (round % 20);
    const answer = await callCounter(shop, key, 'redeem', { code, pin: pin ?? undefined, amount: cents / 100 });
    if (answer.status !== 200) return void (await sleep(PAUSE_MS));
    const id = String(answer.body.redemption);
    if (acknowledged.redemptions.has(id)) throw new Error(`Two sales returned the same redemption, ${id}.`);
    acknowledged.redemptions.set(id, { cents, reversed: 0 });
    if (round % 3 > 0) return;
    const reversal = await callCounter(shop, key, `redemptions/${id}/reverse`, {
      reason: 'brought back',
      amount: 0.01,
    });
    if (reversal.status === 200) acknowledged.redemptions.set(id, { cents, reversed: 1 });
  }
  async function buyGoods(customer: TestCustomer, round: number): Promise<void> {
    const { code, pin } = cards[CARDS - 1 - (round % TAKEN.shop)] as (typeof cards)[number];
    const { token } = customer;
    await fillCart(shop.send, customer, []);
    await addItemToCart(shop, customer, { sku, qty: 1 });
    const body = { giftCardAccountData: { gift_cards: [code], extension_attributes: pin ? { pin } : {} } };
    // If the gift card is empty, the shop refuses it and the payment card pays for everything.
    await shop.send('POST carts/mine/giftCards', { token, body });
    const paymentMethod = { method: 'stripe_payments', additional_data: { cc_stripejs_token: 'pm_card_visa' } };
    const paid = await shop.send('POST carts/mine/payment-information', {
      token,
      body: { billingAddress: home, paymentMethod },
    });
    if (paid.status === 200) acknowledged.orders.set(Number(paid.body), performance.now());
  }
  async function giveCards(customer: TestCustomer): Promise<void> {
    const now = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' };
    const giftCards = Array.from({ length: 1 + random(2) }, () => {
      recipients += 1;
      return { ...card, ...now, to: `0412${String(recipients).padStart(6, '0')}` };
    });
    await fillCart(shop.send, customer, giftCards);
    const declined = random(10) === 0;
    const { status, body } = await pay(shop.send, customer, declined ? 'pm_card_chargeDeclined' : 'pm_card_visa');
    if (status === 200) acknowledged.orders.set(Number(body), performance.now());
  }
  const findOrder = (id: number) => shop.patiently(async ({ stored }) => (await stored.all('orders', { id }))[0]);
  async function refund(round: number): Promise<void> {
    const id = [...acknowledged.orders.keys()].find((order) => ![...acknowledged.refunds.values()].includes(order));
    const order = id === undefined ? undefined : await findOrder(id);
    if (id === undefined || !order) return void (await sleep(PAUSE_MS));
    const note = `chaos ${round}`;
    const words = ['refund', String(order.number), '--yes', '--amount', '1.50', '--note', note] as const;
    const first = startTool(shop.env(), 'orders', ...words);
    await sleep(800 + random(2_000));
    first.child.kill('SIGKILL');
    await first.ended;
    for (let tries = 1; ; tries += 1) {
      const retry = await startTool(shop.env(), 'orders', ...words).ended;
      if (retry.status === 0) break;
      if (tries === REFUND_TRIES || shop.state.closed) {
        const found = JSON.stringify(await findOrder(id));
        throw new Error(`The refund failed: ${retry.stdout}${retry.stderr}${found}`);
      }
      await sleep(PAUSE_MS);
    }
    acknowledged.refunds.set(note, id);
  }
  const work = [
    untilOver(spendAtTill),
    untilOver((round) => spendAtTill(round + 2)),
    untilOver(() => giveCards(first)),
    ...customers.slice(1).map((customer, index) => untilOver((round) => buyGoods(customer, round + index + 1))),
    untilOver(refund),
  ];
  // `failed` rejects as soon as one loop fails.
  const failed = Promise.race(work.map((task) => task.then(() => new Promise<never>(() => undefined))));
  return {
    acknowledged,
    failed,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(work);
    },
  };
}

async function buyCardsToSpend(shop: ManyServers, customer: TestCustomer, card: CardInput) {
  await fillCart(shop.send, customer, Array(CARDS).fill(card));
  const { status, body } = await pay(shop.send, customer, 'pm_card_visa');
  if (status !== 200) throw new Error(`The cards were not sold: ${JSON.stringify(body)}`);
  const sold = await shop.patiently(({ stored }) => stored.all('giftCards'));
  const sellers = await shop.patiently(({ stored }) => stored.all('sellers'));
  return sold.map(({ sealed, sellerId }) => {
    const seller = sellers.find(({ id }) => id === sellerId);
    return { name: seller?.name, shopUrl: seller?.shopUrl, ...openCard(shop.context.secrets, sealed) };
  });
}

function callCounter(shop: ManyServers, bearer: string, path: string, body: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return shop.untilAnswered(async ({ url }) => {
    const answer = await fetch(`${url}/rest/default/V1/seller/giftcards/${path}`, request);
    return { status: answer.status, body: await answer.json() };
  });
}
