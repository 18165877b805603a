import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedOptions } from './embedded.ts';
import { prepareStatements } from './prepared-statements.ts';

let pglite: PGlite;
let calls = 0;
beforeAll(async () => {
  pglite = await PGlite.create(embeddedOptions);
  const send = pglite.execProtocolRaw.bind(pglite);
  pglite.execProtocolRaw = (...message) => {
    calls += 1;
    return send(...message);
  };
  prepareStatements(pglite);
  await pglite.exec("create table notes (id int primary key, text text); insert into notes values (1, 'one');");
});
afterAll(() => pglite.close());

const countCalls = async (work: () => Promise<unknown>): Promise<number> => {
  const before = calls;
  await work();
  return calls - before;
};
const runOften = async (text: string, values: unknown[]) => {
  for (let time = 0; time < 12; time += 1) await pglite.query(text, values);
};

it('runs a frequent statement with a single call into the database', async () => {
  const read = () => pglite.query('select text, id from notes where id = $1', [1]);
  expect(await countCalls(read)).toBe(6);
  await runOften('select text, id from notes where id = $1', [1]);
  expect(await countCalls(read)).toBe(1);
  expect(await read()).toMatchObject({ rows: [{ text: 'one', id: 1 }], fields: [{ name: 'text' }, { name: 'id' }] });
});

it('reports the error of a failed prepared statement and still runs the next ones', async () => {
  const text = 'insert into notes values ($1, $2) on conflict (id) do update set id = excluded.id / $3::int';
  await runOften(text, [1, 'again', 1]);
  for (let time = 0; time < 3; time += 1) {
    await expect(pglite.query(text, [1, 'again', 0])).rejects.toThrow('division by zero');
    expect(await pglite.query(text, [1, 'again', 1])).toMatchObject({ affectedRows: 1 });
  }
  await expect(
    pglite.transaction(async (tx) => {
      await tx.query(text, [2, 'two', 1]);
      await tx.query(text, [1, 'again', 0]);
    }),
  ).rejects.toThrow('division by zero');
  expect((await pglite.query('select id from notes')).rows).toEqual([{ id: 1 }]);
});

it('prepares a statement again after its table changed', async () => {
  const text = 'select * from notes where id = $1';
  await runOften(text, [1]);
  await pglite.exec('alter table notes add column more int default 7');
  await expect(pglite.query(text, [1])).rejects.toThrow('cached plan must not change result type');
  expect((await pglite.query(text, [1])).rows).toEqual([{ id: 1, text: 'one', more: 7 }]);
});

it('returns the right result to each of 20 concurrent statements', async () => {
  const text = 'select $1::int as id, $2::text as text';
  await runOften(text, [1, 'x']);
  const queries = Array.from({ length: 20 }, (_, id) => pglite.query(text, [id, `text ${id}`]));
  const answers = (await Promise.all(queries)).map(({ rows }) => rows);
  expect(answers).toEqual(Array.from({ length: 20 }, (_, id) => [{ id, text: `text ${id}` }]));
});
