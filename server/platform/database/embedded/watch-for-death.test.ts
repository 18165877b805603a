import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { watchForDeath } from './watch-for-death.ts';

const program = (dataDir: string): string => `
  import { pino } from 'pino';
  import { ${openEmbedded.name} } from '${pathToFileURL('server/platform/database/embedded/embedded.ts').href}';
  let fails = false;
  const onSync = () => { if (fails) throw new Error('the disk fails'); };
  const database = await ${openEmbedded.name}({ dataDir: ${JSON.stringify(dataDir)}, onSync, logger: pino() });
  setInterval(() => undefined, 1_000);
  await database.query('create table kept (id integer)');
  await database.query('insert into kept values (1)');
  fails = true;
  await database.query('insert into kept values (2)').catch(() => undefined);
  await database.query('select 1');
  process.stdout.write('alive');`;

it('logs the error and exits immediately when the embedded database panics, and keeps committed rows', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'handsel-dead-'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const logged = output.split('\n').filter((line) => line.startsWith('{'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 60,
      msg: 'database.dead',
      err: { message: expect.stringContaining('Aborted') },
    },
  ]);
  expect([status, output.includes('alive')]).toEqual([1, false]);
  const database = await openEmbedded({ dataDir });
  expect((await database.query('select id from kept order by id')).rows[0]).toEqual({ id: 1 });
  await database.close();
  rmSync(dataDir, { recursive: true });
});

it('treats a WebAssembly trap as the death of the database, but not a statement error', async () => {
  const deaths: unknown[] = [];
  const pglite = await PGlite.create();
  const module = pglite.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const original = module._PostgresMainLoopOnce;
  let traps = false;
  module._PostgresMainLoopOnce = () => {
    if (!traps) return original();
    traps = false;
    throw new WebAssembly.RuntimeError('memory access out of bounds');
  };
  watchForDeath(pglite, (error) => void deaths.push(error));
  await expect(pglite.query('select no_such_column')).rejects.toThrow('does not exist');
  await expect(pglite.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect(deaths).toEqual([]);
  traps = true;
  await pglite.query('select 1');
  expect(deaths).toEqual([expect.objectContaining({ message: 'memory access out of bounds' })]);
  await pglite.close();
});
