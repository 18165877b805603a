import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendQueuedRefunds } from '#server/domain/orders/refunds/send-refund.ts';
import { databaseKinds } from '#test/support/database.ts';
import { daySeed, isFullRun } from '#test/support/run-size.ts';
import { explainOutcomes, type Happening } from './explain-outcomes.ts';
import { ACTS, type Act } from './money-acts.ts';
import { createMoneyModel, type MoneyModel } from './money-model.ts';
import { type MoneyShop, openMoneyShop } from './money-shop.ts';

/** MODEL_ACTS sets the number of steps. MODEL_SEED replays the run of an earlier day. */
const MIN_ACTS = Number(process.env.MODEL_ACTS ?? (isFullRun ? 1_000 : 100));
const SEED = Number(process.env.MODEL_SEED ?? daySeed);
const MINUTE_MS = 60_000;

type Real = { shop: MoneyShop };
type Box = { model: MoneyModel };
type Command = fc.AsyncCommand<Box, Real>;

const act: fc.Arbitrary<Act> = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('hold', 'capture', 'release', 'redeem', 'reverse' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('lapse', 'expire', 'reinstate', 'void', 'restore', 'freeze', 'thaw' as const),
    },
    { weight: 1, arbitrary: fc.constantFrom('giveBack', 'thaw' as const) },
  ),
  cents: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2_600 })),
  pick: fc.nat(60),
  sender: fc.oneof(
    { weight: 5, arbitrary: fc.constant('software' as const) },
    { weight: 4, arbitrary: fc.constant('till' as const) },
    { weight: 1, arbitrary: fc.constant('other seller' as const) },
  ),
  cut: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom('before', 'after') },
  ),
  twice: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  whole: fc.boolean(),
});

/** Runs acts concurrently. At most one of them `buys`, because a customer has one cart. */
function runTogether(acts: readonly Act[]): Command {
  return {
    check: () => true,
    async run(box, { shop }) {
      const model = structuredClone(box.model);
      model.now = shop.context.clock.ms();
      const plans = acts.flatMap((plannedAct) => ACTS[plannedAct.act](shop, model, plannedAct) ?? []);
      if (plans.length === 0) return;
      shop.counted.acts += plans.length;
      // Happenings in the order of their responses, which nearly always explains them.
      const happenings: Happening[] = [];
      await Promise.all(plans.map(async (send) => happenings.push(...(await send()))));
      const actual = await readState(shop, model);
      const after = explainOutcomes(model, happenings, (end) => formatModel(end) === actual);
      if (after === null)
        throw new Error(
          `No order explains it.\nBefore: ${formatModel(model)}\nAfter: ${actual}\nSeen: ${JSON.stringify(happenings.map(({ seen }) => seen))}`,
        );
      box.model = after;
    },
    toString: () => `together(${JSON.stringify(acts)})`,
  };
}

function wait(by: number | 'years'): Command {
  return {
    check: () => true,
    async run({ model }, { shop }) {
      const now = shop.context.clock.ms();
      const last = Math.max(now, ...model.cards.map(({ until }) => until));
      shop.context.clock.moveTo?.(new Date(by === 'years' ? last + MINUTE_MS : now + by));
    },
    toString: () => `wait(${by})`,
  };
}

function issue(count: number): Command {
  return {
    check: ({ model }) => model.cards.length < 6,
    async run({ model }, { shop }) {
      const { cards, ...sold } = await shop.sellCards(count);
      shop.counted.acts += 1;
      const total = cards.reduce((sum, { issued }) => sum + issued, 0);
      model.sales.push({ ...sold, total, refunds: [], disputed: false });
      for (const card of cards)
        model.cards.push({
          ...card,
          sale: model.sales.length - 1,
          balance: card.issued,
          held: 0,
          lost: 0,
          status: 'active',
          restoresTo: 'active',
        });
    },
    toString: () => `issue(${count})`,
  };
}

function formatModel({ cards, holds, redemptions }: MoneyModel): string {
  return JSON.stringify({
    cards: cards.map(({ id, balance, held, status }) => `${id} ${balance} ${held} ${status}`),
    holds: holds.map(({ id, live }) => `${id} ${live}`).toSorted(),
    redemptions: redemptions.map(({ id, left }) => `${id} ${left}`).toSorted(),
  });
}

async function readState({ stored }: MoneyShop, { cards }: MoneyModel): Promise<string> {
  const ofCards = { giftCardId: cards.map(({ id }) => id) };
  const accounts = await stored.all('giftCardAccounts', ofCards);
  const holds = (await stored.all('giftCardHolds', ofCards)).filter(({ channel }) => channel !== 'shop');
  const redemptions = await stored.all('giftCardRedemptions', ofCards);
  return JSON.stringify({
    cards: accounts.map(({ giftCardId, balanceCents, heldCents, status }) =>
      [giftCardId, balanceCents, heldCents, status].join(' '),
    ),
    holds: holds.map(({ publicId, state }) => `${publicId} ${state === 'held'}`).toSorted(),
    redemptions: redemptions
      .map(({ publicId, amountCents, reversedCents }) => `${publicId} ${amountCents - reversedCents}`)
      .toSorted(),
  });
}

const batch = fc.array(act, { minLength: 1, maxLength: 16, size: 'max' });
const buying = fc.tuple(act, fc.array(act, { maxLength: 6 }));
const singleAct = act.map((only) => runTogether([only]));
const commands = fc.commands(
  [
    fc.integer({ min: 1, max: 3 }).map(issue),
    fc.constantFrom(4 * MINUTE_MS, 16 * MINUTE_MS, 'years' as const).map(wait),
    buying.map(([bought, otherActs]) => runTogether([{ ...bought, act: 'buy' }, ...otherActs])),
    ...Array(5).fill(batch.map(runTogether)),
    singleAct,
    singleAct,
  ],
  { maxCommands: 60, size: 'max' },
);

describe.each(databaseKinds())('gift card money on %s', (kind) => {
  let shop: MoneyShop;
  beforeAll(async () => {
    shop = await openMoneyShop(kind);
  });
  afterAll(() => shop.close());

  it(
    'matches the model and keeps its invariants under concurrent and interrupted calls',
    async () => {
      const runs = async (sequence: Iterable<fc.AsyncCommand<Box, Real>>) => {
        const box: Box = { model: createMoneyModel(shop.context.clock.ms()) };
        await issue(2).run(box, { shop });
        await fc.asyncModelRun(() => ({ model: box, real: { shop } }), sequence);
        shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 2 * MINUTE_MS));
        await sendQueuedRefunds(shop.context);
        expect(await shop.broken()).toEqual([]);
      };
      let [seed, begun] = [SEED, performance.now()];
      while (shop.counted.acts < MIN_ACTS) {
        await fc.assert(fc.asyncProperty(commands, runs), { numRuns: 3, seed, endOnFailure: true });
        seed += 1;
        await sleep(0);
      }
      const seconds = Math.round((performance.now() - begun) / 1_000);
      const seeds = `seeds ${SEED} to ${seed - 1}`;
      process.stderr.write(`${kind}: ${shop.counted.acts} acts, ${shop.counted.cuts} cut, ${seconds} s, ${seeds}\n`);
      expect(shop.counted.cuts).toBeGreaterThan(MIN_ACTS / 50);
    },
    180_000 + MIN_ACTS * 200,
  );
});
