import { i18n, type Messages } from '@lingui/core';
import { DEFAULT_LANGUAGE, type Language, languageNamed } from '#contract/rules/languages.ts';
import { activateLanguage } from './languages.ts';

/** How an app loads its catalogue of each language but English, whose words stand in the code. */
export type Catalogues = Record<Exclude<Language, typeof DEFAULT_LANGUAGE>, () => Promise<{ messages: Messages }>>;

/**
 * Before the first view: the words the page was rendered with. Not those of the cookie, which may be newer than the
 * page. A catalogue that cannot be fetched leaves the app in English.
 */
export async function loadLanguage(catalogues: Catalogues): Promise<void> {
  const language = languageNamed(document.documentElement.lang);
  try {
    const { messages } = await (language === DEFAULT_LANGUAGE ? { messages: {} } : catalogues[language]());
    activateLanguage(i18n, language, messages);
  } catch {
    activateLanguage(i18n, DEFAULT_LANGUAGE, {});
  }
}
