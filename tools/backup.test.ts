import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveCard } from '#e2e/steps/gift-card.ts';
import { type RunningServer, startServer } from '#e2e/steps/server.ts';
import { runTool } from '#e2e/steps/tool.ts';
import { openCommands } from '#test/support/command-settings.ts';
import { buildServerIfStale } from './builds/server-build.ts';

const { folder, run, runWith } = openCommands();
const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', HUMAN_CHECK: 'none', WEB: 'none' };
const file = join(folder, 'shop.backup');
let server: RunningServer;
let secret: string;

beforeAll(async () => {
  await buildServerIfStale();
  server = await startServer(env);
  await server.moveTo('2026-11-02T01:00:00Z');
  ({ secret } = await giveCard(server, { to: '0491570156', message: 'For you', text: 'Lunch is on me' }));
});
afterAll(() => server.stop());

const fetchCard = async (shop: RunningServer) =>
  (await shop.send('GET mobiledigital/card', { query: { secret } })).body.data;

it('backs up a running shop while it serves requests, and restores it elsewhere', async () => {
  let isWriting = true;
  const answers: number[] = [];
  const browse = async () => {
    while (isWriting)
      answers.push((await server.send('GET mobiledigital/browseProducts', { query: { page: 1 } })).status);
  };
  const browsing = browse();
  const result = await runTool(env, 'backup', file);
  isWriting = false;
  await browsing;
  expect(result).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^\S+: \d+ rows, 1 gift card with \$[\d.]+ left on them, \d+ MB\.\nThe file contains names.*\nThe file contains no keys/,
    ),
  });
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'data/backup.copying'))).toBe(false);

  const elsewhere = join(folder, 'elsewhere');
  expect(runWith({ DATA_DIR: elsewhere }, 'restore', file)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/ is signed with the card key "k\w+", which is not set here\. Set CARD_KEYS/),
  });
  mkdirSync(elsewhere, { recursive: true });
  expect(readdirSync(elsewhere)).toEqual([]);
  for (const keys of ['session-secret', 'card-keys']) copyFileSync(join(folder, 'data', keys), join(elsewhere, keys));
  const restored = runWith({ DATA_DIR: elsewhere }, 'restore', file);
  expect(restored).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Everything was restored, and the totals match the backup.'),
  });
  const restoredServer = await startServer({ ...env, DATA_DIR: elsewhere });
  expect(await fetchCard(restoredServer)).toMatchObject({
    value: (await fetchCard(server))?.value,
    state: (await fetchCard(server))?.state,
  });
  await restoredServer.stop();
  expect(runWith({ DATA_DIR: elsewhere }, 'restore', file)).toEqual({
    status: 1,
    stdout: '',
    stderr: `${elsewhere} already contains a shop. Set DATA_DIR to an empty folder.\n`,
  });
  expect(run('backup', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists') });
});

it('diagnoses a running, a stopped, a missing and a broken shop with the doctor command', async () => {
  const doctor = (DATA_DIR: string, change = {}) => runTool({ ...env, DATA_DIR, ...change }, 'doctor');
  expect((await doctor(join(folder, 'data'))).stdout).toContain('ok    The tables match this release.');
  expect((await doctor(join(folder, 'elsewhere'))).stdout).toContain('The ledger balances (1 gift card).');
  expect(await doctor(join(folder, 'none'))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('WRONG There is no shop in'),
  });
  const broken = join(folder, 'elsewhere');
  rmSync(join(broken, 'db/global/pg_control'));
  expect(await doctor(broken)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /WRONG The database in \S+ cannot be opened: .*restore the last backup in another place/,
    ),
  });
  expect(await doctor(broken, { PORT: 'x' })).toMatchObject({
    status: 1,
    stderr: 'A setting is wrong: PORT must be a number.\n',
  });
  const nobody = 'postgres://postgres@127.0.0.1:9/none';
  expect(await doctor(broken, { DATABASE_URL: nobody })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('WRONG PostgreSQL at 127.0.0.1:9/none cannot be used'),
  });
});

it('explains wrong arguments and missing files of the commands backup, restore and doctor', () => {
  expect(run('backup')).toMatchObject({ status: 1, stderr: 'Name one file. Use: npm run backup -- FILE\n' });
  expect(run('restore', 'a', 'b')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Name one file. Use: npm run'),
  });
  expect(run('doctor', 'now')).toMatchObject({ status: 1, stderr: expect.stringContaining('Use: npm run doctor') });
  const empty = { DATA_DIR: join(folder, 'empty') };
  expect(runWith(empty, 'restore', join(folder, 'no-file'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no-file does not exist. Name a file that npm run backup wrote.'),
  });
  expect(runWith(empty, 'backup', join(folder, 'x'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no shop in'),
  });
  mkdirSync(join(folder, 'empty'), { recursive: true });
  expect(readdirSync(join(folder, 'empty'))).toEqual([]);
});
