import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyDatabase, hasPostgres, openTestDatabase } from '#test/support/database.ts';
import type { Database, DatabaseKind } from './database.ts';
import { findDatabaseError, violates } from './database-errors.ts';
import { awaitAll, executeSqlIn, getClient, sendWithCommit, type Transaction } from './handle.ts';
import { queryRows } from './rows.ts';

const counted = z.object({ n: z.int() });

async function openNotes(kind: DatabaseKind): Promise<Database> {
  const database = await openTestDatabase(kind);
  await database.executeSql('create table notes (id int primary key, text text); insert into notes values (0, null)');
  return database;
}

describe.each(everyDatabase())('transactions on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openNotes(kind);
  });
  afterAll(() => database.close());

  const idsFrom = async (first: number) =>
    (await database.query('select id from notes where id >= $1 order by id', [first])).rows.map((row) => row.id);

  it("commits statements of a job queue together with the transaction's own statements", async () => {
    await database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (10, 'a')`);
      await executeSqlIn(tx).executeSql('insert into notes values ($1, $2)', [11, 'b']);
    });
    expect(await idsFrom(10)).toEqual([10, 11]);
  });

  it('rolls everything back and rethrows the error when the work throws', async () => {
    const work = database.transaction(async (tx) => {
      await executeSqlIn(tx).executeSql('insert into notes values (20, null)');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await idsFrom(20)).toEqual([]);
  });

  it('runs nested transactions as savepoints', async () => {
    await database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (30, null)`);
      const inner = tx.transaction((nested) => nested.execute(sql`insert into notes values (30, null)`));
      await expect(inner).rejects.toThrow();
      await tx.execute(sql`insert into notes values (31, null)`);
    });
    expect(await idsFrom(30)).toEqual([30, 31]);
  });

  it('waits for all concurrent statements to end, then throws the first error', async () => {
    let isOver = false;
    const slow = async (tx: Transaction): Promise<void> => {
      await tx.execute(sql`insert into notes values (40, null)`);
      await new Promise((resolve) => setImmediate(resolve));
      await tx.execute(sql`insert into notes values (41, null)`);
    };
    const work = database.transaction(async (tx) => {
      const parts = [slow(tx).finally(() => (isOver = true)), tx.execute(sql`insert into notes values (0, null)`)];
      await awaitAll(parts);
    });
    expect(violates(await work.catch((error) => error), 'notes_pkey')).toBe(true);
    expect(isOver).toBe(true);
    expect(await idsFrom(40)).toEqual([]);
  });

  it('throws the original error even if an error that follows from it arrives earlier', async () => {
    const work = database.transaction(async (tx) => {
      const { executeSql } = executeSqlIn(tx);
      const waits = new Promise((resolve) => setTimeout(resolve, 50));
      const inner = awaitAll([executeSql('insert into notes values (0, null)'), waits]);
      await awaitAll([inner, executeSql('insert into notes values (43, null)')]);
    });
    expect(violates(await work.catch((error) => error), 'notes_pkey')).toBe(true);
  });

  it('throws the original error even if the statement sent with the commit fails as well', async () => {
    const work = database.transaction(async (tx) => {
      const { executeSql } = executeSqlIn(tx);
      const refused = executeSql('insert into notes values (0, null)');
      sendWithCommit(tx, executeSql('insert into notes values (45, null)'));
      await awaitAll([refused]);
    });
    expect(violates(await work.catch((error) => error), 'notes_pkey')).toBe(true);
    expect(await idsFrom(45)).toEqual([]);
  });

  it('throws instead of reporting a commit when the callback swallowed a database error', async () => {
    const twice = 'insert into notes values (0, null)';
    const transaction = database.transaction(async (tx) => {
      await executeSqlIn(tx).executeSql('insert into notes values (48, null)');
      await executeSqlIn(tx)
        .executeSql(twice)
        .catch(() => undefined);
    });
    await expect(transaction).rejects.toThrow('rolled back instead of committed');
    const ofCommands = database.exclusive((connection) =>
      connection.transaction(async (run) => {
        await run.query('insert into notes values (49, null)');
        await run.exec(twice).catch(() => undefined);
      }),
    );
    await expect(ofCommands).rejects.toThrow('rolled back instead of committed');
    expect(await idsFrom(48)).toEqual([]);
  });

  it('reports which constraint a failed statement violated', async () => {
    const error = await database
      .transaction((tx) => tx.execute(sql`insert into notes values (0, null)`))
      .catch((e) => e);
    expect(findDatabaseError(error)).toMatchObject({ code: '23505', constraint: 'notes_pkey' });
    expect(violates(error)).toBe(true);
    expect(violates(error, 'notes_pkey')).toBe(true);
    expect(violates(error, 'other')).toBe(false);
    expect(findDatabaseError(new Error('nothing of the kind'))).toBeUndefined();
  });

  it('rejects statements that bypass the open transaction instead of waiting forever', async () => {
    const past = /inside a transaction/;
    await database.transaction(async (tx) => {
      await expect(database.query('select 1')).rejects.toThrow(past);
      await expect(database.transaction(async () => 1)).rejects.toThrow(past);
      await expect(database.executeSql('select 1')).rejects.toThrow(past);
      await expect(queryRows(database.orm, counted, sql`select 1 as n`)).rejects.toThrow(past);
      await expect(database.orm.execute(sql`select 1`)).rejects.toMatchObject({
        cause: { message: expect.stringMatching(past) },
      });
      expect(await queryRows(tx, counted, sql`select 1 as n`)).toEqual([{ n: 1 }]);
    });
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('leaves nothing behind when a script with its own begin statement fails midway', async () => {
    const script = 'begin; insert into notes values (40, null); insert into notes values (40, null); commit;';
    const otherTransactions = Promise.all(
      [1, 2, 3].map(() => database.transaction((tx) => queryRows(tx, counted, sql`select 1 as n`))),
    );
    await expect(database.executeSql(script)).rejects.toThrow(/duplicate key/);
    await otherTransactions;
    expect(await idsFrom(40)).toEqual([]);
    await database.executeSql('begin; insert into notes values (41, null); commit;');
    expect(await idsFrom(40)).toEqual([41]);
    const script2 = `begin; update notes set text = 'x' where id = 41 returning id; commit`;
    expect((await database.executeSql(script2)).rows).toEqual([{ id: 41 }]);
  });

  it('makes a queued job visible after commit, and drops it on rollback', async () => {
    const boss = new PgBoss({ db: database, ...(kind === 'embedded' ? { backend: 'pglite' as const } : {}) });
    await boss.start();
    await boss.createQueue('deliver');
    // pg-boss looks up a queue once, on its own connection, which transactions forbid. This call does it beforehand.
    await boss.findJobs('deliver', { id: randomUUID() });
    const send = (tx: Transaction) => boss.send('deliver', { card: [1, 'ä'] }, { db: executeSqlIn(tx) });
    const undone = database.transaction(async (tx) => {
      await send(tx);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await boss.fetch('deliver')).toEqual([]);
    const id = await database.transaction(send);
    expect(await boss.fetch('deliver')).toMatchObject([{ id, data: { card: [1, 'ä'] } }]);
    await boss.stop({ graceful: false });
  });

  it('completes many concurrent transactions', async () => {
    const add = () =>
      database.transaction(async (tx) => {
        const [row] = await queryRows(
          tx,
          counted,
          sql`select coalesce(text, '0')::int as n from notes where id = 0 for update`,
        );
        await tx.execute(sql`update notes set text = ${String((row?.n ?? 0) + 1)} where id = 0`);
      });
    await Promise.all(Array.from({ length: 40 }, add));
    expect((await database.query('select text from notes where id = 0')).rows).toEqual([{ text: '40' }]);
  });

  it('retries a transaction that failed with a conflict', async () => {
    await database.query(`insert into notes values (50, '0')`);
    let [runs, reads] = [0, 0];
    const bothRead = Promise.withResolvers<void>();
    const add = () =>
      database.transaction(
        async (tx) => {
          runs += 1;
          const [row] = await queryRows(tx, counted, sql`select text::int as n from notes where id = 50`);
          reads += 1;
          if (reads === 2) bothRead.resolve();
          // The embedded database runs transactions one after another, so waiting here would block forever.
          if (kind === 'postgres') await bothRead.promise;
          await tx.execute(sql`update notes set text = ${String((row?.n ?? 0) + 1)} where id = 50`);
        },
        { isolationLevel: 'serializable' },
      );
    await Promise.all([add(), add()]);
    expect((await database.query('select text from notes where id = 50')).rows).toEqual([{ text: '2' }]);
    expect(runs).toBe(kind === 'postgres' ? 3 : 2);
  });
});

describe.each(everyDatabase())('a statement sent with the commit on %s', (kind) => {
  it("rolls back the transaction when the statement sent with its commit fails, and throws that statement's error", async () => {
    const database = await openTestDatabase(kind);
    await database.executeSql('create table things (id int primary key)');
    const insert = (id: number) =>
      database.transaction(async (tx) => {
        await getClient(tx).query('insert into things values ($1)', [id]);
        sendWithCommit(tx, getClient(tx).query('insert into things values ($1)', [7]));
        return id;
      });
    expect(await insert(1)).toBe(1);
    await expect(insert(2)).rejects.toThrow(/things_pkey/);
    expect((await database.query('select id from things order by id')).rows).toEqual([{ id: 1 }, { id: 7 }]);
    const inner = database.transaction((tx) =>
      tx.transaction(async (nested) => sendWithCommit(nested, Promise.resolve())),
    );
    await expect(inner).rejects.toThrow('Only the outermost transaction can commit.');
    await database.close();
  });
});

describe.runIf(hasPostgres())('transactions on postgres', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openNotes('postgres');
  });
  afterAll(() => database.close());

  it('retries a transaction after a conflict, even if later statements were already sent', async () => {
    let attempts = 0;
    await database.transaction(async (tx) => {
      attempts += 1;
      const { executeSql } = executeSqlIn(tx);
      const conflict =
        attempts === 1 ? executeSql("do $$ begin raise exception using errcode = '40P01'; end $$") : null;
      sendWithCommit(tx, executeSql('insert into notes values (46, null)'));
      await awaitAll([conflict]);
    });
    expect(attempts).toBe(2);
    expect((await database.query('select id from notes where id > 0')).rows).toEqual([{ id: 46 }]);
  });
});
