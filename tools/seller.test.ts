import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';

const { folder, run } = openCommands({}, { hasShop: true });
const seller = (...args: string[]) => run('seller', ...args);

it("sets a seller's phone and then the website while the shop is stopped, and keeps the phone", () => {
  const file = join(folder, 'good.csv');
  writeFileSync(file, 'Handle,Title,Variant Price,Variant SKU\nmug,Mug,12.50,MUG\n');
  expect(run('import', file, '--seller', 'Tide').status).toBe(0);
  const contact = (...args: string[]) => seller('contact', '--seller', 'tide', ...args);
  expect(contact('--phone', '08 7010 4321')).toEqual({ status: 0, stderr: '', stdout: 'Tide: 08 7010 4321\n' });
  expect(contact('--site', 'https://tide.example')).toMatchObject({
    stdout: 'Tide: 08 7010 4321, https://tide.example/\n',
  });
});

it.each([
  [[], 'Choose a command.'],
  [['tax'], 'There is no "seller tax".'],
  [['contact', '--phone', '08 5550 1234'], 'Name the seller: --seller SHOP_URL'],
  [['gst', '--registered', 'yes'], 'Name the seller: --seller SHOP_URL'],
  [['gst', '--seller', 'tide-and-kiln', '--registered', 'maybe'], '--registered takes yes or no.'],
  [['contact', '--seller', 'tide-and-kiln'], 'Give at least one of --phone'],
  [['contact', '--seller', 'tide-and-kiln', '--site', 'http://kiln.example'], 'begins with https://'],
  [['contact', '--seller', 'tide-and-kiln', '--fax', '1'], 'Unknown option'],
  [['contact', '--seller', 'nobody', '--phone', '08 5550 1234'], 'The shop has no seller "nobody"'],
])('explains wrong arguments of the seller command and exits with 1: %o', (args, words) => {
  const { status, stderr, stdout } = seller(...args);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/^\s+at /m);
});
