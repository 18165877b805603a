import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fitting, type Pools, spoilt } from '#test/generators/from-schema.ts';
import { counterPoolsOf, enrolPoolsOf, poolsOf } from '#test/generators/fuzz-pools.ts';
import { watchInvariants } from '#test/generators/invariants.ts';
import { isCounterCall, type Operation, operationsOf, type Parts, sendOperation } from '#test/generators/operations.ts';
import { type SignedInCustomer, signedIn } from '#test/support/app.ts';
import { lastCard, openCounter } from '#test/support/counter.ts';
import { cardOf25 as card, fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { openSession } from '../customers/sessions/sessions.ts';

/** The same requests every time; FUZZ_SEED tries others, FUZZ_ROUNDS more of them. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130);
const ROUNDS = { embedded: Number(process.env.FUZZ_ROUNDS ?? 4), postgres: Number(process.env.FUZZ_ROUNDS ?? 2) };
const ROUND_MS = 30_000;
/** Of each call in a round: bodies that fit its description, and as many with one place spoilt. */
const EACH = 4;
/** Only a signature for the challenge of a moment gets through (passkeys.test.ts). */
const SIGNED = /\/(addpasskey|passkeysignin)$/;
/** So many calls on, carts are filled again and ids looked up anew. */
const FRESH_AFTER = 8;

type Sent = { operation: Operation; parts: Parts; who: number; raw: string | null };

describe.each(databaseKinds())('every call with generated bodies on %s', (kind) => {
  let shop: TestShop;
  let operations: Operation[];
  const customers: SignedInCustomer[] = [];
  beforeAll(async () => {
    shop = await openTestShop(kind, { env: { CODE_SENDS_PER_ADDRESS: '100000', CODE_SENDS_PER_DAY: '100000' } });
    operations = operationsOf((await shop.app.inject({ url: '/docs/json' })).json());
    for (let at = 0; at < 3; at += 1) customers.push(await signedIn(shop.context));
  });
  afterAll(() => shop.close());

  const timeout = 360_000 + ROUNDS[kind] * ROUND_MS;
  test('returns, never with a 5xx, and leaves nothing half changed', { timeout }, async () => {
    const watch = await watchInvariants(shop.context.database);
    const failures: string[] = [];
    const tally = new Map<number, number>();
    const answered = new Map<Operation, Set<number>>();
    for (let round = 0; round < ROUNDS[kind]; round += 1) {
      let pools: Pools = {};
      let ofCounter: Pools = {};
      let counterKey = '';
      /** The shop's state where it is known; null after a write. */
      let state: string | null = null;
      for (const [at, operation] of shuffled(operations, SEED + round).entries()) {
        if (at % FRESH_AFTER === 0 || pays(operation) || paysByGiftCard(operation)) {
          state = null;
          await prepare(shop, customers, at);
          if (paysByGiftCard(operation)) await putCardOnCart(shop, customers);
          pools = await poolsOf(shop, customers[0]?.customerId ?? 0);
        }
        if (isCounterCall(operation)) {
          state = null;
          // A new one each time: five wrong codes, and a key rests.
          const till = await openCounter(shop);
          counterKey = till.token;
          ofCounter = enrols(operation) ? await enrolPoolsOf(shop) : await counterPoolsOf(shop, till);
        }
        const ofCall = isCounterCall(operation) ? ofCounter : paysByGiftCard(operation) ? cardNamesIn(pools) : {};
        const ofSold = operation.path.endsWith('/tellwhengiftcardarrives') ? pools.sold_details_id : undefined;
        const known = { ...pools, ...ofCall, ...(ofSold ? { gift_card_details_id: ofSold } : {}) };
        for (const sent of requestsTo(operation, { pools: known, seed: SEED + round * 1_000 + ownSeed(operation) })) {
          const write = writes(operation);
          const read = pays(operation) ? watch.stateBesidesAttempt : watch.state;
          if (write) state ??= await read();
          const token = bearerFor(sent, { customers, counterKey });
          const { status, body } = await sendOperation(shop, { ...sent, token });
          const report = `${operation.method} ${operation.path} ${JSON.stringify(sent.parts)} ${sent.raw ?? ''} as ${sent.who}: ${status} ${body.slice(0, 300)}`;
          if (status >= 500) failures.push(report);
          if (status >= 400 && !saysWhy(body)) failures.push(`without a message: ${report}`);
          if (write && status >= 400 && (await read()) !== state) failures.push(`half changed: ${report}`);
          if ((write && (status < 400 || pays(operation))) || settles(operation)) state = null;
          if (status === 200 && operation.path.endsWith('/signout')) await signInAgain(shop, customers);
          tally.set(status, (tally.get(status) ?? 0) + 1);
          answered.set(operation, (answered.get(operation) ?? new Set()).add(status));
        }
      }
      failures.push(...(await watch.broken()));
      expect(failures, `after round ${round} of FUZZ_SEED=${SEED}`).toEqual([]);
    }
    const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
    const byStatus = [...tally]
      .toSorted()
      .map(([status, count]) => `${count} of ${status}`)
      .join(', ');
    process.stdout.write(`${kind}: ${operations.length} calls, ${total} requests: ${byStatus}; FUZZ_SEED=${SEED}\n`);
    // Few rounds, and some other seeds, leave a call or two without a body that gets through.
    if (ROUNDS[kind] < 8 || process.env.FUZZ_SEED) return;
    const never = operations.filter((operation) => ![200, 201].some((status) => answered.get(operation)?.has(status)));
    const unreached = never.filter(({ path }) => !SIGNED.test(path)).map(({ method, path }) => `${method} ${path}`);
    expect(unreached, 'calls that nothing fitting reached').toEqual([]);
  });
});

/** Errors of pictures are plain text. */
function saysWhy(body: string): boolean {
  if (!body.startsWith('{')) return body.length > 0;
  const { message, input_validation: fields } = JSON.parse(body);
  return typeof message === 'string' || typeof fields === 'object';
}

/** A read that asks the provider what became of an order that is being paid, and records it. */
const settles = ({ path }: Operation): boolean => path.endsWith('/checkoutsuccess');

/** A call's bodies stay the same when others are added. */
const ownSeed = ({ method, path }: Operation): number =>
  createHash('sha256')
    .update(method + path)
    .digest()
    .readUInt16LE();

function shuffled(operations: Operation[], seed: number): Operation[] {
  const order = fc.shuffledSubarray(operations, { minLength: operations.length });
  return fc.sample(order, { seed, numRuns: 1 })[0] ?? [];
}

/** One call deletes by GET (OQ-081). */
const writes = ({ method, path }: Operation): boolean => method !== 'get' || path.includes('/delete');

const pays = ({ method, path }: Operation): boolean =>
  method === 'post' && path.endsWith('carts/mine/payment-information');

const paysByGiftCard = ({ path }: Operation): boolean => /carts\/mine\/(giftCards|checkGiftCard)/.test(path);

const cardNamesIn = ({ gift_cards = [] }: Pools): Pools => ({ code: gift_cards.flat() });

/** With all its tries left. */
async function putCardOnCart(shop: TestShop, customers: SignedInCustomer[]): Promise<void> {
  await shop.context.database.query('delete from call_counts');
  const shown = await lastCard(shop);
  if (!shown) return;
  const giftCardAccountData = { gift_cards: [shown.code] };
  for (const { token } of customers.slice(0, 2))
    await shop.send('POST carts/mine/giftCards', { token, body: { giftCardAccountData } });
}

const enrols = ({ path }: Operation): boolean => path.endsWith('/till/enrol');

function requestsTo(operation: Operation, { pools, seed }: { pools: Pools; seed: number }): Sent[] {
  const parts = fc.record({
    path: fitting(operation.inPath, { ...pools, id: pools.redemption ?? ['mug', 'none'] }),
    query: fitting(operation.query, pools),
    body: operation.body ? fitting(operation.body, pools) : fc.constant(undefined),
  }) as fc.Arbitrary<Parts>;
  const who = fc.constantFrom(0, 0, 0, 0, 1, 2, -1);
  const right = fc.record({ operation: fc.constant(operation), parts, who, raw: fc.constant(null) });
  const wrong = parts.chain((fit) =>
    fc.oneof(
      fc.record({ operation: fc.constant(operation), parts: spoiltParts(fit), who, raw: fc.constant(null) }),
      fc.record({ operation: fc.constant(operation), parts: fc.constant(fit), who, raw: brokenText(fit.body) }),
    ),
  );
  const rights = pays(operation) ? 4 * EACH : EACH;
  return [...fc.sample(right, { seed, numRuns: rights }), ...fc.sample(wrong, { seed, numRuns: EACH })];
}

function spoiltParts(fit: Parts): fc.Arbitrary<Parts> {
  const one = (key: keyof Parts) => spoilt(fit[key]).map((value) => ({ ...fit, [key]: value }) as Parts);
  return fit.body === undefined ? one('query') : fc.oneof(one('body'), one('query'));
}

/** JSON cut off, JSON of something else, or no JSON. */
function brokenText(body: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(body ?? {});
  return fc.oneof(
    fc.nat(text.length).map((end) => text.slice(0, end)),
    fc.constantFrom('', 'null', '[]', '"x"', '1', '{"a":'),
    fc.json(),
  );
}

type Bearers = { customers: SignedInCustomer[]; counterKey: string };

/** A counter's calls are sent with its key, a few with a customer's token; the others with that of whoever sends them. */
function bearerFor({ operation, who }: Sent, { customers, counterKey }: Bearers): string {
  if (isCounterCall(operation) && (who === 0 || who === 1)) return counterKey;
  return customers[who]?.token ?? 'nobodys-token-but-long-enough';
}

async function signInAgain({ context }: TestShop, customers: SignedInCustomer[]): Promise<void> {
  for (const customer of customers)
    customer.token = await context.database.transaction(async (tx) => openSession(context, tx, customer));
}

/** Everybody is signed in again; two of the three have a cart that can be paid, one of them an order. */
async function prepare(shop: TestShop, customers: SignedInCustomer[], round: number): Promise<void> {
  await signInAgain(shop, customers);
  for (const [at, customer] of customers.slice(0, 2).entries()) {
    const signedIn = { mobile: '', token: customer.token };
    if ((await shop.send('GET customers/me', { token: customer.token })).body.default_shipping === undefined) continue;
    await fillCart(shop.send, signedIn, [card]);
    await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem: { sku: 'MUG', qty: 1 } } });
    if (at === 0 && round % 16 === 0) {
      await pay(shop.send, signedIn, 'pm_card_visa');
      await fillCart(shop.send, signedIn, [card]);
    }
  }
}
