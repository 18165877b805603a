import { createInterface, type Interface } from 'node:readline';
import { type Answer, type Output, stoppedError } from '#server/commands/shared/command.ts';
import { createProgressLine } from './progress-line.ts';

export type Terminal = Output & {
  end(): void;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** When the reader closes the pipe, write() reports the error to the command. */
const ignoreError = (): void => undefined;

const ANSWERS: Readonly<Record<string, Answer>> = { yes: 'yes', y: 'yes', no: 'no', n: 'no' };

/**
 * The first Ctrl-C asks the command to stop, the second ends the process. Answers are lines of standard input, or null
 * after its end.
 */
export function createTerminal({ input = () => process.stdin as NodeJS.ReadableStream } = {}): Terminal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(stoppedError());
  for (const signal of SIGNALS) process.once(signal, stop);
  const progress = createProgressLine(process.stderr);
  let reader: Interface | undefined;
  let lines: AsyncIterator<string> | undefined;
  const nextLine = () => {
    reader ??= createInterface({ input: input(), terminal: false, signal: stopping.signal });
    lines ??= reader[Symbol.asyncIterator]();
    return lines.next();
  };
  if (!process.stdout.listeners('error').includes(ignoreError)) process.stdout.on('error', ignoreError);
  return {
    signal: stopping.signal,
    say(line) {
      progress.end();
      process.stdout.write(`${toSingleLine(line)}\n`);
    },
    complain(line) {
      progress.end();
      process.stderr.write(`${toSingleLine(line)}\n`);
    },
    progress: progress.show,
    async ask(question) {
      progress.end();
      for (;;) {
        process.stderr.write(`${toSingleLine(question)} Type yes or no: `);
        const line = await nextLine();
        stopping.signal.throwIfAborted();
        if (line.done) {
          process.stderr.write('\n');
          return null;
        }
        const answer = ANSWERS[line.value.trim().toLowerCase()];
        if (answer) return answer;
      }
    },
    write: (text) =>
      new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve()))),
    end() {
      progress.end();
      reader?.close();
      for (const signal of SIGNALS) process.removeListener(signal, stop);
    },
  };
}

/** Customers' text must not forge lines, send escape sequences or change direction. */
const toSingleLine = (line: string): string => line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
