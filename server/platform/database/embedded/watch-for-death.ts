import type { PGlite } from '@electric-sql/pglite';
import type { DatabaseLogger } from '../database.ts';

/** PGlite swallows exceptions from this main loop and calls it again forever. */
type Module = { _PostgresMainLoopOnce: () => void };

/**
 * Calls `onDead` when PostgreSQL panics or its WebAssembly code traps. `onDead` must end the process, because the next
 * statement would block the only thread forever.
 */
export function watchForDeath(pglite: PGlite, onDead: (error: unknown) => void): void {
  const module = pglite.Module as unknown as Module;
  const runMainLoopOnce = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runMainLoopOnce();
    } catch (error) {
      // PostgreSQL throws other exceptions for control flow.
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

const isLast = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'PANIC' || error.severity === 'FATAL');

/** Ends the process. The next start recovers committed data. */
export function endWithDatabase(logger?: DatabaseLogger): (error: unknown) => void {
  return (error) => {
    if (logger) logger.fatal({ err: error }, 'database.dead');
    else process.stderr.write(`The embedded database is dead: ${String(error)}\n`);
    process.exit(1);
  };
}
