import { type Output, stopped } from '#server/commands/command.ts';
import { progressLine } from './progress-line.ts';

export type Terminal = Output & {
  /** The end of what a command says. */
  end(): void;
};

/** This process's own terminal. The first Ctrl-C asks the command to end itself, the second one ends the process. */
export function terminal(): Terminal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(stopped()));
  }
  const progress = progressLine(process.stderr);
  // Whoever reads the output has seen enough; write() tells the command.
  process.stdout.on('error', () => undefined);
  return {
    signal: stopping.signal,
    say(line) {
      progress.end();
      process.stdout.write(`${oneLine(line)}\n`);
    },
    complain(line) {
      progress.end();
      process.stderr.write(`${oneLine(line)}\n`);
    },
    progress: progress.show,
    write: (text) =>
      new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve()))),
    end: progress.end,
  };
}

/**
 * Names and towns are customers' own words: no break, escape sequence or change of direction of theirs reaches the
 * terminal.
 */
const oneLine = (line: string): string => line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
