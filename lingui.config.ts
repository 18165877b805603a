import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { TRANSLATED_APPS, type TranslatedApp } from './contract/apps.ts';

/** Each app's catalogues also include the texts of the shared code (docs/how-to/translate.md). */
const buildCatalogueConfig = (app: TranslatedApp) => ({
  path: `web/${app}/catalogues/{locale}`,
  include: [`web/${app}`, 'web/shared', 'web/ui'],
  exclude: ['**/*.test.*'],
});

export default {
  sourceLocale: 'en-AU',
  locales: ['en-AU', 'de'],
  catalogs: TRANSLATED_APPS.map(buildCatalogueConfig),
  format: formatter({ lineNumbers: false }),
} satisfies LinguiConfig;
