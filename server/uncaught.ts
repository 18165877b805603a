import type { FastifyBaseLogger } from 'fastify';
import { isOperatorError } from './platform/kernel/operator-error.ts';

/** Limits how long closing may take, because the supervisor waits to restart the process. */
const CLOSE_MS = 10_000;

/** Logs, closes and exits with status 1, because the process state is unreliable after an uncaught error. */
export function endOnUncaught(log: Pick<FastifyBaseLogger, 'fatal'>, close: () => Promise<void>): void {
  let ending = false;
  const end = (thrown: unknown): void => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    log.fatal({ err: error }, 'process.failed');
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), CLOSE_MS);
    close()
      .catch((failed) => log.fatal({ err: failed }, 'process.close_failed'))
      .finally(() => process.exit(1));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

export async function reportStartFailure(error: unknown, { production }: { production: boolean }): Promise<void> {
  if (!production) {
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${isOperatorError(error) ? error.message : stack}\n`);
    return;
  }
  const [{ pino }, { errorForLog }] = await Promise.all([import('pino'), import('./platform/kernel/redaction.ts')]);
  const log = pino({ serializers: { err: errorForLog } });
  log.fatal({ err: error }, 'process.start_failed');
}
