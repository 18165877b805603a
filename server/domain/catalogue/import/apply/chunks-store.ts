import { z } from 'zod';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { rows } from '#server/platform/database/rows.ts';

/** What a chunk should take: customers wait for it, all of them on the embedded database. */
const CHUNK_MS = 30;
/** Rows of a chunk: fewer would take longer in all and hardly less each. */
const MIN_CHUNK = 25;
/** Rows that take longer may come behind many that take no time. */
const MAX_CHUNK = 2_000;

/** What is gone through by a key: rows of a table by their ids, those of the shop too; a product by its sku, with all its variants. */
const STAGED = {
  products: 'select id as key, file from import_products',
  variants: 'select id as key, file from import_variants',
  loneVariants: 'select id as key, file from import_variants where keeps_choice',
  links: 'select id as key, file from import_links',
  findings: 'select id as key, file from import_findings',
  names: 'select id as key, null::int as file from import_names',
  shop: 'select id as key, null::int as file from products',
  wholeProducts: 'select sku as key, file from import_products union all select product_sku, file from import_variants',
};
export type Staged = keyof typeof STAGED;

const key = z.union([z.int(), z.string()]);
const chunkRow = z.object({ first: key, last: key, n: z.int() });
/** Keys from `first` to `last`, both included, of `n` rows. */
export type Chunk = z.output<typeof chunkRow>;

/**
 * Calls `work` with what is staged, of one file or all, in the order of its keys: each time with as many rows as should
 * take CHUNK_MS, going by those before them; what it returns is called then, and its time is not counted. Customers
 * have their turn in between.
 */
export async function eachChunk(
  run: SqlRunner,
  { of, file = null }: { of: Staged; file?: number | null },
  work: (chunk: Chunk) => Promise<void | (() => Promise<void>)>,
): Promise<void> {
  const sql = `select min(key) as first, max(key) as last, count(*)::int as n from (select key from (${STAGED[of]}) staged
    where key > $1 and ($2::int is null or file = $2) order by key limit $3) chunk having count(*) > 0`;
  let after: Chunk['last'] = of === 'wholeProducts' ? '' : 0;
  for (let limit = MIN_CHUNK; ; ) {
    const began = performance.now();
    const [chunk] = await rows(run, chunkRow, { sql, params: [after, file, limit] });
    if (!chunk) return;
    const then = await work(chunk);
    after = chunk.last;
    const fitting = Math.round((limit * CHUNK_MS) / (performance.now() - began));
    limit = Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, 4 * limit, fitting));
    await then?.();
  }
}

/**
 * Plans are kept, also of chunks that were larger: each row is found by an index, since a plan that reads the whole of
 * another table for it would do so for every chunk.
 */
export const BY_INDEX = 'set local enable_hashjoin = off; set local enable_mergejoin = off';

/** Calls `work` in a transaction for each chunk of what is staged. */
export function transactChunks(
  run: SqlConnection,
  staged: { of: Staged; file?: number },
  work: (tx: SqlRunner, chunk: Chunk) => Promise<void>,
): Promise<void> {
  return eachChunk(run, staged, (chunk) =>
    run.transaction(async (tx) => {
      await tx.exec(BY_INDEX);
      await work(tx, chunk);
    }),
  );
}

/** Runs statements over all that is staged so, one after the other for each chunk: $1 and $2 are its first and last key. */
export function runInChunks(run: SqlConnection, of: Staged, ...statements: string[]): Promise<void> {
  return transactChunks(run, { of }, async (tx, { first, last }) => {
    for (const statement of statements) await tx.query(statement, [first, last]);
  });
}
