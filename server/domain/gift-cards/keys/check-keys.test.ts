import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { readCardKeys } from '#server/platform/kernel/keys/card-keys.ts';
import type { GivenKeys } from '#server/platform/kernel/keys/key-files.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { storedRows } from '#test/support/stored.ts';
import { admitKeys, checkKeys, removeKey } from './check-keys.ts';

const S1 = 'the session secret that came first';
const S2 = 'the session secret that came second';
const S3 = 'the session secret that came third';
const K1 = 'k1:the first key of gift cards that is long enough';
const K2 = 'k2:the second key of gift cards that is long enough';

function parseGivenKeys(cards: string, ...session: [string, ...string[]]): GivenKeys {
  const read = readCardKeys(cards);
  if (typeof read === 'string') throw new Error(read);
  return { session, cards: read };
}
const clock = { now: () => new Date('2026-11-26T01:00:00Z') };
const keysError = (sentence: RegExp) => ({ operatorCode: 'keys', message: expect.stringMatching(sentence) });

describe.each(databaseKinds())('startup checks of the keys of a shop (%s)', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  const start = (givenKeys: GivenKeys, as: 'server' | 'command' = 'server') =>
    admitKeys(database, { givenKeys, as, clock });
  const checks = () => storedRows(database).all('keyChecks');
  const knownIds = async () => (await checks()).map(({ keyId }) => keyId);
  const ring = async (givenKeys: GivenKeys) => (await start(givenKeys)).cardKeys.map(({ id }) => id);

  it('records the keys at the first start, and stores no secret', async () => {
    expect(await ring(parseGivenKeys(`${K1},${K2}`, S1))).toEqual(['k1', 'k2', 'session']);
    expect(await knownIds()).toEqual(['SESSION_SECRET', 'k1', 'k2', 'session']);
    const written = await checks();
    for (const text of [S1, K1.slice(3), K2.slice(3)]) expect(JSON.stringify(written)).not.toContain(text);
    await start(parseGivenKeys(`${K1},${K2}`, S1));
    expect(await checks()).toEqual(written);
  });

  it('refuses to start with a wrong key, names the key, and keeps the recorded keys', async () => {
    await start(parseGivenKeys(K1, S1));
    const before = await checks();
    await expect(start(parseGivenKeys(`k1:${S3} and more`, S1))).rejects.toMatchObject(
      keysError(/^The secret of the key "k1" in CARD_KEYS differs from the one this database has used\./),
    );
    await expect(start(parseGivenKeys(K1, S2))).rejects.toMatchObject(
      keysError(/^SESSION_SECRET differs from the one/),
    );
    await expect(start(parseGivenKeys(`session:${S2},${K1}`, S1))).rejects.toMatchObject(
      keysError(/SESSION_SECRET_PREVIOUS/),
    );
    await expect(start(parseGivenKeys(K2, S1))).rejects.toMatchObject(
      keysError(/^The gift cards in this database use keys that this shop does not have: "k1"\..*DATA_DIR/s),
    );
    expect(await checks()).toEqual(before);
  });

  it('accepts a new SESSION_SECRET only while the recorded secret is set as the previous one', async () => {
    await start(parseGivenKeys(K1, S1));
    await start(parseGivenKeys(K1, S1, S2));
    await start(parseGivenKeys(K1, S2, S1));
    await expect(start(parseGivenKeys(K1, S1))).rejects.toMatchObject(
      keysError(/^SESSION_SECRET differs from the one/),
    );
    await start(parseGivenKeys(K1, S1, S2));
    await start(parseGivenKeys(K1, S2, S1));
    expect(await ring(parseGivenKeys(K1, S2))).toEqual(['k1']);
    expect((await start(parseGivenKeys(K1, S3, S2))).key('sender')).toEqual(
      (await start(parseGivenKeys(K1, S3))).key('sender'),
    );
  });

  it('accepts a new key, and later starts without the old key if no gift card needs it', async () => {
    await start(parseGivenKeys(K1, S1));
    await start(parseGivenKeys(`${K2},${K1}`, S1));
    expect(await ring(parseGivenKeys(K2, S1))).toEqual(['k2', 'session']);
    const { keys: judged } = await checkKeys(database, parseGivenKeys(K2, S1));
    expect(judged).toContainEqual({ id: 'k1', state: 'missing', isNeeded: false });
    expect(await knownIds()).toContain('k1');
  });

  it('refuses a command whose encryption key no server has started with', async () => {
    await start(parseGivenKeys(K1, S1));
    await expect(start(parseGivenKeys(`${K2},${K1}`, S1), 'command')).rejects.toMatchObject(
      keysError(/^No server .* "k2"/),
    );
    await start(parseGivenKeys(`${K1},${K2}`, S1), 'command');
    expect(await knownIds()).not.toContain('k2');
    await expect(start(parseGivenKeys(`k1:${S3} and more`, S1), 'command')).rejects.toMatchObject(
      keysError(/the key "k1"/),
    );
  });

  it('starts only one of several servers that start simultaneously with different keys', async () => {
    const starts = [K1, K2, `k1:${S3} and more`].map((cards) => start(parseGivenKeys(cards, S1)));
    const ended = await Promise.allSettled(starts);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await knownIds()).toHaveLength(3);
  });

  it('removes only a key that is not in use', async () => {
    await start(parseGivenKeys(`${K1},${K2}`, S1));
    const remove = (givenKeys: GivenKeys, id: string) =>
      removeKey({ database, clock, actor: machine }, { givenKeys, id, lost: false });
    expect(await remove(parseGivenKeys(K1, S1), 'k1')).toBe('in use');
    expect(await remove(parseGivenKeys(K1, S1), 'k9')).toBe('unknown');
    expect(await remove(parseGivenKeys(K1, S1), 'SESSION_SECRET')).toBe('in use');
    expect(await remove(parseGivenKeys(K1, S2), 'SESSION_SECRET')).toBe('removed');
    expect(await remove(parseGivenKeys(K1, S1), 'k2')).toBe('removed');
    await start(parseGivenKeys(`k2:${S3} and more,${K1}`, S2));
    expect(await knownIds()).toEqual(['SESSION_SECRET', 'k1', 'k2', 'session']);
  });
});

describe.each(databaseKinds())('startup checks with gift cards in the database (%s)', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  async function sold(cards: string): Promise<Database> {
    shop = await openTestShop(kind, { env: { CARD_KEYS: cards, SESSION_SECRET: S1 } });
    await sellManyCards(shop.context, [
      { to: manyNumber(0), scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' },
    ]);
    return shop.context.database;
  }
  const start = (givenKeys: GivenKeys) => admitKeys(shop.context.database, { givenKeys, as: 'server', clock });

  it('refuses to start without a key that gift cards need, and names the key', async () => {
    const database = await sold(K1);
    await start(parseGivenKeys(`${K2},${K1}`, S1));
    await expect(start(parseGivenKeys(K2, S1))).rejects.toMatchObject(
      keysError(
        /^Gift cards in this database are encrypted with the key "k1", which .* does not have\. .*npm run keys/s,
      ),
    );
    expect((await checkKeys(database, parseGivenKeys(K2, S1))).errors).toHaveLength(1);
  });

  it('starts without a needed key once it is declared lost', async () => {
    const database = await sold(K1);
    const lose = (lost: boolean) =>
      removeKey({ database, clock, actor: machine }, { givenKeys: parseGivenKeys(K2, S1), id: 'k1', lost });
    expect(await lose(false)).toBe('needed');
    await expect(start(parseGivenKeys(K2, S1))).rejects.toMatchObject(keysError(/the key "k1"/));
    expect(await lose(true)).toBe('given up');
    expect((await start(parseGivenKeys(K2, S1))).cardKeys.map(({ id }) => id)).toEqual(['k2', 'session']);
    await expect(start(parseGivenKeys(`${K2},${K1}`, S1))).rejects.toMatchObject(
      keysError(/^The secret of the key "k1"/),
    );
    expect(await lose(true)).toBe('removed');
    expect((await start(parseGivenKeys(`${K2},${K1}`, S1))).cardKeys.map(({ id }) => id)).toEqual([
      'k2',
      'k1',
      'session',
    ]);
  });

  it('requires the current or previous SESSION_SECRET that encrypted the cards from before CARD_KEYS', async () => {
    const database = await sold(`session:${S1}`);
    await shop.stored.remove('keyChecks');
    const errors = async (givenKeys: GivenKeys) => (await checkKeys(database, givenKeys)).errors;
    expect(await errors(parseGivenKeys(K1, S2))).toEqual([
      expect.stringMatching(/^Gift cards .* that name no key .*_PREVIOUS/),
    ]);
    expect(await errors(parseGivenKeys(`${K1},session:${S2}`, S1))).toHaveLength(1);
    expect(await errors(parseGivenKeys(`${K1},session:${S1}`, S2))).toEqual([]);
    expect(await errors(parseGivenKeys(K1, S1))).toEqual([]);
    const { cardKeys } = await start(parseGivenKeys(K1, S2, S1));
    expect(cardKeys.map(({ id }) => id)).toEqual(['k1', 'session']);
    expect(cardKeys.at(-1)?.check).toBe(
      (await start(parseGivenKeys(`${K1},session:${S1}`, S2))).cardKeys.at(-1)?.check,
    );
    await expect(start(parseGivenKeys(K1, S3, S2))).rejects.toMatchObject(keysError(/^Gift cards .* that name no key/));
    await removeKey(
      { database, clock, actor: machine },
      { givenKeys: parseGivenKeys(K1, S3, S2), id: 'session', lost: true },
    );
    expect((await start(parseGivenKeys(K1, S3, S2))).cardKeys.map(({ id }) => id)).toEqual(['k1']);
  });
});
