import type { Socket } from 'node:net';
import pg from 'pg';

/** Sent so often, a statement is prepared. */
const OFTEN = 10;
/** A list of values or of rows, whose length differs from call to call. */
const LIST = /\bin \(\$\d+, \$|\), \((\$|default)/i;
/** Each connection keeps the prepared ones for as long as it lives. */
const MOST = 500;
/** Statements that are counted at a time. */
const COUNTED = 5_000;

const counts = new Map<string, number>();
const names = new Map<string, string>();

/** The name under which every connection of this process prepares a statement; undefined while it is sent as it is. */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MOST || LIST.test(text)) return name;
  const count = (counts.get(text) ?? 0) + 1;
  if (counts.size >= COUNTED) counts.clear();
  counts.set(text, count);
  if (count < OFTEN) return undefined;
  counts.delete(text);
  const made = `s${names.size + 1}`;
  names.set(text, made);
  return made;
}

type Config = pg.QueryConfig & { submit?: unknown };
type Query = (config: string | Config, values?: unknown[], ...more: unknown[]) => unknown;

/**
 * Prepares what is sent often: PostgreSQL reads it once a connection, and plans it anew only where that pays. Statements
 * sent before anything else has its turn go out as one write.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    // pg's types keep the connection to themselves.
    const { connection } = this as unknown as { connection: { stream: Socket } };
    const gathered: Query = (...statement) => {
      const { stream } = connection;
      if (stream.writableCorked === 0) {
        stream.cork();
        process.nextTick(() => stream.uncork());
      }
      return query(...statement);
    };
    const prepared: Query = (config, values, ...more) => {
      const sent = typeof config === 'string' ? { text: config } : config;
      const isPlain = typeof sent.submit !== 'function' && sent.name === undefined && (values ?? sent.values)?.length;
      const name = isPlain ? nameOf(sent.text) : undefined;
      return gathered(name ? { ...sent, name } : config, values, ...more);
    };
    this.query = prepared as typeof this.query;
  }
}
