import { i18n, type Messages } from '@lingui/core';
import { DEFAULT_LANGUAGE, type Language, parseLanguage } from '#contract/rules/languages.ts';
import { activateLanguage } from './languages.ts';

export type Catalogues = Record<Exclude<Language, typeof DEFAULT_LANGUAGE>, () => Promise<{ messages: Messages }>>;

/** Loads the page's language, not the cookie's, which may be newer. Falls back to English. */
export async function loadLanguage(catalogues: Catalogues): Promise<void> {
  const language = parseLanguage(document.documentElement.lang);
  try {
    const { messages } = await (language === DEFAULT_LANGUAGE ? { messages: {} } : catalogues[language]());
    activateLanguage(i18n, language, messages);
  } catch {
    activateLanguage(i18n, DEFAULT_LANGUAGE, {});
  }
}
