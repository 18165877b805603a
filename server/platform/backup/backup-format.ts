import { z } from 'zod';

/**
 * A backup is a zstd-compressed text: a header, slices of rows (table number and JSON list of PostgreSQL row literals),
 * jobs, the SHA-256 of all this, and its signature (docs/decisions/048).
 */
export const VERSION = 2;
export const JOBS = 'jobs';
export const END = 'end';

const table = z.object({
  /** Schema-qualified table name, quoted where needed. */
  name: z.string(),
  /** All columns except generated ones. */
  columns: z.array(z.string()),
  rows: z.int(),
});
export type TableRows = z.output<typeof table>;

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
  /** Id of the card key that signed the file. Version 1 has no signature. */
  signedBy: z.string().optional(),
  database: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
  jobs: z.int(),
  sums,
});
export type BackupHeader = z.output<typeof backupHeader>;

export const countBackupRows = ({ tables, jobs }: BackupHeader): number =>
  tables.reduce((all, { rows }) => all + rows, 0) + jobs;
