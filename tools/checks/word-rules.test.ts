import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, readSources, root, type SourceFile } from './source-files.ts';
import { type AllowedWords, breachesByFolder, findSuspects, forbiddenWords, wordBreaches } from './word-rules.ts';

/** Words the glossary forbids for one thing that are right for others, which a check cannot tell apart. */
const AMBIGUOUS = new Set([
  ...['gift', 'entry', 'it', 'shop', 'sending', 'round', 'notice', 'receipt', 'asked', 'given', 'failure'],
  ...['outside', 'work'],
]);

const ALLOWED: AllowedWords[] = [
  {
    pattern: /^(problem|MessageProblem|messageProblems|twilioProblem|PROBLEM_BY_\w+)$/,
    reason: 'wire and column word: why a message failed',
  },
  { pattern: /^(refusal_?reasons?)$/gi, reason: 'wire and column word: why a held order was refused' },
  { pattern: /^purchaser_\w+$/, reason: 'wire word' },
  { pattern: /\b(members?|vendors?)\b/gi, paths: /^web\/legal\//, reason: 'the legal texts say Member and Vendor' },
  { pattern: /^Vendor$/, paths: /^server\/catalogue-import\/formats\//, reason: "a column of Shopify's file" },
  {
    pattern: /faults?/gi,
    paths: /^server\/integrations\/.*(test|matrix)/,
    reason: 'fault injection: the word of the field',
  },
];

/** Breaches that a folder may still have; lower a figure with every word that goes. The aim is an empty list. */
const REMAINING: Record<string, number> = {
  contract: 4,
  'contract/rules': 22,
  'contract/shapes': 4,
  'gallery/fixtures': 1,
  'gallery/story': 1,
  server: 22,
  'server/cart': 40,
  'server/catalogue': 2,
  'server/commands': 5,
  'server/database': 12,
  'server/gift-cards': 66,
  'server/http': 61,
  'server/integrations': 159,
  'server/kernel': 1,
  'server/messaging': 21,
  'server/orders': 178,
  'web/account': 2,
  'web/brand': 2,
  'web/browse': 3,
  'web/card': 2,
  'web/checkout': 18,
  'web/gift-card': 2,
  'web/legal': 2,
  'web/offline': 1,
  'web/product': 1,
  'web/queries': 1,
  'web/register': 3,
  'web/search': 3,
  'web/session': 7,
  'web/shell': 1,
  'web/state': 14,
};

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
const words = forbiddenWords(glossary, AMBIGUOUS);
const suspects = findSuspects(
  readSources().filter(({ path }) => !/^(db|e2e)\//.test(path)),
  words,
);

describe('the words of the glossary', () => {
  test('name things in identifiers and comments; a folder may have what remains, and no more', () => {
    const breaches = wordBreaches(suspects, { words, allowed: ALLOWED });
    const folders = Object.entries(breachesByFolder(breaches));
    const over = folders.filter(([folder, count]) => count > (REMAINING[folder] ?? 0)).map(([folder]) => folder);
    const listed = breaches.filter(({ path }) => over.some((folder) => path.startsWith(`${folder}/`)));
    expect(listed.map(({ path, line, word }) => `${path}:${line} ${word}`)).toEqual([]);
  });

  test.each(ALLOWED)('need the exception: $reason', (exception) => {
    const count = (allowed: AllowedWords[]) => wordBreaches(suspects, { words, allowed }).length;
    expect(count(ALLOWED)).toBeLessThan(count(ALLOWED.filter((other) => other !== exception)));
  });
});

describe('the check itself', () => {
  const file = (text: string, path = 'server/cart/cart.ts'): SourceFile => ({
    path,
    text,
    imports: importsOf(path, text),
  });
  const forbidden = ['buyer', 'look after'];
  const planted = (text: string, path?: string) =>
    wordBreaches(findSuspects([file(text, path)], forbidden), {
      words: forbidden,
      allowed: [{ pattern: /^buyer_id$/, reason: '' }],
    });

  test('reads the words that are not used, and leaves out ambiguous ones', () => {
    const table =
      '| word | meaning | not |\n| ---- | --- | --- |\n| customer | who buys | buyer, payer, it |\n| visitor | a | |';
    expect(forbiddenWords(table, new Set(['it']))).toEqual(['buyer', 'payer']);
    expect(words).toContain('shopper');
  });

  test.each([
    ['a variable', 'const buyer = 1;'],
    ['a part of a name', 'function sendToBuyers() {}'],
    ['a name in snake case', 'type A = { the_buyer: string };'],
    ['a parameter', 'export const f = (buyer: string) => 1;'],
    ['a comment', '/** What a Buyer pays. */'],
    ['a comment behind code', 'const a = 1; // for buyers'],
    ['two words', '/** They look after it. */'],
    ['two words in one name', 'function lookAfter() {}'],
  ])('sees %s', (_what, text) => {
    expect(planted(text).map(({ path, line }) => [path, line])).toEqual([['server/cart/cart.ts', 1]]);
  });

  test.each([
    ['a string', `const customer = 'buyer';`],
    ['a name that another file exports', `import { buyer } from './buyer.ts';\nexport const customer = buyer;`],
    ['what a comment quotes', '/** The field `buyer` of the provider. */'],
    ['an exception', 'type A = { buyer_id: string };'],
    ['a longer word', 'const buyerless = 1;'],
  ])('lets %s be', (_what, text) => {
    expect(planted(text)).toEqual([]);
  });

  test('sees a component and names line and folder', () => {
    const breaches = planted('\nexport const a = <Buyer />;\n', 'web/account/orders/list.tsx');
    expect(breaches).toEqual([{ path: 'web/account/orders/list.tsx', line: 2, word: 'buyer' }]);
    expect(breachesByFolder(breaches)).toEqual({ 'web/account': 1 });
  });
});
