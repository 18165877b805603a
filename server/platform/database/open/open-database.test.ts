import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEmbedded } from '../embedded/embedded.ts';
import { closeToOthers } from '../embedded/folder-mode.ts';
import { openDatabase } from './open-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'handsel-open-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('syncs every commit on the embedded database to disk', async () => {
  let syncs = 0;
  const database = await openEmbedded({ dataDir, onSync: () => (syncs += 1) });
  await database.query('create table orders (id int primary key)');
  syncs = 0;
  for (let id = 1; id <= 100; id += 1) {
    const before = syncs;
    await database.query('insert into orders values ($1)', [id]);
    expect(syncs).toBeGreaterThan(before);
  }
  expect(syncs).toBeGreaterThanOrEqual(100);
  const settings = await database.query(
    `select current_setting('fsync') as f, current_setting('wal_sync_method') as m`,
  );
  expect(settings.rows).toEqual([{ f: 'on', m: 'fsync' }]);
  await database.close();
});

it('reopens a closed database with its rows, and releases its folder on close', async () => {
  const first = await openDatabase({ dataDir });
  await first.query('create table orders (id int primary key)');
  await expect(openDatabase({ dataDir })).rejects.toThrow(/in use by another Handsel/);
  await first.close();
  await first.close();
  expect(readdirSync(dataDir)).toEqual(['db']);
  const second = await openDatabase({ dataDir });
  expect((await second.query('select count(*) from orders')).rows).toEqual([{ count: 0 }]);
  await second.close();
});

it('denies other users access to the embedded database folder, even if an earlier release created it', async () => {
  const place = join(dataDir, 'new');
  const readMode = (...path: string[]) => statSync(join(place, ...path)).mode & 0o777;
  const logger = { warn: vi.fn(), error: vi.fn(), fatal: vi.fn() };
  await (await openDatabase({ dataDir: place, logger })).close();
  expect([readMode(), readMode('db')]).toEqual([0o700, 0o700]);
  expect(logger.warn).not.toHaveBeenCalled();
  chmodSync(join(place, 'db'), 0o755);
  await (await openDatabase({ dataDir: place, logger })).close();
  expect(readMode('db')).toBe(0o700);
  expect(logger.warn.mock.calls).toEqual([[{ folder: join(place, 'db') }, 'database.folder_closed']]);
});

it.runIf(process.platform === 'linux')('rejects a folder of another user with a one-sentence error', () => {
  expect(() => closeToOthers('/proc/self')).toThrow(
    'Other users of this machine can enter /proc/self, and the shop cannot close it (EPERM), because it belongs to ' +
      "another user. Start the shop as its owner, or make the shop's user its owner: chown -R USER /proc/self",
  );
});

it('loses no acknowledged row in three rounds of kill -9', async () => {
  const acknowledged: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = startWriter(round * 100_000);
    const exit = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout! })) {
      acknowledged.push(Number(line));
      if (acknowledged.length % 60 === 0) child.kill('SIGKILL');
    }
    await exit;
    expect(acknowledged.length).toBeGreaterThanOrEqual((round + 1) * 60);
  }
  const database = await openDatabase({ dataDir });
  const { rows } = await database.query('select id from orders');
  const storedIds = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
  await database.close();
}, 120_000);

it('reports an unreachable PostgreSQL server in one sentence, without the password', async () => {
  const opening = openDatabase({ dataDir, databaseUrl: 'postgres://shop:hunter2@127.0.0.1:1/shop' });
  const error = await opening.catch((e) => e);
  expect(error.message).toMatch(/^PostgreSQL at 127\.0\.0\.1:1\/shop cannot be used \(.+\)\. Check DATABASE_URL\.$/);
  expect(error.message).not.toContain('hunter2');
});

function startWriter(from: number): ChildProcess {
  const program = `
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))};
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    await database.query('create table if not exists orders (id int primary key)');
    for (let id = ${from}; ; id += 1) {
      await database.query('insert into orders values ($1)', [id]);
      process.stdout.write(id + '\\n');
    }`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}
