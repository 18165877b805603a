import { copyToSandbox, listBrokenInvariants } from '#test/support/ledger-invariants.ts';
import { listUnfinishedWork } from '#test/support/unfinished-work.ts';
import { LATER, type ManyServers } from './many-servers.ts';
import { type Acknowledged, REFUND_CENTS } from './people.ts';

export const findUnfinishedWork = (shop: ManyServers) =>
  shop.patiently(({ database }) => listUnfinishedWork(database, LATER));

/** Returns operations that the shop acknowledged but lost or applied twice, and other differences. */
export async function findDifferences(shop: ManyServers, acknowledged: Acknowledged): Promise<string[]> {
  await copyToSandbox(shop.database, shop.stripe.state);
  const found = await listBrokenInvariants(shop.database);
  const differ = (description: string, rows: unknown[]): void => {
    if (rows.length > 0) found.push(`${description}: ${JSON.stringify(rows.slice(0, 3))}`);
  };
  await compareAcknowledged(shop, acknowledged, differ);
  await compareMessages(shop, differ);
  await compareCharges(shop, differ);
  return found;
}

type Differ = (description: string, rows: unknown[]) => void;

async function compareAcknowledged(shop: ManyServers, acknowledged: Acknowledged, differ: Differ): Promise<void> {
  const { orders, redemptions, refunds } = acknowledged;
  const sales = await shop.patiently(({ stored }) => stored.all('giftCardRedemptions', { channel: 'api' }));
  const storedSales = new Map(
    sales.map(({ publicId, amountCents: cents, reversedCents: reversed }) => [
      publicId,
      JSON.stringify({ cents, reversed }),
    ]),
  );
  differ(
    'a till sale that is missing or different in the books',
    [...redemptions].filter(([id, amounts]) => storedSales.get(id) !== JSON.stringify(amounts)),
  );
  differ(
    'a sale that was not confirmed to any till',
    [...storedSales.keys()].filter((id) => !redemptions.has(id)),
  );
  const placed = (await shop.patiently(({ stored }) => stored.all('orders'))).filter(({ number }) => number !== null);
  const ids = new Set(placed.map(({ id }) => id));
  differ(
    'an order that was confirmed to a customer but does not exist',
    [...orders.keys()].filter((id) => !ids.has(id)),
  );
  for (const [note, orderId] of refunds) {
    const refundedCents = (await shop.patiently(({ stored }) => stored.all('refunds', { orderId, note })))
      .filter(({ state }) => state !== 'failed')
      .map(({ amountCents }) => amountCents);
    differ(
      `the refund "${note}" of order ${orderId} was not made exactly once`,
      isOnce(refundedCents) ? [] : [refundedCents],
    );
  }
}

const isOnce = (amounts: readonly number[]): boolean => amounts.reduce((sum, cents) => sum + cents, 0) === REFUND_CENTS;

async function compareCharges(shop: ManyServers, differ: Differ): Promise<void> {
  const { payments, charged } = await shop.patiently(async ({ stored }) => ({
    payments: await stored.all('payments'),
    charged: await stored.all('sandboxPayments', { status: 'succeeded' }),
  }));
  const ids = new Set(charged.map(({ id }) => id));
  const ofOrders = payments
    .filter(({ providerPaymentId: id }) => id !== null && ids.has(id))
    .map((payment) => payment.orderId);
  differ(
    'an order that was charged twice',
    ofOrders.filter((orderId, index) => ofOrders.indexOf(orderId) !== index),
  );
}

async function compareMessages(shop: ManyServers, differ: Differ): Promise<void> {
  const carried = new Map<string, number>();
  for (const { ref } of shop.twilio.carried()) carried.set(ref, (carried.get(ref) ?? 0) + 1);
  const rows = await shop.patiently(({ stored }) => stored.all('messages', { purpose: 'gift' }));
  const messages = rows.map(({ id, ref, state, channel, giftCardId: card }) => ({ id, ref, state, channel, card }));
  const times = ({ ref }: { ref: string }): number => carried.get(ref) ?? 0;
  differ(
    'a message that was sent twice',
    messages.filter((message) => times(message) > 1),
  );
  differ(
    'a message that is marked as sent but was not sent',
    messages.filter((message) => ['sent', 'delivered'].includes(message.state) && times(message) === 0),
  );
  const perCard = Map.groupBy(
    messages.filter((message) => times(message) > 0),
    ({ card, channel }) => `${card} ${channel}`,
  );
  differ(
    'a card that was sent twice',
    [...perCard].filter(([, sentMessages]) => sentMessages.length > 1),
  );
}
