import type { Progress } from '#server/commands/shared/command.ts';

const CELLS = 24;
/** Minimum distance between updates: rows in a log, milliseconds on a terminal. */
const ROWS_A_LINE = 10_000;
const APART_MS = 100;

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

export function createProgressLine(output: Output, now: () => number = performance.now.bind(performance)) {
  let phase = '';
  let lines = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  const share = ({ done, total }: Progress) => (total === 0 ? 1 : Math.min(1, done / total));
  const text = (progress: Progress) =>
    `${progress.phase.padEnd(9)} ${Math.floor(share(progress) * 100)
      .toString()
      .padStart(3)} %  ${progress.rows} rows`;
  return {
    show(progress: Progress): void {
      if (progress.phase !== phase) {
        if (output.isTTY && phase !== '') output.write('\n');
        phase = progress.phase;
        lines = 0;
        drawn = Number.NEGATIVE_INFINITY;
      }
      if (!output.isTTY) {
        const due = Math.floor(progress.rows / ROWS_A_LINE);
        if (due > lines) output.write(`${text(progress)}\n`);
        lines = due;
        return;
      }
      if (now() - drawn < APART_MS && share(progress) < 1) return;
      drawn = now();
      const full = Math.round(share(progress) * CELLS);
      output.write(`\r[${'#'.repeat(full)}${' '.repeat(CELLS - full)}] ${text(progress)}\u001B[K`);
    },
    end(): void {
      if (output.isTTY && phase !== '') output.write('\n');
      phase = '';
    },
  };
}
