import { expect, it } from 'vitest';
import { createQuoteDoubler } from './escaped-quotes.ts';

function doubleQuotes(text: string, size: number): string {
  const quotes = createQuoteDoubler();
  let written = '';
  for (let offset = 0; offset < text.length; offset += size) written += quotes.next(text.slice(offset, offset + size));
  return written + quotes.end();
}

it.each([
  ['doubles a quotation mark after a backslash', String.raw`1,"a \"b\": c",2`, String.raw`1,"a \""b\"": c",2`],
  [
    'doubles an escaped quotation mark before a comma inside a field',
    String.raw`"{\"a\":\"b\",\"c\"}",2`,
    String.raw`"{\""a\"":\""b\"",\""c\""}",2`,
  ],
  ['keeps a field that ends with a backslash', '"C:\\",2\n"C:\\"\n"C:\\"', '"C:\\",2\n"C:\\"\n"C:\\"'],
  [
    'keeps doubled quotation marks and those without a backslash',
    '"a ""b"" c","d\\""e"\n5" pipe',
    '"a ""b"" c","d\\""e"\n5" pipe',
  ],
  ['keeps quotation marks inside unquoted fields', 'a\\"b,c\n"\\"d"', 'a\\"b,c\n"\\""d"'],
])('%s, wherever the chunks are split', (_, text, expected) => {
  for (const size of [1, 2, 3, 5, 100]) expect(doubleQuotes(text, size)).toBe(expected);
});

it('never splits an emoji between chunks', () => {
  const quotes = createQuoteDoubler();
  const pieces = ['"a', '🎁', '🎁🎁', 'b"'].map((piece) => quotes.next(piece));
  for (const piece of [...pieces, quotes.end()]) expect(piece.isWellFormed()).toBe(true);
});
