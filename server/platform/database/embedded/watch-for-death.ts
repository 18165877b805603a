import type { PGlite } from '@electric-sql/pglite';
import type { DatabaseLogger } from '../database.ts';

/** PostgreSQL's main loop in WebAssembly. PGlite swallows what it throws, and calls it again for ever. */
type Module = { _PostgresMainLoopOnce: () => void };

/**
 * Calls `onDead` when the database inside is gone and this process with it: PostgreSQL panicked, as over a disk that does
 * not sync, or its code ran into a trap. The next statement would never end and keep the one thread, so `onDead` must end
 * the process at once.
 */
export function watchForDeath(pglite: PGlite, onDead: (error: unknown) => void): void {
  const module = pglite.Module as unknown as Module;
  const once = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      // Other things that are thrown are how PostgreSQL jumps.
      if (error instanceof WebAssembly.RuntimeError) onDead(error);
      throw error;
    }
  };
  const send = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (message, options) => {
    try {
      return await send(message, options);
    } catch (error) {
      if (isLast(error)) onDead(error);
      throw error;
    }
  };
}

/** PostgreSQL's last words. */
const isLast = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'PANIC' || error.severity === 'FATAL');

/** Nothing can be closed in order any more; the next start recovers what was committed. */
export function endWithDatabase(logger?: DatabaseLogger): (error: unknown) => void {
  return (error) => {
    if (logger) logger.fatal({ err: error }, 'database.dead');
    else process.stderr.write(`The embedded database is dead: ${String(error)}\n`);
    process.exit(1);
  };
}
