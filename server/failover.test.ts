import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { listBrokenInvariants, watchStatuses } from '#test/support/ledger-invariants.ts';
import { findPostgresPrograms, type PostgresPair, startPostgresPair } from '#test/support/postgres-pair.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { loadTestShop } from '#test/support/test-catalogue.ts';
import { migrate } from './platform/database/migrations/migrate.ts';
import { openPostgres } from './platform/database/postgres/postgres.ts';

const CUSTOMERS = 6;
const LONGEST_OUTAGE_MS = 30_000;
const programs = findPostgresPrograms();

describe.runIf(programs !== undefined)('when the primary database is killed', () => {
  let pair: PostgresPair;
  let shop: TestShop;
  const customers: Customer[] = [];
  beforeAll(async () => {
    pair = await startPostgresPair(String(programs));
    const database = await openPostgres({ databaseUrl: pair.url });
    await migrate(database);
    await loadTestShop(database);
    const orderLimits = { APPROVAL_MISMATCH: 'off', APPROVAL_MAX_TOTAL: '100000', APPROVAL_FIRST_ORDER_MAX: '100000' };
    const gifts = { APPROVAL_GIFTS_PER_DAY: '0', APPROVAL_GIFTS_PER_NETWORK: '0' };
    const env = { ...orderLimits, ...gifts, APPROVAL_ORDERS_PER_HOUR: '100000' };
    shop = await openTestShop('postgres', { database, env, working: true });
    await watchStatuses(database);
    for (let index = 0; index < CUSTOMERS; index += 1) customers.push(await shop.customer(`+6141234560${index}`));
  }, 120_000);
  afterAll(async () => {
    await shop?.close();
    await shop?.context.database.close();
    await pair?.close();
  }, 60_000);

  it('recovers from the loss of the primary database within 30 seconds, and keeps every acknowledged order once', {
    timeout: 120_000,
  }, async () => {
    const placed: { orderId: number; placedAt: number }[] = [];
    const answers = new Map<number, number>();
    let isOver = false;

    async function shopOn(customer: Customer): Promise<void> {
      while (!isOver) {
        try {
          await customer.fillCart();
        } catch {
          await pause();
          continue;
        }
        for (let paid = false; !paid && !isOver; ) {
          const { status, body } = await customer.pay('pm_card_visa', { cc_save: true });
          answers.set(status, (answers.get(status) ?? 0) + 1);
          paid = status === 200;
          if (paid) placed.push({ orderId: Number(body), placedAt: performance.now() });
          else if (status !== 503) break;
          else await pause();
        }
      }
    }
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
    const loadOrdersStatus = async () =>
      (await shop.send('GET mobiledigital/orders', { token: customers[0]?.token ?? '' })).status;
    const placedSince = (time: number) => placed.filter((order) => order.placedAt > time);

    const shopping = customers.map(shopOn);
    await expect.poll(() => placed.length, { timeout: 60_000 }).toBeGreaterThan(20);
    await pair.killPrimary();
    const killedAt = performance.now();
    await expect.poll(loadOrdersStatus, { timeout: 20_000 }).toBe(503);
    await pair.promote();
    await expect.poll(() => placedSince(killedAt).length, { timeout: LONGEST_OUTAGE_MS }).toBeGreaterThan(0);
    const outageMs = Number(placedSince(killedAt)[0]?.placedAt) - killedAt;
    await expect.poll(() => placedSince(killedAt).length, { timeout: 60_000 }).toBeGreaterThan(20);
    isOver = true;
    await Promise.all(shopping);
    expect(outageMs).toBeLessThan(LONGEST_OUTAGE_MS);
    expect([...answers.keys()].filter((status) => ![200, 503, 400, 404].includes(status))).toEqual([]);

    await expect
      .poll(() => shop.stored.count('payments', { state: 'started' }), { timeout: 60_000, interval: 500 })
      .toBe(0);
    const orders = new Set((await shop.stored.all('orders')).map(({ id }) => id));
    expect(placed.filter(({ orderId }) => !orders.has(orderId))).toEqual([]);
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(placed.length);
    expect(await listBrokenInvariants(shop.context.database)).toEqual([]);
    await shop.moveTo('2026-11-02T01:31:00.000Z');
    const undelivered = async () =>
      (await shop.stored.all('giftCards'))
        .filter(({ deliveryState }) => !['sent', 'delivered', 'opened'].includes(deliveryState))
        .map(({ id }) => id);
    await expect.poll(undelivered, { timeout: 60_000, interval: 500 }).toEqual([]);
    const messages = await shop.stored.all('messages', { purpose: 'gift' });
    const ofCards = messages.map(({ giftCardId, channel }) => `${giftCardId} ${channel}`);
    expect(ofCards.filter((message, index) => ofCards.indexOf(message) !== index)).toEqual([]);
  });
});
