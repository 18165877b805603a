import { expect, it } from 'vitest';
import { collectRowErrors, formatRepeatedError, type RowError } from './row-errors.ts';

const draft = (line: number, file = 0): RowError => ({
  severity: 'warning',
  file,
  line,
  column: 4,
  name: 'status',
  sentence: 'the product is not published; it is not sold.',
});
const wrong: RowError = { ...draft(900), severity: 'error', name: 'price', sentence: '"twelve" is not a price.' };
const files = ['a.csv', 'b.csv'];

it.each([false, true])(
  'lists an error among thousands of warnings, and each message once with its lines, if strict is %s',
  (strict) => {
    const found = collectRowErrors({ strict });
    for (let line = 2; line < 2_000; line += 1) if (line !== 900) found.add(draft(line));
    found.add(draft(7, 1));
    found.add(wrong);
    expect(found.listBySeverity('error')).toEqual([wrong]);
    expect(found.listed()).toContainEqual(wrong);
    const label = strict ? '' : 'warning: ';
    expect(found.repeated('warning').map((warning) => formatRepeatedError(warning, files))).toEqual([
      `a.csv:2:4 ${label}status: the product is not published; it is not sold. (1997 times, lines 2-899, 901-1999)`,
      `b.csv:7:4 ${label}status: the product is not published; it is not sold.`,
    ]);
    expect([found.errors(), found.warnings()]).toEqual(strict ? [1_999, 0] : [1, 1_998]);
  },
);
