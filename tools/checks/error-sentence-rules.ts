import { isTestCode, type SourceFile } from './source-files.ts';

/** The files of the browser that hold words for errors, one of each app. */
const WORDS = /^web\/[a-z]+\/[a-z]+\/error-messages\.ts$/;

/** `error.message === ...`, `answer.message.startsWith(...)`, `switch (message)`: control flow on a sentence. */
const COMPARISONS = [
  /(?<!typeof )(?:\w+\.)?(?<!typeof )\bmessage\s*[!=]==?(?!=)(?!\s*(?:''|""|undefined\b|null\b))/,
  /[!=]==?\s*(?:\w+\.)*message\b/,
  /\bmessage\.(?:startsWith|endsWith|includes|indexOf|match|search)\(/,
  /\.test\((?:\w+\.)*message\)/,
  /\bswitch\s*\((?:\w+\.)*message\)/,
  /\binput_validation\b[^;]*(?:[!=]==?\s*['"`]|\.startsWith\(|\.includes\()/,
];

/** Where the browser compares a message, or holds a text of the server's to compare with: 'path:line'. */
export function sentenceBreaches(files: SourceFile[], texts: readonly string[]): string[] {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // The words of a screen may be the same as those of an error: t`...` and msg`...` say them, and are no constants.
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
