import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';
import { findSystemUser } from './terminal/system-user.ts';

const { folder, run, runWith } = openCommands(
  { CLOCK: 'movable', CLOCK_FROM: '2026-11-02T01:00:00Z', PUBLIC_URL: 'https://shop.example' },
  { hasShop: true },
);
const link = (...args: string[]) => run('link', ...args);

it('refuses to create a link when there is no shop', () => {
  const empty = { DATA_DIR: join(folder, 'empty') };
  expect(runWith(empty, 'link', '--mobile', '0412345678')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no shop in'),
  });
});

const readClaims = (url: string) =>
  JSON.parse(Buffer.from(url.split('/autologin/')[1]?.split('.')[1] ?? '', 'base64url').toString());

it('creates a link with mobile, campaign and lifetime, and lists it with the name of its creator', () => {
  const result = link('--mobile', '0412345678', '--campaign', 'spring', '--expires-in', '60');
  expect(result).toMatchObject({ status: 0, stderr: '' });
  expect(result.stdout).toMatch(/^https:\/\/shop\.example\/autologin\/[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const read = readClaims(result.stdout.trim());
  expect(read).toMatchObject({ mobile: '+61412345678', campaign_id: 'spring' });
  expect(read.exp - read.iat).toBe(60);
  expect(link('--list', '--mobile', '0412345678').stdout).toContain(` by ${findSystemUser()}, printed, `);
  expect(link('--revoke', '1')).toEqual({ status: 0, stdout: 'Link 1 is revoked.\n', stderr: '' });
});

it('creates links that last 72 hours by default', () => {
  const read = readClaims(link('--mobile', '+61412345678').stdout.trim());
  expect(read.exp - read.iat).toBe(72 * 3600);
});

it.each([
  [[], '--mobile takes a mobile number'],
  [['--mobile', 'hello'], '--mobile takes a mobile number'],
  [['--mobile', '0412345678', '--expires-in', '-5'], 'expires-in'],
  [['--mobile', '0412345678', '--product', 'x'], '--product takes a whole number above zero'],
  [['--unknown'], 'Unknown option'],
])('explains a wrong argument of the link command: %o', (args, words) => {
  const refused = link(...args);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(words);
  expect(refused.stderr).not.toMatch(/^\s+at /m);
});

it('reports a product number that the shop does not have', () => {
  expect(link('--mobile', '0412345678', '--product', '3')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The shop has no product 3: use the number in the address of its page.\n',
  });
});

it('texts the link to the customer with --send, only once per campaign', () => {
  const sending = ['--mobile', '+61412345678', '--campaign', 'spring', '--send', 'Our spring cards are here.'];
  expect(link(...sending)).toMatchObject({ status: 0, stdout: 'Sent.\n' });
  expect(link(...sending)).toMatchObject({
    status: 1,
    stdout: 'Not sent: this mobile number has already received this campaign.\n',
  });
});

it('keeps the log off standard output when a command runs without a server', () => {
  const dead = {
    MESSAGES: 'webhook',
    MESSAGE_GATEWAY_URL: 'http://127.0.0.1:2',
    MESSAGE_GATEWAY_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'warn',
  };
  const outcome = runWith(dead, 'link', '--mobile', '+61412345678', '--send', 'Our summer cards are here.');
  expect(outcome).toMatchObject({
    status: 1,
    stdout: 'Not sent: the carrier cannot be reached. Try again later.\n',
    stderr: expect.stringContaining('"msg":"message.unanswered"'),
  });
});
