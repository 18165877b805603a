import type { Socket } from 'node:net';
import pg from 'pg';
import { statementNames } from '../statement-names.ts';

type Config = pg.QueryConfig & { submit?: unknown };
type Query = (config: string | Config, values?: unknown[], ...more: unknown[]) => unknown;

/**
 * A client of one database that prepares what is sent often: PostgreSQL reads it once a connection, and plans it anew
 * only where that pays. Statements sent before anything else has its turn go out as one write.
 */
export function preparedClient(): new (config?: pg.ClientConfig) => pg.Client {
  const nameOf = statementNames();
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
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
  };
}
