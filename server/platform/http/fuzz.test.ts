import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#server/domain/customers/sessions/sessions.ts';
import type { DatabaseKind } from '#server/platform/database/database.ts';
import { buildArbitrary, buildSpoiltArbitrary, type Pools } from '#test/generators/from-schema.ts';
import { buildCounterPools, buildEnrolPools, buildPools } from '#test/generators/fuzz-pools.ts';
import {
  isCounterCall,
  listOperations,
  type Operation,
  type Parts,
  sendOperation,
} from '#test/generators/operations.ts';
import { createSignedInCustomer, type SignedInCustomer } from '#test/support/app.ts';
import { cardOf25 as card, fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { daySeed, isFullRun } from '#test/support/run-size.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { watchInvariants } from '#test/support/shop-invariants.ts';

/** Sends the same requests all day, unless FUZZ_SEED or FUZZ_ROUNDS is set. */
const SEED = Number(process.env.FUZZ_SEED ?? daySeed);
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? (isFullRun ? 8 : 1));
const ROUND_MS = 30_000;
/** From `ENOUGH_ROUNDS` on, every call must succeed. Those that have not get up to `MAX_MORE_ROUNDS` more. */
const [ENOUGH_ROUNDS, MAX_MORE_ROUNDS] = [8, 40];
const EACH = 4;
const SIGNED = /\/(addpasskey|passkeysignin)$/;
const FRESH_AFTER = 8;

type Sent = { operation: Operation; parts: Parts; callerIndex: number; raw: string | null };

describe.each(databaseKinds())('API calls with generated requests on %s', (kind) => {
  let run: Run;
  let operations: Operation[];
  beforeAll(async () => {
    run = await startRun(kind);
    operations = listOperations((await run.shop.app.inject({ url: '/docs/json' })).json());
  });
  afterAll(() => run?.shop.close());

  const timeout = 360_000 + ROUNDS * ROUND_MS;
  it('answers no generated request with 5xx, and leaves no partial changes', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) await sendRound(run, operations, round);
    const total = [...run.tally.values()].reduce((sum, count) => sum + count, 0);
    const byStatus = [...run.tally]
      .toSorted()
      .map(([status, count]) => `${count} of ${status}`)
      .join(', ');
    process.stdout.write(`${kind}: ${operations.length} calls, ${total} requests: ${byStatus}; FUZZ_SEED=${SEED}\n`);
    if (ROUNDS < ENOUGH_ROUNDS) return;
    const unreached = () => operations.filter((call) => !run.succeeded.has(call) && !SIGNED.test(call.path));
    for (let round = ROUNDS; round < ROUNDS + MAX_MORE_ROUNDS && unreached().length > 0; round += 1) {
      await run.shop.close();
      run = { ...(await startRun(kind)), succeeded: run.succeeded, each: 4 * EACH };
      await sendRound(run, unreached(), round);
    }
    const names = unreached().map(({ method, path }) => `${method} ${path}`);
    expect(names, `calls that never succeeded with FUZZ_SEED=${SEED}`).toEqual([]);
  });
});

type Run = {
  shop: TestShop;
  watch: Awaited<ReturnType<typeof watchInvariants>>;
  tally: Map<number, number>;
  succeeded: Set<Operation>;
  each: number;
};

async function startRun(kind: DatabaseKind): Promise<Run> {
  const env = { CODE_SENDS_PER_ADDRESS: '100000', CODE_SENDS_PER_DAY: '100000' };
  const shop = await openTestShop(kind, { env });
  const watch = await watchInvariants(shop.context.database);
  return { shop, watch, tally: new Map(), succeeded: new Set(), each: EACH };
}

async function createCustomers({ context }: TestShop): Promise<SignedInCustomer[]> {
  const customers: SignedInCustomer[] = [];
  while (customers.length < 3) customers.push(await createSignedInCustomer(context));
  return customers;
}

async function sendRound({ shop, watch, ...run }: Run, operations: Operation[], round: number) {
  const customers = await createCustomers(shop);
  const failures: string[] = [];
  let pools: Pools = {};
  let ofCounter: Pools = {};
  let counterKey = '';
  let state: string | null = null;
  for (const [index, operation] of shuffle(operations, SEED + round).entries()) {
    if (index % FRESH_AFTER === 0 || pays(operation) || paysByGiftCard(operation)) {
      state = null;
      await prepare(shop, customers, index);
      if (paysByGiftCard(operation)) await addCardToCart(shop, customers);
      pools = await buildPools(shop, customers[0]?.customerId ?? 0);
    }
    if (isCounterCall(operation)) {
      state = null;
      const till = await shop.counter();
      counterKey = till.token;
      ofCounter = takesLink(operation) ? await buildEnrolPools(shop) : await buildCounterPools(shop, till);
    }
    const ofCall = isCounterCall(operation) ? ofCounter : paysByGiftCard(operation) ? toCardPools(pools) : {};
    const ofSold = operation.path.endsWith('/tellwhengiftcardarrives') ? pools.sold_details_id : undefined;
    const allPools = { ...pools, ...ofCall, ...(ofSold ? { gift_card_details_id: ofSold } : {}) };
    const seed = SEED + round * 1_000 + deriveSeed(operation);
    for (const request of generateRequests(operation, { pools: allPools, seed, each: run.each })) {
      const write = writes(operation);
      const read = pays(operation) ? watch.stateBesidesAttempt : watch.state;
      if (write) state ??= await read();
      const token = chooseBearer(request, { customers, counterKey });
      const { status, body } = await sendOperation(shop, { ...request, token });
      const report = `${operation.method} ${operation.path} ${JSON.stringify(request.parts)} ${request.raw ?? ''} as ${request.callerIndex}: ${status} ${body.slice(0, 300)}`;
      if (status >= 500) failures.push(report);
      if (status >= 400 && !hasReason(body)) failures.push(`without a message: ${report}`);
      if (write && status >= 400 && (await read()) !== state) failures.push(`half changed: ${report}`);
      if ((write && (status < 400 || pays(operation))) || settles(operation)) state = null;
      if (status === 200 && operation.path.endsWith('/signout')) await signInAgain(shop, customers);
      run.tally.set(status, (run.tally.get(status) ?? 0) + 1);
      if (status === 200 || status === 201) run.succeeded.add(operation);
    }
  }
  failures.push(...(await watch.broken()));
  expect(failures, `after round ${round} of FUZZ_SEED=${SEED}`).toEqual([]);
}

function hasReason(body: string): boolean {
  if (!body.startsWith('{')) return body.length > 0;
  const { message, input_validation: fields } = JSON.parse(body);
  return typeof message === 'string' || typeof fields === 'object';
}

/** This GET records the outcome of a payment. */
const settles = ({ path }: Operation): boolean => path.endsWith('/checkoutsuccess');

const deriveSeed = ({ method, path }: Operation): number =>
  createHash('sha256')
    .update(method + path)
    .digest()
    .readUInt16LE();

function shuffle(operations: Operation[], seed: number): Operation[] {
  const order = fc.shuffledSubarray(operations, { minLength: operations.length });
  return fc.sample(order, { seed, numRuns: 1 })[0] ?? [];
}

/** One API call deletes with GET (OQ-081). */
const writes = ({ method, path }: Operation): boolean => method !== 'get' || path.includes('/delete');

const pays = ({ method, path }: Operation): boolean =>
  method === 'post' && path.endsWith('carts/mine/payment-information');

const paysByGiftCard = ({ path }: Operation): boolean => /carts\/mine\/(giftCards|checkGiftCard)/.test(path);

const toCardPools = ({ gift_cards = [] }: Pools): Pools => ({ code: gift_cards.flat() });

async function addCardToCart(shop: TestShop, customers: SignedInCustomer[]): Promise<void> {
  await shop.stored.remove('callCounts');
  const shownCard = (await shop.cards()).at(-1);
  if (!shownCard) return;
  const giftCardAccountData = { gift_cards: [shownCard.code] };
  for (const { token } of customers.slice(0, 2))
    await shop.send('POST carts/mine/giftCards', { token, body: { giftCardAccountData } });
}

const takesLink = ({ path }: Operation): boolean => path.includes('/till/');

type Drawing = { pools: Pools; seed: number; each: number };

function generateRequests(operation: Operation, { pools, seed, each }: Drawing): Sent[] {
  const parts = fc.record({
    path: buildArbitrary(operation.inPath, { ...pools, id: pools.redemption ?? ['mug', 'none'] }),
    query: buildArbitrary(operation.query, pools),
    body: operation.body ? buildArbitrary(operation.body, pools) : fc.constant(undefined),
  }) as fc.Arbitrary<Parts>;
  const callerIndex = fc.constantFrom(0, 0, 0, 0, 1, 2, -1);
  const right = fc.record({ operation: fc.constant(operation), parts, callerIndex, raw: fc.constant(null) });
  const wrong = parts.chain((fit) =>
    fc.oneof(
      fc.record({ operation: fc.constant(operation), parts: spoilParts(fit), callerIndex, raw: fc.constant(null) }),
      fc.record({ operation: fc.constant(operation), parts: fc.constant(fit), callerIndex, raw: breakText(fit.body) }),
    ),
  );
  const rights = pays(operation) ? 4 * each : each;
  return [...fc.sample(right, { seed, numRuns: rights }), ...fc.sample(wrong, { seed, numRuns: each })];
}

function spoilParts(fit: Parts): fc.Arbitrary<Parts> {
  const spoilPart = (key: keyof Parts) =>
    buildSpoiltArbitrary(fit[key]).map((value) => ({ ...fit, [key]: value }) as Parts);
  return fit.body === undefined ? spoilPart('query') : fc.oneof(spoilPart('body'), spoilPart('query'));
}

function breakText(body: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(body ?? {});
  return fc.oneof(
    fc.nat(text.length).map((end) => text.slice(0, end)),
    fc.constantFrom('', 'null', '[]', '"x"', '1', '{"a":'),
    fc.json(),
  );
}

type Bearers = { customers: SignedInCustomer[]; counterKey: string };

function chooseBearer({ operation, callerIndex }: Sent, { customers, counterKey }: Bearers): string {
  if (isCounterCall(operation) && (callerIndex === 0 || callerIndex === 1)) return counterKey;
  return customers[callerIndex]?.token ?? 'nobodys-token-but-long-enough';
}

async function signInAgain({ context }: TestShop, customers: SignedInCustomer[]): Promise<void> {
  for (const customer of customers)
    customer.token = await context.database.transaction(async (tx) => openSession(context, tx, customer));
}

async function prepare(shop: TestShop, customers: SignedInCustomer[], round: number): Promise<void> {
  await signInAgain(shop, customers);
  for (const [index, customer] of customers.slice(0, 2).entries()) {
    const signedIn = { mobile: '', token: customer.token };
    if ((await shop.send('GET customers/me', { token: customer.token })).body.default_shipping === undefined) continue;
    await fillCart(shop.send, signedIn, [card]);
    await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem: { sku: 'MUG', qty: 1 } } });
    if (index === 0 && round % 16 === 0) {
      await pay(shop.send, signedIn, 'pm_card_visa');
      await fillCart(shop.send, signedIn, [card]);
    }
  }
}
