import { hkdfSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reinstateCard } from '#server/domain/books/reinstate-card.ts';
import { keyedHash, sha256 } from '#server/platform/kernel/secrets.ts';
import { machine } from '#test/support/actors.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { startWallets } from '#test/support/providers.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { addToApple, addToGoogle, readPassBalance } from '#test/support/wallet-passes.ts';
import { openCard } from '../ledger/card-secrets.ts';
import { updatePasses } from '../passes/update-passes.ts';
import { resealCards, tryCards } from './reseal-cards.ts';

const SECRET = 'the session secret that sealed cards before';
const NEXT = 'the session secret that comes after it';
const K2 = 'k2:the second key of gift cards that is long enough';
const K3 = 'k3:the third key of gift cards that is long enough';
const BEFORE = { SESSION_SECRET: SECRET, CARD_KEYS: `session:${SECRET}` };

const createOptions = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const reseal = ({ context }: TestShop) => resealCards(context, createOptions());

describe.each(databaseKinds())('re-encrypting gift cards on %s', (kind) => {
  let first: TestShop;
  let wren: Customer;
  const otherShops: TestShop[] = [];
  beforeEach(async () => {
    first = await openTestShop(kind, { env: BEFORE });
    wren = await first.customer();
    await giveCards(first, wren, Array(3).fill({ to: OWN_MOBILE }));
  });
  afterEach(async () => {
    for (const other of otherShops.splice(0)) await other.close();
    await first.close();
  });

  async function another(env: Record<string, string>): Promise<TestShop> {
    const other = await openTestShop(kind, { database: first.context.database, env: { ...BEFORE, ...env } });
    other.context.clock.moveTo?.(first.context.clock.now());
    otherShops.push(other);
    return other;
  }
  const sealed = async () => (await first.stored.all('giftCards')).map((card) => card.sealed);
  const listKeyIds = async () => [
    ...new Set((await sealed()).map((text) => (text.includes('.') ? text.split('.')[0] : ''))),
  ];

  it('keeps re-encrypted cards usable by code and link on old and new servers', async () => {
    const [card, two, three] = await first.cards();
    if (!card || !two || !three) throw new Error('Three were sold.');
    const links = (await sealed()).map((text) => openCard(first.context.secrets, text).link);
    await sellManyCards(first.context, [
      { to: manyNumber(1), scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' },
    ]);
    expect(await listKeyIds()).toEqual(['']);

    const old = await another({ CARD_KEYS: `session:${SECRET},${K2}` });
    const now = await another({ CARD_KEYS: K2 });
    const tills = [await old.counter(), await now.till()];
    for (const till of tills)
      expect((await till.redeem({ code: card.code }, 1)).body).toMatchObject({ balance: expect.any(Number) });
    await wren.fillCart([], { TEAPOT: 1 });
    expect((await wren.putCard(two.code)).status).toBe(200);

    expect(await reseal(now)).toEqual({ cards: 4, unopened: [] });
    expect(await listKeyIds()).toEqual(['k2']);
    expect(await reseal(now)).toEqual({ cards: 0, unopened: [] });

    const onCart = await now.send('GET carts/mine/giftCards', { token: wren.token });
    expect(onCart.body.extension_attributes?.cards).toMatchObject([{ public_id: two.publicId, usable: true }]);
    expect(onCart.body.gift_cards).toEqual([two.code]);
    for (const [index, till] of tills.entries())
      expect((await till.redeem({ code: three.code }, 1)).body).toMatchObject({ balance: 24 - index });
    for (const server of [old, now])
      for (const secret of links) expect((await server.cardPage(secret)).body.status).toBe(true);

    await now.deliver();
    expect((await old.cardPage(await now.secretOn(manyNumber(1)))).body).toMatchObject({ status: true });
    const input = { months: 6, operator: 'op', note: 'a test', card: card.code };
    expect(await reinstateCard(now.context, { ...input, actor: machine })).toBe('not expired');
    expect(await reinstateCard(now.context, { actor: machine, ...input, card: 'AAAA-AAAA-AAAA-AAAA' })).toBe('no card');
  });

  it('keeps re-encrypted cards readable without the former SESSION_SECRET or the former key', async () => {
    const [card] = await first.cards();
    if (!card) throw new Error('One was sold.');
    const now = await another({ CARD_KEYS: `${K3},${K2}`, SESSION_SECRET: NEXT, SESSION_SECRET_PREVIOUS: SECRET });
    await reseal(now);
    const last = await another({ CARD_KEYS: K3, SESSION_SECRET: NEXT });
    expect((await (await last.counter()).redeem({ code: card.code }, 5)).body).toMatchObject({ balance: 20 });
    expect(last.context.secrets.cardKeys.map(({ id }) => id)).toEqual(['k3']);
  });

  it('re-encrypts, on the next run, cards that an old server encrypted in the meantime', async () => {
    const old = await another({ CARD_KEYS: `session:${SECRET},${K2}` });
    const now = await another({ CARD_KEYS: K2 });
    expect((await reseal(now)).cards).toBe(3);
    await sellManyCards(old.context, [
      { to: manyNumber(2), scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' },
    ]);
    expect(await listKeyIds()).toEqual(['k2', '']);
    expect((await reseal(now)).cards).toBe(1);
    expect((await reseal(old)).cards).toBe(4);
    expect(await listKeyIds()).toEqual(['']);
  });

  it('keeps a card blocked for wrong PINs after it is re-encrypted', async () => {
    await first.stored.change('products', { cardHasPin: true });
    await sellManyCards(first.context, [
      { to: manyNumber(3), scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' },
    ]);
    const card = await first.lastCard();
    if (!card.pin) throw new Error('It has a PIN.');
    const shownCard = { code: card.code, pin: card.pin };
    const wrong = { code: card.code, pin: card.pin === '0000' ? '0001' : '0000' };
    for (let tills = 0; tills < 4; tills += 1) {
      const till = await first.counter();
      for (let tries = 0; tries < 5; tries += 1) expect((await till.check(wrong)).status).toBe(404);
    }
    expect((await (await first.counter()).check(shownCard)).status).toBe(429);
    const now = await another({ CARD_KEYS: K2 });
    await reseal(now);
    expect((await (await now.counter()).check(shownCard)).status).toBe(429);
    await now.moveTo(minutesAfterOpening(25 * 60));
    expect((await (await now.counter()).check(shownCard)).status).toBe(200);
  });

  it('continues after an interruption between batches and re-encrypts no card twice', async () => {
    const manyCards = Array.from({ length: 450 }, (_, index) => ({
      to: manyNumber(index),
      scheduledAt: '2026-11-02 12:00:00',
    }));
    await sellManyCards(
      first.context,
      manyCards.map((card) => ({ ...card, zone: 'Australia/Sydney' })),
    );
    const now = await another({ CARD_KEYS: K2 });
    const stopping = new AbortController();
    const steps: string[] = [];
    const onProgress = (done: number, total: number) => {
      steps.push(`${done}/${total}`);
      stopping.abort(new Error('stopped'));
    };
    await expect(resealCards(now.context, { signal: stopping.signal, onProgress })).rejects.toThrow('stopped');
    expect(steps).toEqual(['200/453']);
    const before = await sealed();
    expect(await reseal(now)).toEqual({ cards: 253, unopened: [] });
    expect((await sealed()).slice(0, 200)).toEqual(before.slice(0, 200));
    const tried = await tryCards(now.context.database, now.context.secrets, createOptions());
    expect([...tried]).toEqual([['k2', { cards: 453, unopened: [] }]]);
  });

  it('lets tills redeem cards while cards are re-encrypted', async () => {
    const cards = await first.cards();
    const old = await another({ CARD_KEYS: `session:${SECRET},${K2}` });
    const now = await another({ CARD_KEYS: K2 });
    const tills = [await old.counter(), await now.counter()];
    const redemptions = Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const answer = await tills[index % 2]?.redeem(cards[index % 3] ?? { code: '' }, 1);
        return answer?.status;
      }),
    );
    await Promise.all([reseal(now), reseal(now), redemptions]);
    expect(await redemptions).toEqual(Array(24).fill(200));
    expect(await first.balances()).toEqual(Array(3).fill('1700/0'));
    expect(await listKeyIds()).toEqual(['k2']);
  });

  it('reports and skips a damaged card, and re-encrypts the others', async () => {
    const [card] = await first.cards();
    if (!card) throw new Error('One was sold.');
    const { id, publicId: damaged } = card;
    await first.stored.change('giftCards', { sealed: 'damaged' }, { id });
    const now = await another({ CARD_KEYS: K2 });
    expect(await reseal(now)).toEqual({ cards: 2, unopened: [damaged] });
    const tried = await tryCards(now.context.database, now.context.secrets, createOptions());
    expect(Object.fromEntries(tried)).toEqual({
      k2: { cards: 2, unopened: [] },
      session: { cards: 1, unopened: [damaged] },
    });
  });
});

describe.each(databaseKinds())('wallet passes of re-encrypted cards (%s)', (kind) => {
  let wallets: Awaited<ReturnType<typeof startWallets>>;
  let shop: TestShop;
  let secret: string;
  afterEach(() => shop.close());

  const open = async (env: Record<string, string>) => {
    wallets = await startWallets();
    shop = await openTestShop(kind, { providers: [wallets], env });
    await giveCards(shop, await shop.customer());
    secret = await shop.secretOn(RECIPIENT);
  };

  it('keeps the pass ids and tokens of re-encrypted cards, even without the former key', async () => {
    await open(BEFORE);
    const counter = await shop.counter();
    const { code } = await shop.lastCard();
    const phone = await addToApple(shop, secret);
    await phone.register('phone', 'aa'.repeat(32));
    const object = await addToGoogle(shop, wallets.google.objects, secret);
    const key = Buffer.from(hkdfSync('sha256', SECRET, 'handsel', 'pass-id', 32));
    expect(phone.serial).toBe(keyedHash(key, sha256(secret)).slice(0, 32));

    for (const [index, key] of [K2, K3].entries()) {
      const variables = { ...BEFORE, CARD_KEYS: index === 0 ? K2 : `${K3},${K2}` };
      const next = await openTestShop(kind, { database: shop.context.database, env: variables });
      await resealCards(next.context, createOptions());
      await next.close();
      const only = await openTestShop(kind, { database: shop.context.database, env: { ...BEFORE, CARD_KEYS: key } });
      shop.context.secrets = { ...only.context.secrets, cardKeys: [only.context.secrets.cardKeys[0]] };
      await only.close();
      await counter.redeem({ code }, 5);
      await updatePasses(shop.context);
      expect(Number(object.balance.micros) / 1e6).toBe(20 - 5 * index);
      expect((await phone.changed('phone')).json().serialNumbers).toEqual([phone.serial]);
      expect(readPassBalance((await phone.fetch()).rawPayload)).toBe(20 - 5 * index);
      expect(await addToApple(shop, secret)).toMatchObject({ serial: phone.serial, token: phone.token });
    }
    expect((await shop.stored.all('giftCardPassHolders')).map(({ passId }) => passId)).toEqual([
      phone.serial,
      phone.serial,
    ]);
  });

  it("derives the pass of a new card without using any of the shop's keys", async () => {
    await open({ CARD_KEYS: K2 });
    const phone = await addToApple(shop, secret);
    const next = await openTestShop(kind, { database: shop.context.database, env: { CARD_KEYS: `${K3},${K2}` } });
    await resealCards(next.context, createOptions());
    shop.context.secrets = next.context.secrets;
    await next.close();
    expect(await addToApple(shop, secret)).toMatchObject({ serial: phone.serial, token: phone.token });
    expect((await phone.fetch()).statusCode).toBe(200);
  });
});
