import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Handle, Rows, Transaction } from './handle.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** One connection that runs statements in order. */
export interface SqlRunner {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /** Runs a script of any number of statements without parameters. */
  exec: (script: string) => Promise<void>;
}

/** One connection that work has for its whole length. */
export interface SqlConnection extends SqlRunner {
  /**
   * Commits when `work` resolves, rolls back when it throws; never run again by itself. On the embedded database
   * everybody else waits until it ends, so work must not wait for anything else. `snapshot`: read only, all as it was
   * at its first statement.
   */
  transaction: <T>(work: (run: SqlRunner) => Promise<T>, options?: { snapshot?: boolean }) => Promise<T>;
}

/** Whom notices are sent to. */
export interface Listener {
  channel: string;
  /** Now it hears what is sent; what was sent before, also between two connections, never arrives. */
  onListening: () => void;
  /** Called after the commit of whoever sent it, in the order of the commits. */
  onNotice: (text: string) => void;
}

export interface Subscription {
  /** Sends a text on the channel, by a connection that no call waits for and none of the listener's. */
  send: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** The shop's database: PostgreSQL's SQL on either driver, with the same values coming back. */
export interface Database {
  kind: DatabaseKind;
  /** Typed queries over the schema, outside of transactions. */
  orm: Handle;
  /**
   * One statement outside of transactions; timestamptz as Date, int8 as number, numeric, date and timestamp as text.
   */
  query: (text: string, values?: unknown[]) => Promise<Rows>;
  /**
   * Runs work in one transaction: commits when it resolves, rolls back when it throws. On PostgreSQL it is run again,
   * up to three times, after a serialization failure or a deadlock, so work must touch nothing but the database.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;
  /**
   * One connection for the whole of work, without a time limit on statements: for migrations and commands. The embedded
   * database has but one: between the statements of work, outside of its transactions, those of others run there, too.
   */
  exclusive: <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T>;
  /** Hears what is sent on a channel by pg_notify. */
  subscribe: (listener: Listener) => Subscription;
  /** What pg-boss speaks through; scripts of several statements come without values. */
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
  /** The connections of the pool at this moment; the embedded database has but one. */
  connections?: () => { max: number; used: number; idle: number; waiting: number };
  /** Copies the files of an embedded database as they are at one moment, while it is in use. */
  copyTo?: (folder: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Where failures go that belong to no call, such as a pooled connection that was cut. Pino fits. */
export interface DatabaseLogger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
  /** Of a failure that ends the process: written when it returns. */
  fatal: (details: object, message: string) => void;
}
