import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Each app has catalogues of its words and those that it shares: npm run words makes them (docs/how-to/translate.md). */
const catalogueOf = (app: 'shop' | 'till') => ({
  path: `web/${app}/catalogues/{locale}`,
  include: [`web/${app}`, 'web/shared', 'web/ui'],
  exclude: ['**/*.test.*'],
});

export default {
  sourceLocale: 'en-AU',
  locales: ['en-AU', 'de'],
  catalogs: [catalogueOf('shop'), catalogueOf('till')],
  format: formatter({ lineNumbers: false }),
} satisfies LinguiConfig;
