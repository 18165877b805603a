import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'handsel-link-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

function link(...args: string[]) {
  const clock = { CLOCK: 'movable', CLOCK_FROM: '2026-11-02T01:00:00Z' };
  const shop = { DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'test', PUBLIC_URL: 'https://shop.example' };
  const env = { ...process.env, ...clock, ...shop };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/link.ts', ...args], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const claims = (url: string) =>
  JSON.parse(Buffer.from(url.split('/autologin/')[1]?.split('.')[1] ?? '', 'base64url').toString());

test('a link carries mobile, product and campaign, and lasts as long as asked', () => {
  const made = link('--mobile', '0412345678', '--product', '3', '--campaign', 'spring', '--expires-in', '60');
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(made.stdout).toMatch(/^https:\/\/shop\.example\/autologin\/[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const read = claims(made.stdout.trim());
  expect(read).toMatchObject({ mobile: '+61412345678', product_id: '3', campaign_id: 'spring' });
  expect(read.exp - read.iat).toBe(60);
});

test('it lasts 72 hours by default', () => {
  const read = claims(link('--mobile', '+61412345678').stdout.trim());
  expect(read.exp - read.iat).toBe(72 * 3600);
});

test.each([
  [[], '--mobile takes a mobile number'],
  [['--mobile', 'hello'], '--mobile takes a mobile number'],
  [['--mobile', '0412345678', '--expires-in', '-5'], 'expires-in'],
  [['--mobile', '0412345678', '--product', 'x'], '--product takes a whole number above zero'],
  [['--unknown'], 'Unknown option'],
])('a wrong argument is told in plain words: %o', (args, words) => {
  const refused = link(...args);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(words);
  expect(refused.stderr).not.toMatch(/^\s+at /m);
});

test('a product that is not there is told of where there is a database to ask', { timeout: 120_000 }, () => {
  const lamp = ['--mobile', '0412345678', '--product', '3'];
  expect(link(...lamp)).toMatchObject({ status: 0, stderr: '' });
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'test', DATABASE_URL: '' };
  expect(spawnSync(process.execPath, ['tools/export.ts', '--format', 'shopify'], { env }).status).toBe(0);
  expect(link(...lamp)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The shop has no product 3: take the number that stands in the address of its page.\n',
  });
  const nobody = { DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' };
  const options = { env: { ...env, ...nobody }, encoding: 'utf8' } as const;
  expect(spawnSync(process.execPath, ['tools/link.ts', ...lamp], options)).toMatchObject({ status: 0, stderr: '' });
});

test('with --send the link is texted, once a campaign', { timeout: 120_000 }, () => {
  const sending = ['--mobile', '+61412345678', '--campaign', 'spring', '--send', 'Our spring cards are here.'];
  expect(link(...sending)).toMatchObject({ status: 0, stdout: 'Sent.\n' });
  expect(link(...sending)).toMatchObject({ status: 1, stdout: 'Not sent: this mobile has had this campaign.\n' });
});
