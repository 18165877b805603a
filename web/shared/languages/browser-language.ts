import { i18n, type Messages } from '@lingui/core';
import { DEFAULT_LANGUAGE, type Language, languageNamed } from '#contract/rules/languages.ts';
import { activateLanguage } from './languages.ts';

type Catalogue = () => Promise<{ messages: Messages }>;

const catalogues: Record<Language, Catalogue> = {
  'en-AU': async () => ({ messages: {} }),
  de: () => import('./catalogues/de.po'),
};

/**
 * Before hydration: the words the page was rendered with. Not those of the cookie, which may be newer than the page. A
 * catalogue that cannot be fetched leaves the shop in English.
 */
export async function loadLanguage(): Promise<void> {
  const language = languageNamed(document.documentElement.lang);
  try {
    const { messages } = await catalogues[language]();
    activateLanguage(i18n, language, messages);
  } catch {
    activateLanguage(i18n, DEFAULT_LANGUAGE, {});
  }
}
