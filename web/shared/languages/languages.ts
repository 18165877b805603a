import type { I18n, Messages } from '@lingui/core';
import { chosenLanguage, type Language } from '#contract/rules/languages.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Stores the language in a cookie for a year and reloads the page. Does nothing if the browser blocks cookies. */
export function chooseLanguage(language: Language): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to render; CookieStore is not everywhere.
  document.cookie = `${prefix}language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  // Another process of the browser writes it. Reading it back waits for that, so that the reload sends it.
  if (chosenLanguage(document.cookie) === language) location.reload();
}

/**
 * English stands in the code itself (tools/web/language-plugins.ts); every other language is a catalogue of its own.
 */
export function activateLanguage(i18n: I18n, language: Language, messages: Messages): I18n {
  i18n.loadAndActivate({ locale: language, messages });
  return i18n;
}
