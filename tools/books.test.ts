import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { giveCard } from '#e2e/steps/gift-card.ts';
import { startServer } from '#e2e/steps/server.ts';
import { openCommands } from '#test/support/command-settings.ts';
import { buildServerIfStale } from './builds/server-build.ts';

const { folder, run, runWith } = openCommands();
const books = (...args: string[]) => run('books', ...args);
let sold: { name: string; url: string; value: string };

beforeAll(async () => {
  await buildServerIfStale();
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    HUMAN_CHECK: 'none',
    WEB: 'none',
  });
  await server.moveTo('2026-11-02T01:00:00Z');
  const { secret } = await giveCard(server, { to: '0491570156', message: 'For you', text: 'Lunch is on me' });
  const { data } = (await server.send('GET mobiledigital/card', { query: { secret } })).body;
  sold = { name: data?.seller.name ?? '', url: data?.seller.shop_url ?? '', value: (data?.value ?? 0).toFixed(2) };
  await server.stop();
});

it('prints the books of a month, and writes them as CSV', () => {
  const file = join(folder, 'november.csv');
  const { status, stdout, stderr } = books('--month', '2026-11', '--csv', file);
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe(`${sold.name} (${sold.url})`);
  expect(lines.slice(2).map((line) => line.split(/\s{2,}/))).toEqual([
    ['opening', '$0.00'],
    ['2026-11-02', `$${sold.value}`, `$${sold.value}`],
    ['month', `$${sold.value}`, `$${sold.value}`],
    [`Wrote ${file}.`],
    [''],
  ]);
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(rows.map((row) => row.split(',').slice(1))).toEqual(
    [
      ['shop_url', 'day', 'issued', 'redeemed', 'reversed', 'voided', 'restored', 'expired'],
      [sold.url, 'opening', ...Array(6).fill('0.00')],
      [sold.url, '2026-11-02', sold.value, ...Array(5).fill('0.00')],
    ].map((row, index) => [
      ...row,
      ...(index === 0
        ? ['reinstated', 'corrected', 'outstanding', 'gst']
        : ['0.00', '0.00', index === 1 ? '0.00' : sold.value, '0.00']),
    ]),
  );
});

it('reports an unknown seller and a month without sold gift cards', () => {
  expect(books('--month', '2026-10')).toEqual({
    status: 0,
    stderr: '',
    stdout: 'No gift cards had been sold by the end of 2026-10.\n',
  });
  const { status, stderr, stdout } = books('--month', '2026-11', '--seller', 'nobody');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The shop has no seller "nobody"');
});

it('prints what "books check" compared, and exits with 1 if the payment provider does not respond', () => {
  const { status, stdout, stderr } = books('check');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^Gift cards recalculated from their entries: 1\.\nOrders whose GST was recalculated: 1\.\nSince .*\nNo differences found\.\n$/,
  );
  const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  const nowhere = { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_BASE: 'http://127.0.0.1:9' };
  expect(runWith(nowhere, 'books', 'check')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('The payment provider does not answer, so payments and refunds were not compared.'),
  });
});

it.each([
  [[], 'Name a month.'],
  [['close'], 'There is no "books close".'],
  [['--month', 'november'], '--month takes a month such as 2026-11, not "november".'],
  [['--month', '2026-11', '--csv', '/nowhere/at/all.csv'], '/nowhere/at/all.csv could not be written'],
  [['check', '--days', '91'], '--days takes a whole number from 1 to 90, not "91".'],
])('explains wrong arguments of the books command and exits with 1: %o', (args, words) => {
  const { status, stderr } = books(...args);
  expect(status).toBe(1);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/^\s+at /m);
});
