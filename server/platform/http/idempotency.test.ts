import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { refuseWrites } from '#test/support/database-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { purgeIdempotencyKeys, runIdempotently } from './idempotency.ts';

const ADD = 'POST carts/mine/items';
const KEY = 'c0a80101-0000-4000-8000-000000000001';
const mug = { sku: 'MUG', qty: 1 };

describe.each(databaseKinds())('calls repeated with an Idempotency-Key on %s', (kind) => {
  let shop: TestShop;
  let caller: TestCustomer;
  const stock = (qty: number) => shop.stored.change('variants', { qty }, { sku: 'MUG' });
  const enter = async (mobile: string): Promise<TestCustomer> => {
    const entered = await signIn(shop.send, shop.phone, mobile);
    await shop.send('POST carts/mine', { token: entered.token });
    return entered;
  };
  const add = (cartItem: object, key?: string, { token } = caller) =>
    shop.send(ADD, { token, body: { cartItem: cartItem as typeof mug }, ...(key ? { key } : {}) });
  const listCartItems = async ({ token } = caller) =>
    (await shop.send('GET carts/mine/items', { token })).body.map(({ sku, qty }) => [sku, qty]);

  let people = 0;
  const someone = () => {
    people += 1;
    return enter(`+614123456${String(people).padStart(2, '0')}`);
  };

  beforeAll(async () => {
    shop = await openTestShop(kind);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    caller = await someone();
    await stock(25);
  });

  it('returns the first response again for a repeated key, and adds no second cart line', async () => {
    const first = await add(mug, KEY);
    await shop.stored.change('products', { name: 'Another name' }, { sku: 'MUG' });
    await stock(0);
    expect(await add({ qty: 1, sku: 'MUG' }, `"${KEY}"`)).toEqual(first);
    expect(first).toMatchObject({ status: 200, body: { sku: 'MUG', qty: 1 } });
    expect(await listCartItems()).toEqual([['MUG', 1]]);
  });

  it('adds the product again without an idempotency key, as Magento does, and with a new key', async () => {
    await add(mug);
    await add(mug);
    await add(mug, KEY);
    await add(mug, `${KEY}-2`);
    expect(await listCartItems()).toEqual([['MUG', 4]]);
  });

  it('adds the product once and returns the same response for concurrent requests with the same key', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(mug, KEY)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await listCartItems()).toEqual([['MUG', 1]]);
  });

  it('rejects a different request with the same idempotency key and changes nothing', async () => {
    await add(mug, KEY);
    const refused = await add({ ...mug, qty: 2 }, KEY);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe(
      'This Idempotency-Key was sent with another request. Send a new key with each request.',
    );
    expect(await listCartItems()).toEqual([['MUG', 1]]);
  });

  it('requires a new key to change a cart line that was added with a key, and applies each key once', async () => {
    const { item_id } = (await add(mug, KEY)).body;
    const set = (qty: number, key: string) => add({ ...mug, qty, item_id }, key);
    expect((await set(3, KEY)).status).toBe(422);
    expect((await set(3, `${KEY}-set`)).body).toMatchObject({ item_id, qty: 3 });
    await set(2, `${KEY}-later`);
    expect((await set(3, `${KEY}-set`)).body).toMatchObject({ item_id, qty: 3 });
    expect(await listCartItems()).toEqual([[mug.sku, 2]]);
  });

  it('keeps equal idempotency keys of different customers apart', async () => {
    const other = await someone();
    await add(mug, KEY);
    await add(mug, KEY, other);
    expect([await listCartItems(), await listCartItems(other)]).toEqual([[['MUG', 1]], [['MUG', 1]]]);
  });

  it('runs a request again after it was rejected or failed', async () => {
    await stock(0);
    expect((await add(mug, KEY)).status).toBe(400);
    await stock(5);
    const acceptWrites = await refuseWrites(shop, { table: 'cartLines' });
    expect((await add(mug, KEY)).status).toBe(500);
    await acceptWrites();
    expect((await add(mug, KEY)).status).toBe(200);
    expect(await listCartItems()).toEqual([['MUG', 1]]);
  });

  it('does not store an empty result, so that a later result is returned and stored', async () => {
    const request = { customerId: null, counterKeyId: null, key: `${KEY}-none`, fingerprint: 'one' };
    const answers = [null, { status: false }, { status: true }, null];
    const results: unknown[] = [];
    for (const answer of answers)
      results.push(await runIdempotently<unknown>(shop.context, request, async () => answer));
    expect(results).toEqual([null, { status: false }, { status: true }, { status: true }]);
  });

  it('rejects a malformed idempotency key', async () => {
    for (const key of ['two words', 'k'.repeat(256), '"open', 'ключ']) {
      const refused = await add(mug, key);
      expect(refused.status).toBe(400);
      expect(refused.body.parameters).toMatchObject({ fieldName: 'Idempotency-Key' });
    }
    expect(await listCartItems()).toEqual([]);
  });

  it('accepts a repeated registration whose response was lost, even with a new CAPTCHA token', async () => {
    const mobile = '+61412345799';
    await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile } });
    const code = /#(\d{6})$/.exec((await shop.phone(mobile))[0]?.text ?? '')?.[1] ?? '';
    const { jwt } = (await shop.send('POST mobiledigital/confirmmobilecode', { body: { mobile, code } })).body;
    const me = (await shop.send('GET customers/me', { token: caller.token })).body;
    const address = me.addresses[0] as (typeof me.addresses)[0];
    const customer = { email: 'new@example.com', firstname: 'Mia', lastname: 'Tran', addresses: [address] };
    const body = { customer: customer as never, mobile, jwt: jwt ?? '', campaign_id: '' };
    const create = (r_token: string, key?: string) =>
      shop.send('POST mobiledigital/createAccount', { body: { ...body, r_token }, ...(key ? { key } : {}) });
    expect((await create('first', KEY)).body).toEqual({ status: true });
    expect((await create('second', KEY)).body).toEqual({ status: true });
    expect((await create('third')).body.status).toBe(false);
    expect((await shop.stored.one('customers', { mobile })).email).toBe(customer.email);
  });

  it('documents the Idempotency-Key header on the calls that accept it', async () => {
    const { paths } = (await shop.app.inject({ url: '/docs/json' })).json();
    const taking = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { parameters?: { in: string; name: string; required?: boolean }[] }>)
        .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
        .map(([method]) => `${method.toUpperCase()} ${path.replace('/rest/{store}/V1/', '')}`),
    );
    const flagged = Object.entries(calls).filter(([, call]) => 'idempotency' in call);
    expect(taking.sort()).toEqual(flagged.map(([name]) => name).sort());
    expect(taking).toContain(ADD);
  });

  it('deletes an idempotency key after a day', async () => {
    await add(mug, KEY);
    const count = () => shop.stored.count('idempotencyKeys');
    const begun = shop.context.clock.ms();
    shop.context.clock.moveTo?.(new Date(begun + 23 * 3_600_000));
    await purgeIdempotencyKeys(shop.context);
    expect(await count()).toBeGreaterThan(0);
    shop.context.clock.moveTo?.(new Date(begun + 25 * 3_600_000));
    await purgeIdempotencyKeys(shop.context);
    expect(await count()).toBe(0);
  });
});
