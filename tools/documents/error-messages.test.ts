import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '#contract/errors.ts';
import { errorMessages } from './error-messages.ts';

const entry = (text: string, apps: ErrorEntry['apps']): ErrorEntry => ({ status: 400, apps, text });
const renderLines = (table: Record<string, ErrorEntry>) => errorMessages('shop', table).split('\n').slice(4, -2);

describe('generated error messages of an app', () => {
  it('includes exactly the errors that the app displays', () => {
    const table = { both: entry('A', ['till', 'shop']), till: entry('B', ['till']), none: entry('C', []) };
    expect(renderLines(table)).toEqual(["  both: msg({ message: 'A' }),"]);
    expect(errorMessages('till', table)).toContain("  till: msg({ message: 'B' }),");
  });

  it('breaks lines and chooses quotes as the formatter does', () => {
    const fits = 'x'.repeat(120 - "  a: msg({ message: '' }),".length);
    expect(renderLines({ a: entry(fits, ['shop']) })).toEqual([`  a: msg({ message: '${fits}' }),`]);
    expect(renderLines({ a: entry(`${fits}y`, ['shop']) })).toEqual([
      '  a: msg({',
      `    message: '${fits}y',`,
      '  }),',
    ]);
    const long = `It's ${'x'.repeat(120)}`;
    expect(renderLines({ a: entry(long, ['shop']) })).toEqual([
      '  a: msg({',
      '    message:',
      `      "${long}",`,
      '  }),',
    ]);
  });

  it.each(['a \\ b', 'a\nb', `a 'b' "c"`])('rejects an error text that would need escaping: %j', (text) => {
    expect(() => errorMessages('shop', { a: entry(text, ['shop']) })).toThrow('error text');
  });
});
