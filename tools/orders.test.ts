import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';

const { folder, runWith } = openCommands();
const nobody = { DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' };

it.each<[[string, ...string[]], string]>([
  [['orders', 'approve', '000000001'], 'SESSION_SECRET and CARD_KEYS'],
  [['link', '--mobile', '0412345678'], 'SESSION_SECRET'],
  [['backup', 'shop.backup'], 'CARD_KEYS'],
])("refuses to create cards, links or backups on PostgreSQL without the shop's secrets: %s", (command, missing) => {
  expect(runWith({ ...nobody, SESSION_SECRET: '', CARD_KEYS: '' }, ...command)).toEqual({
    status: 1,
    stdout: '',
    stderr: `This command needs the secrets of the shop that uses DATABASE_URL, but they are neither set nor stored in ${join(folder, 'data')}. Set ${missing}, or DATA_DIR, to the values of that shop.\n`,
  });
  for (const file of ['session-secret', 'card-keys']) expect(existsSync(join(folder, 'data', file))).toBe(false);
});

it('connects to the database if the secrets are set', () => {
  const secret = {
    SESSION_SECRET: 'the secret of the shop, long enough for it',
    CARD_KEYS: 'k1:the key of its gift cards that is long enough',
  };
  const { status, stderr } = runWith({ ...nobody, ...secret }, 'orders', 'approve', '000000001');
  expect([status, stderr]).toEqual([1, expect.stringContaining('Check DATABASE_URL.')]);
});
