import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeEmbedded } from '#test/support/database.ts';
import type { Database } from '../database.ts';
import { getClient } from '../handle.ts';
import { openEmbedded, openEmbeddedCopy } from './embedded.ts';

const ACCOUNTS = 20_000;
const WRITERS = 4;
let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handsel-copy-'));
  writeEmbedded('empty', folder);
  database = await openEmbedded({ dataDir: folder });
  await database.executeSql(`
    create table accounts (id int primary key, cents int not null, words text not null);
    create table moves (id int generated always as identity primary key, giver int not null, taker int not null);
    insert into accounts select n, 100, repeat('x', 200) from generate_series(1, ${ACCOUNTS}) n`);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('copies a database that is in use, consistent as of one moment, and can copy it again', async () => {
  let [isCopying, moves] = [true, 0];
  const write = async (writer: number) => {
    for (let n = writer; isCopying; n += WRITERS) {
      const [giver, taker] = [1 + ((n * 7) % ACCOUNTS), 1 + ((n * 13 + 5) % ACCOUNTS)];
      await database.transaction(async (tx) => {
        const values = [giver, taker];
        await getClient(tx).query('update accounts set cents = cents - 1 where id = $1', [giver]);
        await getClient(tx).query('update accounts set cents = cents + 1 where id = $1', [taker]);
        await getClient(tx).query('insert into moves (giver, taker) values ($1, $2)', values);
      });
      moves += 1;
      await setImmediate();
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, index) => write(index));
  for (const name of ['first', 'second']) {
    const before = moves;
    const to = join(folder, name);
    await database.copyTo?.(to);
    const after = moves;
    const copy = await openEmbeddedCopy(to);
    const [sums] = (
      await copy.query(`with given as (select giver as id, count(*) as n from moves group by giver),
        taken as (select taker as id, count(*) as n from moves group by taker)
        select sum(cents)::int as cents, count(*)::int as accounts, (select count(*)::int from moves) as moves,
          (count(*) filter (where cents <> 100 - coalesce(given.n, 0) + coalesce(taken.n, 0)))::int as wrong
        from accounts left join given using (id) left join taken using (id)`)
    ).rows;
    await copy.close();
    expect(sums).toMatchObject({ cents: 100 * ACCOUNTS, accounts: ACCOUNTS, wrong: 0 });
    expect(sums.moves).toBeGreaterThanOrEqual(before);
    expect(sums.moves).toBeLessThanOrEqual(after + WRITERS);
    expect(after).toBeGreaterThan(before);
  }
  isCopying = false;
  await Promise.all(writers);
  expect((await database.query('select count(*)::int as moves from moves')).rows).toEqual([{ moves }]);
});

it('rejects a second copy of the database while one is running', async () => {
  const first = database.copyTo?.(join(folder, 'first'));
  await expect(database.copyTo?.(join(folder, 'second'))).rejects.toThrow('Another backup of this shop is running.');
  await first;
  await database.copyTo?.(join(folder, 'second'));
});
