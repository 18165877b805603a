import { z } from 'zod';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';

/** Target duration of a chunk. Customers' writes wait while a chunk runs. */
const CHUNK_MS = 30;
const MIN_CHUNK = 25;
/** Bounds the duration of a chunk in which slow rows follow fast ones. */
const MAX_CHUNK = 2_000;

/** Keys are row ids, but `wholeProducts` groups a product and its variants by the product's sku. */
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
export type Chunk = z.output<typeof chunkRow>;

/**
 * Sizes chunks by earlier timings to take CHUNK_MS, so that customers can write in between. If `work` returns a
 * function, that function runs untimed after the chunk.
 */
export async function forEachChunk(
  run: SqlRunner,
  { source: staged, file = null }: { source: Staged; file?: number | null },
  work: (chunk: Chunk) => Promise<void | (() => Promise<void>)>,
): Promise<void> {
  const sql = `select min(key) as first, max(key) as last, count(*)::int as n from (select key from (${STAGED[staged]}) staged
    where key > $1 and ($2::int is null or file = $2) order by key limit $3) chunk having count(*) > 0`;
  let after: Chunk['last'] = staged === 'wholeProducts' ? '' : 0;
  for (let limit = MIN_CHUNK; ; ) {
    const began = performance.now();
    const [chunk] = await queryRows(run, chunkRow, { sql, params: [after, file, limit] });
    if (!chunk) return;
    const then = await work(chunk);
    after = chunk.last;
    const fitting = Math.round((limit * CHUNK_MS) / (performance.now() - began));
    limit = Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, 4 * limit, fitting));
    await then?.();
  }
}

/**
 * Forces index scans: cached plans serve chunks of all sizes, and without an index each chunk would read whole tables.
 */
export const BY_INDEX = 'set local enable_hashjoin = off; set local enable_mergejoin = off';

export function transactChunks(
  run: SqlConnection,
  staged: { source: Staged; file?: number },
  work: (tx: SqlRunner, chunk: Chunk) => Promise<void>,
): Promise<void> {
  return forEachChunk(run, staged, (chunk) =>
    run.transaction(async (tx) => {
      await tx.exec(BY_INDEX);
      await work(tx, chunk);
    }),
  );
}

/** Statements receive the chunk's first and last key as $1 and $2. */
export function runInChunks(run: SqlConnection, staged: Staged, ...statements: string[]): Promise<void> {
  return transactChunks(run, { source: staged }, async (tx, { first, last }) => {
    for (const statement of statements) await tx.query(statement, [first, last]);
  });
}
