import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseImports, readSources, root, type SourceFile } from './source-files.ts';
import { type AllowedWords, findSuspects, forbiddenWords, wordBreaches } from './word-rules.ts';

const ALLOWED: AllowedWords[] = [
  { pattern: /^(purchaser_\w+|purchaserMobile)$/, reason: 'API field name, and the column that stores its value' },
  { pattern: /members?|vendors?/gi, paths: /^web\/shop\/legal\//, reason: 'the legal texts say Member and Vendor' },
  { pattern: /^Vendor$/, paths: /^server\/domain\/catalogue\/formats\//, reason: "a column of Shopify's export file" },
];

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
const words = forbiddenWords(glossary);
const suspects = findSuspects(readSources(), words);

describe('glossary words', () => {
  it('keeps words that the glossary forbids out of identifiers', () => {
    const breaches = wordBreaches(suspects, { words, allowed: ALLOWED });
    expect(breaches.map(({ path, line, word }) => `${path}:${line} ${word}`)).toEqual([]);
  });

  it.each(ALLOWED)('still needs the exception from the glossary: $reason', (exception) => {
    const count = (allowed: AllowedWords[]) => wordBreaches(suspects, { words, allowed }).length;
    expect(count(ALLOWED)).toBeLessThan(count(ALLOWED.filter((other) => other !== exception)));
  });
});

describe('glossary word check', () => {
  const file = (text: string, path = 'server/domain/cart/cart.ts'): SourceFile => ({
    path,
    text,
    imports: parseImports(path, text),
  });
  const forbidden = ['buyer', 'look after'];
  const planted = (text: string, path?: string) =>
    wordBreaches(findSuspects([file(text, path)], forbidden), {
      words: forbidden,
      allowed: [{ pattern: /^buyer_id$/, reason: '' }],
    });

  it('reads the forbidden words from the tables of the glossary', () => {
    const table =
      '| word | meaning | not |\n| ---- | --- | --- |\n| customer | who buys | buyer, payer |\n| visitor | a | |';
    expect(forbiddenWords(table)).toEqual(['buyer', 'payer']);
    expect(words).toContain('shopper');
  });

  it.each([
    ['a variable', 'const buyer = 1;'],
    ['part of a name', 'function sendToBuyers() {}'],
    ['a snake-case name', 'type A = { the_buyer: string };'],
    ['a parameter', 'export const f = (buyer: string) => 1;'],
    ['a name that joins its two words', 'function lookAfter() {}'],
  ])('finds a forbidden word in %s', (_what, text) => {
    expect(planted(text).map(({ path, line }) => [path, line])).toEqual([['server/domain/cart/cart.ts', 1]]);
  });

  it.each([
    ['a string', `const customer = 'buyer';`],
    ['a name imported from another file', `import { buyer } from './buyer.ts';\nexport const customer = buyer;`],
    ['a comment', '/** What a buyer pays. */'],
    ['an allowed name', 'type A = { buyer_id: string };'],
    ['a longer word', 'const buyerless = 1;'],
  ])('ignores a forbidden word in %s', (_what, text) => {
    expect(planted(text)).toEqual([]);
  });

  it('finds a forbidden word in a component, and reports its line', () => {
    const breaches = planted('\nexport const a = <Buyer />;\n', 'web/shop/account/orders/list.tsx');
    expect(breaches).toEqual([{ path: 'web/shop/account/orders/list.tsx', line: 2, word: 'buyer' }]);
  });
});
