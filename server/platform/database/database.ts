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
   * meanwhile, so `work` must wait only for the database. A `snapshot` is read-only and sees data as of its first
   * statement.
   */
  transaction: <T>(work: (run: SqlRunner) => Promise<T>, options?: { snapshot?: boolean }) => Promise<T>;
}

export interface Listener {
  channel: string;
  /** Called on every connect and reconnect. Earlier notifications are lost. */
  onListening: () => void;
  /** Notifications arrive in commit order. */
  onNotice: (text: string) => void;
}

export interface Subscription {
  send: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

export interface Database {
  kind: DatabaseKind;
  orm: Handle;
  /**
   * Runs outside transactions. Returns timestamptz as Date, int8 as number, and numeric, date and timestamp as text.
   */
  query: (text: string, values?: unknown[]) => Promise<Rows>;
  /**
   * Commits when `work` resolves, rolls back when it throws. On PostgreSQL, `work` runs again after a conflict, so it
   * must have no side effects outside the database.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;
  /**
   * Reserves a connection without a statement timeout. The embedded database has only one, so other callers' statements
   * may run between those of `work`, but not inside its transactions.
   */
  exclusive: <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T>;
  subscribe: (listener: Listener) => Subscription;
  /** For pg-boss. A script of several statements cannot take values. */
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
  connections?: () => { max: number; used: number; idle: number; waiting: number };
  copyTo?: (folder: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface DatabaseLogger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
  /** Logs synchronously, because the process exits immediately afterwards. */
  fatal: (details: object, message: string) => void;
}
