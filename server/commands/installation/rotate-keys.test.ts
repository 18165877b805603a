import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { keysCommand } from './rotate-keys.ts';

const CARD = { to: manyNumber(0), scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' };
const K1 = 'k1:the first key of gift cards that is long enough';

describe.each(databaseKinds())('npm run keys (%s)', (kind) => {
  let folder: string;
  const shops: TestShop[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'handsel-keys-'));
  });
  afterEach(async () => {
    for (const shop of shops.splice(0).toReversed()) await shop.close();
    rmSync(folder, { recursive: true });
  });

  async function start(env: Record<string, string>): Promise<TestShop> {
    const database = shops[0]?.context.database;
    const shop = await openTestShop(kind, { ...(database ? { database } : {}), env: { DATA_DIR: folder, ...env } });
    shops.push(shop);
    return shop;
  }
  const keys = ({ context }: TestShop, ...words: string[]) => giveCommand(context, keysCommand, ...words);
  const file = () => readFileSync(join(folder, 'card-keys'), 'utf8');

  it('creates keys in the data folder, rotates them and re-encrypts every card', async () => {
    const shop = await start({ CARD_KEYS: '' });
    await sellManyCards(shop.context, [CARD]);
    const firstKey = file();
    const [id = ''] = firstKey.split(':');
    expect(statSync(join(folder, 'card-keys')).mode & 0o777).toBe(0o600);
    expect((await keys(shop, 'check')).output).toEqual([
      'SESSION_SECRET: correct.',
      `${id} (encrypts new gift cards): correct, 1 gift card, all can be opened.`,
      'session: correct, no gift card needs it.',
    ]);

    const rotated = await keys(shop, 'rotate');
    const [added = ''] = file().split(':');
    expect(rotated.output[0]).toContain(`The new key "${added}" is now the first in ${join(folder, 'card-keys')}.`);
    expect(file().endsWith(`,${firstKey}`)).toBe(true);
    expect(rotated.output.join()).not.toContain(file().split(/[:,]/)[1]);
    expect((await keys(shop, 'reseal')).errorOutput).toEqual([
      `The running shop still uses "${id}" as its first key. Restart it, then reseal.`,
    ]);
    expect((await keys(shop, 'check')).output).toContain(
      `${added} (encrypts new gift cards): new, no server has started with it yet, no gift card needs it.`,
    );

    const restartedShop = await start({ CARD_KEYS: '' });
    expect((await keys(restartedShop, 'reseal')).output).toEqual([
      `1 gift card re-encrypted with the key "${added}".`,
      `The key "${id}" is no longer needed by any gift card.`,
      'The key "session" is no longer needed by any gift card.',
    ]);
    expect(await keys(restartedShop, 'reseal')).toMatchObject({ status: 0 });
    expect(await keys(restartedShop, 'check')).toMatchObject({ status: 0, errorOutput: [] });
  });

  it('prints the new value of CARD_KEYS and writes no file when that setting is set', async () => {
    const shop = await start({ CARD_KEYS: K1 });
    const { status, output } = await keys(shop, 'rotate');
    expect([status, output[0]]).toEqual([0, expect.stringMatching(/: k[0-9a-f]{6}:[\w-]{64}$/)]);
    expect(output.join()).not.toContain(K1);
    expect(existsSync(join(folder, 'card-keys'))).toBe(false);
  });

  it('reports wrong, missing and lost keys, and how many cards each leaves unreadable', async () => {
    const shop = await start({ CARD_KEYS: K1 });
    await sellManyCards(shop.context, [CARD, CARD]);
    const withKeys = (text: string): TestShop => {
      const [id = '', secret = ''] = text.split(':');
      const settings = { ...shop.context.settings, CARD_KEYS: [{ id, secret }] as [{ id: string; secret: string }] };
      return { ...shop, context: { ...shop.context, settings } };
    };
    const wrong = await keys(withKeys('k1:another secret than that key has and long enough'), 'check');
    expect(wrong.status).toBe(1);
    expect(wrong.output[1]).toMatch(
      /^k1 \(encrypts new gift cards\): differs from the secret .*, 2 gift cards, 2 cannot be opened \(gc_\w+, gc_\w+\)\.$/,
    );
    expect(wrong.errorOutput).toEqual([expect.stringMatching(/^The secret of the key "k1"/)]);

    await shop.stored.add('keyChecks', { keyId: 'k2', checkValue: 'x', createdAt: new Date() });
    const other = withKeys('k3:a third secret of gift cards that is long enough');
    const missing = await keys(other, 'check');
    expect(missing.errorOutput).toEqual([expect.stringMatching(/encrypted with the key "k1", which CARD_KEYS/)]);
    expect(await keys(other, 'remove', 'k1')).toMatchObject({
      status: 1,
      errorOutput: [expect.stringMatching(/--lost/)],
    });
    expect(await keys(other, 'remove', 'k1', '--lost')).toMatchObject({ status: 0 });
    expect(await keys(other, 'remove', 'k2')).toMatchObject({ status: 0, output: ['k2: removed.'] });
    const after = await keys(other, 'check');
    expect(after.output.find((line) => line.startsWith('k1'))).toMatch(
      /^k1: given up as lost, 2 gift cards, 2 cannot be opened/,
    );
  });

  it.each([
    [[], 'Choose a command.'],
    [['turn'], 'There is no "keys turn".'],
    [['reseal', 'now'], 'argument'],
    [['remove'], 'remove takes the id of one key.'],
  ])('explains invalid arguments: %j', (words, sentence) => {
    expect(() => keysCommand.read(words, '/')).toThrow(sentence);
  });
});
