import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { retryOnConflict } from '#server/platform/database/database-errors.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { forEachChunk } from './apply/chunks-store.ts';
import { type ApplyCounts, applyChunk, applyLoneVariants } from './apply/products-store.ts';
import { applyShared, gatherShared, type SharedCounts, type Transact } from './apply/shared-rows-store.ts';
import { analyzeProducts } from './apply/staging-store.ts';

/** Refreshes database statistics after this many new products, and again each time their number doubles. */
const FIRST_ANALYSIS = 1_000;

export type Counts = ApplyCounts & SharedCounts;

type LoadOptions = { files: readonly string[]; now: Date; flatShippingCents?: number };
type Loading = { file: number; options: LoadOptions; progress: Progress; moveTo: number | null };
type Progress = { add: (products: number) => void; done: () => number; total: number };

export async function createLoadingProgress(
  run: SqlRunner,
  onProgress: (done: number, total: number) => void,
): Promise<Progress> {
  let total = 0;
  await forEachChunk(run, { source: 'products' }, async ({ n }) => {
    total += n;
  });
  let done = 0;
  const add = (products: number) => {
    done += products;
    onProgress(done, total);
  };
  return { add, done: () => done, total };
}

/** Loads a file in chunks. Errors report how many products were loaded. */
export async function loadFile(run: SqlConnection, loading: Loading): Promise<Counts> {
  const { file, options, progress } = loading;
  try {
    return await writeFile(run, loading);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\.$/, '');
    const sentence = `${options.files[file]} was loaded only in part (${reason}). ${progress.done()} of ${progress.total} products are in the shop; import it again to load the rest.`;
    throw operatorError({ code: 'import-failed', sentence, cause });
  }
}

async function writeFile(run: SqlConnection, { file, options, progress, moveTo }: Loading): Promise<Counts> {
  await gatherShared(run, file);
  const transact: Transact = (work) => runInTransaction(run, work);
  const shared = await applyShared(transact, file, options.flatShippingCents ?? 0);
  const zero = { newProducts: 0, changedProducts: 0, newVariants: 0, changedVariants: 0, moved: 0, renewedPictures: 0 };
  const counts = { ...zero, ...shared };
  let analyzeAt = FIRST_ANALYSIS;
  await forEachChunk(run, { source: 'products', file }, async (chunk) => {
    const done = await runInTransaction(run, (tx) => applyChunk(tx, { file, ...chunk, now: options.now, moveTo }));
    for (const name of Object.keys(done) as (keyof ApplyCounts)[]) counts[name] += done[name];
    progress.add(chunk.n);
    if (counts.newProducts < analyzeAt) return;
    analyzeAt = 2 * counts.newProducts;
    return () => analyzeProducts(run);
  });
  await forEachChunk(run, { source: 'loneVariants', file }, async (chunk) => {
    counts.changedVariants += await runInTransaction(run, (tx) => applyLoneVariants(tx, { file, ...chunk }));
    progress.add(0);
  });
  return counts;
}

const runInTransaction = <Result>(run: SqlConnection, work: (tx: SqlRunner) => Promise<Result>): Promise<Result> =>
  retryOnConflict(() => run.transaction(work));

export function countChanges(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
