import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPostgres } from '#test/support/database.ts';
import { createSeededRandom } from '#test/support/random.ts';
import { daySeed, isFullRun } from '#test/support/run-size.ts';
import { findDifferences, findUnfinishedWork } from '../chaos/books.ts';
import { injectFaults } from '../chaos/break-things.ts';
import { type ChaosShop, startChaosShop } from '../chaos/chaos-shop.ts';
import { LATER } from '../chaos/many-servers.ts';
import { startPeople } from '../chaos/people.ts';

const SEED = Number(process.env.CHAOS_SEED || daySeed);
const KILLS = Number(process.env.CHAOS_KILLS || (isFullRun ? 60 : 4));
/** Maximum wait in milliseconds. The heartbeat check finds the jobs of killed servers only once a minute. */
const SOON = { timeout: 300_000, interval: 500 };
const KILL_MS = 20_000;

describe.runIf(hasPostgres())('a shop under many faults', () => {
  let shop: ChaosShop;
  const random = createSeededRandom(SEED);
  beforeEach(async () => {
    shop = await startChaosShop(random);
  });
  afterEach(() => shop?.close());

  it(
    `loses no operation and applies none twice (${KILLS} kills, seed ${SEED})`,
    async () => {
      const people = await startPeople(shop, random);
      const broken = await Promise.race([injectFaults(shop, { kills: KILLS, random }), people.failed]);
      const { orders, redemptions, refunds } = people.acknowledged;
      const fewest = () => Math.min(orders.size, redemptions.size, refunds.size);
      await Promise.race([expect.poll(fewest, SOON).toBeGreaterThan(Math.max(2, KILLS / 25)), people.failed]);
      await people.stop();
      for (const server of shop.servers()) await server.moveTo(LATER);
      await expect.poll(() => findUnfinishedWork(shop), SOON).toEqual([]);
      expect(await findDifferences(shop, people.acknowledged)).toEqual([]);
      const done = { orders: orders.size, sales: redemptions.size, refunds: refunds.size };
      process.stdout.write(`Chaos, seed ${SEED}: ${JSON.stringify({ ...broken, ...done })}\n`);
    },
    420_000 + KILLS * KILL_MS,
  );
});
