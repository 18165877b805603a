import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type Language, resolvePageLanguage } from '#contract/rules/languages.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { messages as german } from './catalogues/de.po';

const catalogues: Record<Language, Messages> = { 'en-AU': {}, de: german };

/** Creates an instance per request, because pages in different languages are rendered concurrently. */
export function createRequestI18n(request: Request): I18n {
  const { headers } = request;
  const language = resolvePageLanguage({ cookie: headers.get('cookie'), accepted: headers.get('accept-language') });
  return activateLanguage(setupI18n(), language, catalogues[language]);
}
