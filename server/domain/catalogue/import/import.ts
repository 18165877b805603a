import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { toWallTime, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Database, SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { type Columns, locateColumn } from '../formats/columns.ts';
import { collectRowErrors, type RowErrors } from '../formats/row-errors.ts';
import { leaveOutLinks, leaveOutVariants, runChecks } from './apply/findings-store.ts';
import { findKnown, keepFormerKeys } from './apply/known-keys-store.ts';
import { completeOptions, spreadVariants } from './apply/options-store.ts';
import { assignOwners } from './apply/owners-store.ts';
import { countPlanned, type PlannedCounts } from './apply/planned-store.ts';
import { assignPublicNames } from './apply/public-names-store.ts';
import {
  assignProductsOfVariants,
  decideGst,
  dropDeadLinks,
  dropNotSold,
  markDeadLinks,
  resolveStaging,
  settleGst,
} from './apply/resolve-store.ts';
import {
  ALIKE,
  type BreachRow,
  CHECKS,
  type Check,
  CUT,
  createGeneratedSkuCheck,
  NOTICES,
  PART_OF_GST,
  REPEATED,
  SHARED,
  UNLIKE_GST,
} from './apply/staging-checks-sql.ts';
import { analyzeProducts, dropStaging, lockImports, openStaging, unlockImports } from './apply/staging-store.ts';
import { type Counts, countChanges, createLoadingProgress, loadFile } from './load-file.ts';
import { createPublicNetwork, type Network } from './pictures/fetch-picture.ts';
import { stagePictures } from './pictures/stage-pictures.ts';
import { readFileInto } from './read-file.ts';

export type ImportProgress = { phase: 'reading' | 'pictures' | 'loading'; done: number; total: number; rows: number };

export type ImportOptions = {
  files: readonly string[];
  now: Date;
  /** Pictures under this URL are the shop's own and are not fetched. */
  publicUrl: string;
  /** The seller of new products whose rows name no seller. */
  ownSeller: string;
  /** Name or shop URL of the seller to use for rows that name none. */
  seller?: string | null;
  /** Shop URL of the seller that all products move to. */
  moveTo?: string | null;
  /** Overrides the detected root categories in Magento files. 'none' keeps the first level. */
  roots?: readonly string[];
  /** Folder of the pictures. Defaults to each file's own folder. */
  pictures?: string | null;
  /** Hosts from which pictures may be fetched, besides Shopify's. */
  picturesFrom?: readonly string[];
  freshPictures?: boolean;
  strict?: boolean;
  skipWrong?: boolean;
  dryRun?: boolean;
  flatShippingCents?: number;
  network?: Network;
  onProgress?: (progress: ImportProgress) => void;
  /** Aborts the import. Products already written stay. */
  signal?: AbortSignal;
};

export type ImportResult = {
  rowErrors: RowErrors;
  loaded: { file: string; counts: Counts }[];
  /** The changes that a dry run would make. Empty for other runs. */
  planned: { file: string; counts: PlannedCounts }[];
};

/**
 * Imports Magento, Shopify or WooCommerce files. Checks all files first; any error stops the import unless `skipWrong`
 * is set. Writes in chunks, so an aborted import is partial, and repeating the import loads the rest. Missing fields
 * keep their values.
 */
export async function importCatalogue(database: Database, options: ImportOptions): Promise<ImportResult> {
  return database.exclusive(async (run) => {
    const unlock = await lock(database, run);
    try {
      return await importInto(run, options);
    } finally {
      await dropStaging(run);
      await unlock();
    }
  });
}

/**
 * Embedded databases with a running import. Imports there share one connection, so an advisory lock cannot keep them
 * apart.
 */
const importing = new WeakSet<Database>();

async function lock(database: Database, run: SqlRunner): Promise<() => Promise<void>> {
  if (importing.has(database)) throw alreadyRunningError();
  if (database.kind === 'embedded') {
    importing.add(database);
    return async () => void importing.delete(database);
  }
  if (!(await lockImports(run))) throw alreadyRunningError();
  return () => unlockImports(run);
}

const alreadyRunningError = () =>
  operatorError({
    code: 'import-running',
    sentence: 'Another import is running on this database. Wait until it ends, then start this one.',
  });

async function importInto(run: SqlConnection, input: ImportOptions): Promise<ImportResult> {
  const options = { ...input, onProgress: createProgressReporter(input) };
  const rowErrors = collectRowErrors({ strict: options.strict ?? false });
  const formats = await readFiles(run, options, rowErrors);
  const goesOn = () => rowErrors.errors() === 0 || options.skipWrong === true;
  const moveTo = goesOn() ? await checkAll(run, { options, rowErrors, formats }) : null;
  if (!goesOn()) return { rowErrors, loaded: [], planned: [] };
  if (options.dryRun) return { rowErrors, loaded: [], planned: await countPlannedByFile(run, options) };
  await stageAllPictures(run, { options, rowErrors, formats });
  if (!goesOn()) return { rowErrors, loaded: [], planned: [] };
  const loaded: ImportResult['loaded'] = [];
  const progress = await createLoadingProgress(run, (done, total) =>
    options.onProgress({ phase: 'loading', done, total, rows: done }),
  );
  for (const [index, file] of options.files.entries())
    loaded.push({ file, counts: await loadFile(run, { file: index, options, progress, moveTo }) });
  if (loaded.some(({ counts }) => countChanges(counts) > 0)) await analyzeProducts(run);
  return { rowErrors, loaded, planned: [] };
}

async function countPlannedByFile(run: SqlConnection, { files }: ImportOptions): Promise<ImportResult['planned']> {
  const counts: ImportResult['planned'] = [];
  for (const [index, file] of files.entries()) counts.push({ file, counts: await countPlanned(run, index) });
  return counts;
}

function createProgressReporter({ signal, onProgress }: ImportOptions): (progress: ImportProgress) => void {
  return (progress) => {
    signal?.throwIfAborted();
    onProgress?.(progress);
  };
}

type Formats = ReadonlyMap<number, Columns>;

async function readFiles(run: SqlRunner, options: ImportOptions, rowErrors: RowErrors): Promise<Formats> {
  const staging = await openStaging(run);
  const total = options.files.reduce((sum, file) => sum + statSync(file).size, 0);
  const progress = { phase: 'reading' as const, done: 0, total, rows: 0 };
  const formats = new Map<number, Columns>();
  for (const [file, path] of options.files.entries()) {
    const columns = await readFileInto(staging, {
      file,
      path,
      today: toLocalDay(options.now),
      roots: options.roots ?? [],
      references: { folder: resolvePictureFolder(path, options), publicUrl: options.publicUrl },
      add: rowErrors.add,
      onBytes: (bytes) => {
        progress.done += bytes;
      },
      onRow: () => {
        progress.rows += 1;
        options.onProgress?.(progress);
      },
    });
    if (columns) formats.set(file, columns);
  }
  await staging.end();
  return formats;
}

const toLocalDay = (now: Date): string => writeWallTime(toWallTime(now.getTime(), DEFAULT_ZONE)).slice(0, 10);

const resolvePictureFolder = (file: string, { pictures }: ImportOptions): string => resolve(pictures ?? dirname(file));

type Checking = { options: ImportOptions; rowErrors: RowErrors; formats: Formats };

async function checkAll(run: SqlConnection, { options, rowErrors, formats }: Checking): Promise<number | null> {
  const skipWrong = options.skipWrong ?? false;
  const fileName = (file: unknown) => options.files[Number(file)] ?? '';
  const report = (check: Omit<Check, 'source' | 'sql'>, row: BreachRow) => {
    const columns = formats.get(row.file);
    const name = columns ? check.column[columns.format] : null;
    const severity = check.severity ?? 'error';
    const sentence = check.sentence(row, fileName);
    rowErrors.add({ severity, file: row.file, line: row.line, ...locateColumn(columns, name), sentence });
  };
  const rowFiles = [...formats.keys()].filter((file) => formats.get(file)?.format !== 'shopify');
  const { ownSeller, seller = null, moveTo = null } = options;
  await assignProductsOfVariants(run);
  await findKnown(run);
  await keepFormerKeys(run);
  const newSeller = await assignOwners(run, { ownSeller, seller, moveTo }, rowFiles);
  await assignPublicNames(run, rowFiles);
  await runChecks(run, REPEATED, { report, skipWrong });
  await markDeadLinks(run);
  await leaveOutLinks(run, SHARED, report);
  await dropDeadLinks(run);
  const lastRead = await spreadVariants(run, rowFiles, (row) => report(CUT, row));
  await runChecks(run, [createGeneratedSkuCheck(lastRead)], { report, skipWrong });
  await completeOptions(run);
  await resolveStaging(run, rowFiles);
  await runChecks(run, NOTICES, { report, skipWrong: false });
  await dropNotSold(run);
  await leaveOutVariants(run, ALIKE, report);
  await runChecks(run, CHECKS, { report, skipWrong });
  await runChecks(run, UNLIKE_GST, { report, skipWrong: false });
  await decideGst(run);
  await runChecks(run, PART_OF_GST, { report, skipWrong: false });
  await settleGst(run);
  return newSeller;
}

const PICTURES = { magento: 'base_image', shopify: 'image src', woocommerce: 'images' };

async function stageAllPictures(run: SqlConnection, { options, rowErrors, formats }: Checking): Promise<void> {
  await stagePictures(run, {
    folders: [...new Set(options.files.map((file) => resolvePictureFolder(file, options)))],
    network: options.network ?? createPublicNetwork(options.picturesFrom ?? []),
    fresh: options.freshPictures ?? false,
    report({ file, line, uses, sentence }) {
      const name = PICTURES[formats.get(file)?.format ?? 'magento'];
      const usesNote = uses > 1 ? ` (${uses} products use it.)` : '';
      const place = { severity: 'warning' as const, file, line, ...locateColumn(formats.get(file), name) };
      rowErrors.add({ ...place, sentence: `${sentence}${usesNote}` });
    },
    onProgress: (done, total) => options.onProgress?.({ phase: 'pictures', done, total, rows: done }),
  });
}
