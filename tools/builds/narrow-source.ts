import type { Plugin } from 'vite';

/**
 * Writes characters beyond ASCII as escapes in what the server runs. A source with a single one of them is kept in two
 * bytes a character: 155 dashes and quotes in 3.7 million characters of packages were 3.7 MB.
 */
export const narrowSource: Plugin = {
  name: 'narrow-source',
  applyToEnvironment: ({ name }) => name === 'ssr',
  // Later than whatever prints the code again.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = narrowed(file.code);
  },
};

/** The same program: strings, templates and patterns read \u as the character, surrogates one by one. */
export function narrowed(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
