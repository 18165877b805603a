import { z } from 'zod';

/**
 * A backup is a text, compressed by zstd: a header; for each slice of rows the number of its table and a list of them as
 * PostgreSQL writes a row; jobs; and the SHA-256 of everything before, with its signature (docs/decisions/048). Rows fit
 * a table by the migrations in the header.
 */
export const VERSION = 2;
export const JOBS = 'jobs';
export const END = 'end';

const table = z.object({
  /** With its schema, quoted where SQL needs it. */
  name: z.string(),
  /** Without those that the database generates from others. */
  columns: z.array(z.string()),
  rows: z.int(),
});
export type TableRows = z.output<typeof table>;

/** Amounts and counts that a restored shop must have, too. */
const sums = z.object({
  cards: z.int(),
  entries: z.int(),
  issuedCents: z.int(),
  postedCents: z.int(),
  balanceCents: z.int(),
  heldCents: z.int(),
  orderCents: z.int(),
  paymentCents: z.int(),
  refundCents: z.int(),
});
export type Sums = z.output<typeof sums>;
export const sumsRow = sums;

export const backupHeader = z.object({
  format: z.literal('handsel-backup'),
  version: z.int(),
  takenAt: z.iso.datetime(),
  /** Id of the card key that signed it. Backups of version 1 have no signature. */
  signedBy: z.string().optional(),
  database: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
  jobs: z.int(),
  sums,
});
export type BackupHeader = z.output<typeof backupHeader>;

export const rowsOf = ({ tables, jobs }: BackupHeader): number =>
  tables.reduce((all, { rows }) => all + rows, 0) + jobs;
