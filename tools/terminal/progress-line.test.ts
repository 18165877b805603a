import { expect, it } from 'vitest';
import { createProgressLine } from './progress-line.ts';

function written(isTTY: boolean) {
  let text = '';
  const write = (part: string | Uint8Array) => {
    text += part;
    return true;
  };
  return { output: { isTTY, write } as Parameters<typeof createProgressLine>[0], text: () => text };
}

it('logs progress every ten thousand rows', () => {
  const { output, text } = written(false);
  const line = createProgressLine(output);
  for (let rows = 1; rows <= 20_500; rows += 1) line.show({ phase: 'reading', done: rows, total: 41_000, rows });
  line.end();
  expect(text()).toBe('reading    24 %  10000 rows\nreading    48 %  20000 rows\n');
});

it('redraws a single progress bar on a terminal, at most ten times a second', () => {
  const { output, text } = written(true);
  let now = 0;
  const line = createProgressLine(output, () => now);
  for (let rows = 1; rows <= 1_000; rows += 1) {
    now += 1;
    line.show({ phase: 'loading', done: rows, total: 1_000, rows });
  }
  line.end();
  expect(text().split('\r')).toHaveLength(1 + 11);
  expect(text().endsWith(`\r[${'#'.repeat(24)}] loading   100 %  1000 rows\u001B[K\n`)).toBe(true);
});
