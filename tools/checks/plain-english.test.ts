import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractComments, extractProse, findPhrases, type KeptSentence, splitParagraphs } from './plain-english.ts';
import { parseImports, readSources, root } from './source-files.ts';

const KEPT: KeptSentence[] = [
  { path: 'docs/how-to/connect-twilio.md', part: '"A message comes in"', reason: "a field of Twilio's console" },
];

const readFiles = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const COMMENTED = '{db/**/*.sql,web/**/*.css,.ci/*,deploy/**/*.{conf,cfg,yml,yaml,ini,service},deploy/C*}';
const documents = [
  ...readFiles('{*.md,docs/**/*.md}'),
  ...readFiles(COMMENTED).map(({ path, text }) => ({ path, text: extractComments(text) })),
];
const source = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });

describe('plain English', () => {
  it('keeps phrases that hide the actor or the thing out of comments, titles and documents', () => {
    const sources = readSources().filter(({ path }) => !path.startsWith('tools/checks/plain-english'));
    const breaches = findPhrases(sources, documents, KEPT);
    expect(
      breaches.map(({ path, phrase, instead, sentence }) => `${path}: "${phrase}": ${instead}: ${sentence}`),
    ).toEqual([]);
  });

  it.each([
    [
      'a line comment over two lines',
      '// The card that is\n// given back to its owner.\nconst card = 1;',
      'given back',
    ],
    ['a doc comment', '/** Whoever opens the link. */\nexport const link = 1;', 'Whoever'],
    ['a test title', "it('is told nothing', () => {});", 'is told'],
    [
      'the titles of a table test',
      "describe.each(kinds)('on %s', () => { it.each([1])('mends %i', () => {}); });",
      'mends',
    ],
    ['a row of a table test', "it.each([['looks after', 1]])('%s the card', () => {});", 'looks after'],
    ['a template literal title', `it(\`is sold, for it is new\`, () => {});`, 'for it is'],
  ])('finds a forbidden phrase in %s', (_, text, phrase) => {
    const found = findPhrases([source('server/a.test.ts', text)], [], []);
    expect(found.map((breach) => breach.phrase)).toEqual([phrase]);
  });

  it('ignores phrases in strings, in code in documents and in kept sentences', () => {
    const kept = [{ path: 'a.md', part: 'stands still', reason: 'an example' }];
    const page = 'Run `stands` and:\n\n```sh\nmend it\n```\n\nThe clock stands still.';
    expect(
      findPhrases([source('server/a.ts', "const text = 'whoever';")], [{ path: 'a.md', text: page }], kept),
    ).toEqual([]);
  });

  it.each([
    ['SQL', "-- Whoever\n  -- pays.\nselect 'whoever';"],
    ['CSS', 'a {\n  /* Whoever\n     pays. */\n  color: red;\n}'],
    ['configuration', '# Whoever\n# pays.\nkey: whoever'],
  ])('reads only the comments of %s', (_, text) => {
    expect(findPhrases([], [{ path: 'a', text: extractComments(text) }], []).map(({ sentence }) => sentence)).toEqual([
      'Whoever pays.',
    ]);
  });

  it('reads a comment of several lines as one line', () => {
    expect(extractProse('a.test.ts', "/**\n * One\n * two.\n */\n// three\n// four\nit('five', () => {});")).toEqual([
      'One two.',
      'three four',
      'five',
    ]);
    expect(splitParagraphs('One\ntwo\n\n- three\n- four')).toEqual(['One two', '- three', '- four']);
  });
});
