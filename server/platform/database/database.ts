import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Handle, Rows, Transaction } from './handle.ts';

export type DatabaseKind = 'embedded' | 'postgres';

export interface SqlRunner {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  exec: (script: string) => Promise<void>;
}

export interface SqlConnection extends SqlRunner {
  /**
   * Commits when `work` resolves, rolls back when it throws. Never retries. The embedded database blocks other calls
   * meanwhile, so `work` must wait for nothing else. `snapshot`: read-only, as of the first statement.
   */
  transaction: <T>(work: (run: SqlRunner) => Promise<T>, options?: { snapshot?: boolean }) => Promise<T>;
}

export interface Listener {
  channel: string;
  /** Called on every (re)connect. Earlier notices are lost. */
  onListening: () => void;
  /** Called in commit order. */
  onNotice: (text: string) => void;
}

export interface Subscription {
  send: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

export interface Database {
  kind: DatabaseKind;
  orm: Handle;
  /** Runs outside of transactions. Returns timestamptz as Date, int8 as number; numeric, date and timestamp as text. */
  query: (text: string, values?: unknown[]) => Promise<Rows>;
  /**
   * Commits when `work` resolves, rolls back when it throws. PostgreSQL retries after conflicts, so `work` must touch
   * only the database.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;
  /**
   * Reserves a connection without statement timeout. The embedded database has only one: other callers' statements may
   * run between those of `work`, outside its transactions.
   */
  exclusive: <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T>;
  subscribe: (listener: Listener) => Subscription;
  /** For pg-boss. Scripts of several statements take no values. */
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
  connections?: () => { max: number; used: number; idle: number; waiting: number };
  /** Copies an embedded database in use, as of one moment. */
  copyTo?: (folder: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Receives errors outside of calls, such as cut pool connections. Pino fits. */
export interface DatabaseLogger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
  /** Logs synchronously: the process ends next. */
  fatal: (details: object, message: string) => void;
}
