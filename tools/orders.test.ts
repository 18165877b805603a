import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';

const { folder, runWith } = openCommands();
const nobody = { DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' };

test.each([
  ['orders', 'approve', '000000001'],
  ['link', '--mobile', '0412345678'],
])('on PostgreSQL no card or link is made under a secret the shop does not have: %s %s', (...command) => {
  expect(runWith({ ...nobody, SESSION_SECRET: '' }, ...command)).toEqual({
    status: 1,
    stdout: '',
    stderr: `This command needs the secret of the shop that uses DATABASE_URL, and there is none in ${join(folder, 'data')}. Set SESSION_SECRET, or DATA_DIR, to what that shop has.\n`,
  });
  expect(existsSync(join(folder, 'data/session-secret'))).toBe(false);
});

test('with the secret it goes on to the database', () => {
  const secret = { SESSION_SECRET: 'the secret of the shop, long enough for it' };
  const { status, stderr } = runWith({ ...nobody, ...secret }, 'orders', 'approve', '000000001');
  expect([status, stderr]).toEqual([1, expect.stringContaining('Check DATABASE_URL.')]);
});
