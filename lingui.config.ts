import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Catalogues of the shop's words: npm run words extracts and checks them (docs/how-to/translate.md). */
export default {
  sourceLocale: 'en-AU',
  locales: ['en-AU', 'de'],
  catalogs: [
    {
      path: 'web/shared/languages/catalogues/{locale}',
      include: ['web'],
      exclude: ['**/*.test.*'],
    },
  ],
  format: formatter({ lineNumbers: false }),
} satisfies LinguiConfig;
