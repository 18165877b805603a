import { isTestCode, type SourceFile } from './source-files.ts';

const WORDS = /^web\/[a-z]+\/[a-z]+\/error-messages\.ts$/;

const COMPARISONS = [
  /(?<!typeof )(?:\w+\.)?(?<!typeof )\bmessage\s*[!=]==?(?!=)(?!\s*(?:''|""|undefined\b|null\b))/,
  /[!=]==?\s*(?:\w+\.)*message\b/,
  /\bmessage\.(?:startsWith|endsWith|includes|indexOf|match|search)\(/,
  /\.test\((?:\w+\.)*message\)/,
  /\bswitch\s*\((?:\w+\.)*message\)/,
  /\binput_validation\b[^;]*(?:[!=]==?\s*['"`]|\.startsWith\(|\.includes\()/,
];

/** Returns places in browser code that compare messages or contain server error texts, as 'path:line'. */
export function sentenceBreaches(files: SourceFile[], texts: readonly string[]): string[] {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // Does not match UI texts in t`...` and msg`...`, because they may equal an error text.
  const literal = new RegExp(`(?:['"]|(?<!\\w)\`)(?:${escaped.join('|')})`);
  return files
    .filter(({ path }) => path.startsWith('web/') && !WORDS.test(path) && !isTestCode(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const code = line.replace(/^\s*(\/\*|\*|\/\/).*$/, '');
        const breach = literal.test(code) || COMPARISONS.some((pattern) => pattern.test(code));
        return breach ? [`${path}:${index + 1}`] : [];
      }),
    );
}
