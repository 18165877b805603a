import type { SqlConnection, SqlRunner } from '../database/database.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import { operatorError } from '../kernel/operator-error.ts';
import { type ApplyCounts, applyChunk, applyLoneVariants } from './apply/products-store.ts';
import { applyShared, type SellerDefaults, type SharedCounts } from './apply/shared-rows-store.ts';
import { analyzeProducts, countStagedProducts, nextChunk, type Piece } from './apply/staging-store.ts';

/** What a transaction should take: customers wait for it, all of them on the embedded database. */
const CHUNK_MS = 30;
/** Rows of a transaction: fewer would take longer in all and hardly less each. */
const MIN_CHUNK = 25;
const MAX_CHUNK = 1_000;
/** After so many products the planner gets new figures, then each time they have doubled. */
const FIRST_ANALYSIS = 1_000;

export type Counts = ApplyCounts & SharedCounts;

type LoadOptions = { files: readonly string[]; now: Date } & Partial<SellerDefaults> &
  Pick<SellerDefaults, 'ownSeller'>;
type Loading = { file: number; options: LoadOptions; progress: Progress };
type Progress = { add: (products: number) => void; done: () => number; total: number };

/** Counts the products of all files as they are written. */
export async function loadingProgress(
  run: SqlRunner,
  onProgress: (done: number, total: number) => void,
): Promise<Progress> {
  const total = await countStagedProducts(run);
  let done = 0;
  const add = (products: number) => {
    done += products;
    onProgress(done, total);
  };
  return { add, done: () => done, total };
}

/** Writes what is staged of a file, some rows at a time; what it throws says how much is there. */
export async function loadFile(run: SqlConnection, loading: Loading): Promise<Counts> {
  const { file, options, progress } = loading;
  try {
    return await writeFile(run, loading);
  } catch (cause) {
    const why = (cause as Error).message.replace(/\.$/, '');
    const sentence = `${options.files[file]} was not loaded to its end (${why}). ${progress.done()} of ${progress.total} products are in the shop; import again for the rest.`;
    throw operatorError({ code: 'import-failed', sentence, cause });
  }
}

async function writeFile(run: SqlConnection, { file, options, progress }: Loading): Promise<Counts> {
  const { ownSeller, seller = null, flatShippingCents = 0 } = options;
  const { unnamed, ...shared } = await inTransaction(run, (tx) =>
    applyShared(tx, file, { ownSeller, seller, flatShippingCents }),
  );
  const zero = { newProducts: 0, changedProducts: 0, newVariants: 0, changedVariants: 0, moved: 0, renewedPictures: 0 };
  const counts = { ...zero, ...shared };
  let analyzeAt = FIRST_ANALYSIS;
  await inChunks(run, { piece: 'products', file }, async (tx, chunk) => {
    const done = await applyChunk(tx, { file, ...chunk, now: options.now, unnamed });
    return async () => {
      for (const name of Object.keys(done) as (keyof ApplyCounts)[]) counts[name] += done[name];
      progress.add(chunk.n);
      if (counts.newProducts < analyzeAt) return;
      analyzeAt = 2 * counts.newProducts;
      await analyzeProducts(run);
    };
  });
  await inChunks(run, { piece: 'loneVariants', file }, async (tx, chunk) => {
    const changed = await applyLoneVariants(tx, { file, ...chunk });
    return async () => {
      counts.changedVariants += changed;
      progress.add(0);
    };
  });
  return counts;
}

/** Writes what is staged, each chunk in a transaction of its own; what `write` returns is called once that is committed. */
async function inChunks(
  run: SqlConnection,
  staged: { piece: Piece; file: number },
  write: (tx: SqlRunner, chunk: { first: number; last: number; n: number }) => Promise<() => Promise<void>>,
): Promise<void> {
  for (let after = 0, limit = MIN_CHUNK; ; ) {
    const began = performance.now();
    const chunk = await nextChunk(run, { ...staged, after, limit });
    if (chunk === null) return;
    const written = await inTransaction(run, (tx) => write(tx, chunk));
    limit = nextLimit(limit, performance.now() - began);
    after = chunk.last;
    await written();
  }
}

/** So many rows as should take CHUNK_MS, going by those before them. */
const nextLimit = (limit: number, ms: number): number =>
  Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, 2 * limit, Math.round((limit * CHUNK_MS) / ms)));

/** An order may be in its way. */
const inTransaction = <Result>(run: SqlConnection, work: (tx: SqlRunner) => Promise<Result>): Promise<Result> =>
  retryOnConflict(() => run.transaction(work));

/** How many rows of the shop are new or have changed. */
export function countChanges(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
