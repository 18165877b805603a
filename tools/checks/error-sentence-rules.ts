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

/** Returns comparisons of messages and server texts in browser code, as 'path:line'. */
export function sentenceBreaches(files: SourceFile[], texts: readonly string[]): string[] {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // Ignores UI texts in t`...` and msg`...`, which may equal an error text.
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
