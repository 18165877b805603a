import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '#contract/access/access.ts';
import { calls } from '#contract/calls.ts';
import { openSession } from '#server/domain/customers/sessions/sessions.ts';
import { buildArbitrary, type Pools } from '#test/generators/from-schema.ts';
import { buildCounterPools, buildPools } from '#test/generators/fuzz-pools.ts';
import { listOperations, type Operation, type Parts, sendOperation } from '#test/generators/operations.ts';
import { createSignedInCustomer, type SignedInCustomer } from '#test/support/app.ts';
import { cardOf25, fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { watchInvariants } from '#test/support/shop-invariants.ts';

const SEED = 20_261_126;
const EACH = 6;
const MARKS = ['quillfeather', '7 hidden lane', 'nobody@victim.example', '+61488000777', '491570313'];

type Named = { name: string; operation: Operation; access: Access };

const isCounterCall = ({ access }: Named): boolean => typeof access === 'object' && 'till' in access;
const isCustomerCall = ({ access }: Named): boolean => access === 'customer';

function admits(access: Access, kind: string): boolean {
  if (access === 'public') return true;
  if (access === 'customer') return kind === 'customer';
  if ('till' in access) return kind === 'till' || kind === 'key';
  return 'operator' in access ? kind === 'operator' : kind === 'seller person' || kind === 'key';
}

describe.each(databaseKinds())('access control on %s', (kind) => {
  let shop: TestShop;
  let table: Named[];
  let victim: SignedInCustomer;
  let attacker: SignedInCustomer;
  let ofVictim: Pools;

  beforeAll(async () => {
    shop = await openTestShop(kind);
    table = listOperations((await shop.app.inject({ url: '/docs/json' })).json()).flatMap((operation) => {
      const name = `${operation.method.toUpperCase()} ${operation.path.replace('/rest/{store}/V1/', '')}`;
      return name in calls ? [{ name, operation, access: calls[name as keyof typeof calls].access }] : [];
    });
    [victim, attacker] = [await createSignedInCustomer(shop.context), await createSignedInCustomer(shop.context)];
    const marked = { lastname: 'Quillfeather', email: 'nobody@victim.example', mobile: '+61488000777' };
    await shop.stored.change('customers', marked, { id: victim.customerId });
    const address = { lastname: 'Quillfeather', street: ['7 Hidden Lane'] };
    await shop.stored.change('addresses', address, { customerId: victim.customerId });
    const victimSession = { mobile: '', token: victim.token };
    await fillCart(shop.send, victimSession, [{ ...cardOf25, to: '0491570313' }]);
    expect((await pay(shop.send, victimSession, 'pm_card_visa')).status).toBe(200);
    await fillCart(shop.send, victimSession, [{ ...cardOf25, to: '0491570313' }]);
    ofVictim = await buildCustomerPools(victim, await buildPools(shop, attacker.customerId));
  });
  afterAll(() => shop.close());

  const state = async () => (await watchInvariants(shop.context.database)).state();

  async function buildCustomerPools({ customerId }: SignedInCustomer, pools: Pools): Promise<Pools> {
    const ids = async (table: 'addresses' | 'carts' | 'orders' | 'giftCardDetails') =>
      (await shop.stored.all(table, { customerId })).map(({ id }) => id);
    const { body } = await shop.send('GET mobiledigital/savedcards', { token: victim.token });
    const [addresses, carts, orders, details] = await Promise.all([
      ids('addresses'),
      ids('carts'),
      ids('orders'),
      ids('giftCardDetails'),
    ]);
    const lines = (await shop.stored.all('cartLines', { cartId: carts })).map(({ id }) => id);
    const cards = body.data.map(({ id }) => id);
    const text = (values: unknown[]) => values.map(String);
    const recipient = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' };
    const mobiles = ['0412000001', '0491570156'];
    return {
      ...pools,
      itemId: lines,
      item_id: lines,
      cart_item_id: lines,
      addressId: addresses,
      address_id: addresses,
      customer_address_id: addresses,
      id: [...addresses, ...cards],
      cart_id: text(carts),
      quote_id: carts,
      order_id: text(orders),
      gift_card_details_id: text(details),
      payment_method: cards,
      cc_stripejs_token: cards,
      mobile: mobiles,
      recipient_mobile: mobiles,
      telephone: mobiles,
      to: mobiles,
      code: ['123456'],
      gift_cards: [['tea']],
      email: ['attacker@example.com'],
      data: lines.map((cart_item_id) => JSON.stringify({ ...recipient, cart_item_id, text_content: '[gift-card]' })),
    };
  }

  function requests({ operation }: Named, pools: Pools, count: number): Parts[] {
    const parts = fc.record({
      path: buildArbitrary(operation.inPath, pools),
      query: buildArbitrary(operation.query, pools),
      body: operation.body ? buildArbitrary(operation.body, pools) : fc.constant(undefined),
    }) as fc.Arbitrary<Parts>;
    return fc.sample(parts, { seed: SEED, numRuns: count });
  }
  let requestCount = 0;
  const ask = ({ operation }: Named, parts: Parts, token: string | null) => {
    requestCount += 1;
    const remoteAddress = `203.0.${Math.floor(requestCount / 250)}.${(requestCount % 250) + 1}`;
    return sendOperation(shop, { operation, parts, token, remoteAddress });
  };
  const session = ({ customerId }: SignedInCustomer, options: { link?: string } = {}) =>
    shop.context.database.transaction(async (tx) => openSession(shop.context, tx, { customerId, ...options }));

  it('covers every call in the API contract', () => {
    expect(table.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
    expect(table.filter(isCustomerCall).length).toBeGreaterThan(40);
  });

  it('answers 401 and changes nothing without a valid bearer token', async () => {
    const [expired, revoked, suspended] = [
      await createSignedInCustomer(shop.context),
      await createSignedInCustomer(shop.context),
      await createSignedInCustomer(shop.context),
    ];
    const { customerId } = expired;
    await shop.stored.change('sessions', { expiresAt: new Date('1976-11-02T01:00:00Z') }, { customerId });
    await shop.send('POST mobiledigital/signout', { token: revoked.token });
    await shop.stored.change('customers', { suspendedAt: new Date() }, { id: suspended.customerId });
    const counter = await shop.counter();
    const former = await shop.counter('prints');
    const { id: sellerId } = await shop.stored.one('sellers', { shopUrl: 'prints' });
    await shop.stored.change('counterKeys', { revokedAt: new Date() }, { sellerId });
    const till = await shop.till();
    const unknown = { none: null, unknown: 'nobodys-token-but-long-enough' };
    const bad = {
      customer: {
        ...unknown,
        expired: expired.token,
        revoked: revoked.token,
        suspended: suspended.token,
        counter: counter.token,
        till: till.token,
      },
      counter: {
        ...unknown,
        revoked: former.token,
        customer: attacker.token,
        link: await session(attacker, { link: 'a link' }),
      },
    };
    const before = await state();
    const wrong: string[] = [];
    for (const named of table.filter(({ access }) => access !== 'public')) {
      const [parts] = requests(named, ofVictim, 1);
      for (const [tokenKind, token] of Object.entries(isCounterCall(named) ? bad.counter : bad.customer)) {
        const { status } = await ask(named, parts as Parts, token);
        if (status !== 401) wrong.push(`${named.name}, ${tokenKind}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await state()).toBe(before);
  });

  it('admits exactly the kinds of principal that each API call allows', async () => {
    const [{ token: key }, { token: till }] = [await shop.counter(), await shop.till()];
    const { findPrincipal } = shop.app;
    findPrincipal.operator = async () => ({ kind: 'operator', operatorId: 1, roles: ['owner'], hasRecentProof: true });
    findPrincipal.sellerPerson = async () => ({ kind: 'seller person', personId: 1, sellerId: 1, role: 'owner' });
    const tokens: Record<string, string | null> = {
      nobody: null,
      customer: null,
      till,
      key,
      operator: 'the-bearer-of-an-operator',
      'seller person': 'the-bearer-of-a-seller-person',
    };
    const wrong: string[] = [];
    for (const named of table) {
      const admitted = Object.keys(tokens).filter((kind) => admits(named.access, kind));
      expect(admitted.length).toBeGreaterThan(0);
      const [parts] = requests(named, ofVictim, 1);
      for (const [kind, token] of Object.entries(tokens)) {
        const bearer = kind === 'customer' ? await session(attacker) : token;
        const { status } = await ask(named, parts as Parts, bearer);
        if ((status === 401) === admitted.includes(kind)) wrong.push(`${named.name} as ${kind}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const asTexts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const stateOfVictim = async () => {
    const { all } = shop.stored;
    const { customerId } = victim;
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
    const carts = await all('carts', { customerId });
    const orders = await all('orders', { customerId });
    const details = await all('giftCardDetails', { customerId });
    return asTexts([
      ...(await all('customers', { id: customerId })),
      ...(await all('addresses', { customerId })),
      ...carts.map(({ id, state, billingAddress, shippingAddress }) => ({
        id,
        state,
        billingAddress,
        shippingAddress,
      })),
      ...(await all('cartLines', { cartId: ids(carts) })),
      ...details,
      ...orders,
      ...(await all('payments', { orderId: ids(orders) })),
      ...(await all('giftCards', { detailsId: ids(details) })),
      ...(await all('sessions', { customerId })).map(({ tokenHash, expiresAt }) => ({ tokenHash, expiresAt })),
    ]);
  };
  const marksIn = (body: string) => MARKS.filter((mark) => body.toLowerCase().includes(mark));

  it("neither reveals nor changes another customer's data in any call", async () => {
    const before = await stateOfVictim();
    expect(before.length).toBeGreaterThan(10);
    const leaked: string[] = [];
    for (const named of table.filter((named) => !isCounterCall(named))) {
      for (const parts of requests(named, ofVictim, EACH)) {
        const { status, body } = await ask(named, parts, await session(attacker));
        const report = `${named.name} ${JSON.stringify(parts)}: ${status} ${body.slice(0, 200)}`;
        if (status >= 500 || marksIn(body).length > 0) leaked.push(report);
      }
      const after = await stateOfVictim();
      if (after.join() !== before.join()) leaked.push(`${named.name} changed what is another's`);
    }
    expect(leaked).toEqual([]);
  });

  it('returns customers their own data for the same requests', async () => {
    const seen = new Set<string>();
    for (const named of table.filter((named) => isCustomerCall(named) && named.name.startsWith('GET '))) {
      for (const parts of requests(named, ofVictim, EACH)) {
        const { body } = await ask(named, parts, await session(victim));
        if (marksIn(body).length > 0) seen.add(named.name);
      }
    }
    const paths = [
      'carts/mine',
      'customers/me',
      ...['order', 'orders', 'getgiftcarddetailsbycart'].map((path) => `mobiledigital/${path}`),
    ];
    expect([...seen]).toEqual(expect.arrayContaining(paths.map((path) => `GET ${path}`)));
  });

  it("hides holds and redemptions from other sellers' keys and tills, and lets them change nothing", async () => {
    const [counter, key, till] = [await shop.counter(), await shop.counter('prints'), await shop.till('prints')];
    const spent = async (): Promise<Pools> => {
      const [{ redemption = [], hold = [] }, { code, pin }] = [
        await buildCounterPools(shop, counter),
        await shop.lastCard(),
      ];
      const ids = { hold: [hold[0]], redemption: [redemption[0]], id: [redemption[0]], cursor: [undefined] };
      return { ...ids, code: [code], pin: [pin], amount: [0.05] };
    };
    const pools = await spent();
    const counterCalls = table.filter(isCounterCall);
    const before = await stateOfCards();
    const breaches: string[] = [];
    for (const named of counterCalls)
      for (const token of [key.token, till.token])
        for (const parts of requests(named, pools, EACH)) {
          const { status, body } = await ask(named, parts, token);
          const isNone = named.name.startsWith('GET ') ? !body.includes(`${pools.id}`) : status >= 400 && status < 500;
          if (!isNone) breaches.push(`${named.name}: ${status} ${body.slice(0, 200)}`);
        }
    expect(breaches).toEqual([]);
    expect(await stateOfCards()).toEqual(before);
    const answered = new Set<string>();
    for (const named of counterCalls)
      for (const parts of requests(named, await spent(), EACH))
        if ((await ask(named, parts, counter.token)).status === 200) answered.add(named.name);
    expect([...answered]).toEqual(counterCalls.map(({ name }) => name));
  });
  const stateOfCards = async () =>
    asTexts([
      ...(await shop.stored.all('giftCardHolds')),
      ...(await shop.stored.all('giftCardRedemptions')),
      ...(await shop.stored.all('giftCardAccounts')),
    ]);
});
