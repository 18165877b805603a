import type { I18n, Messages } from '@lingui/core';
import { type Language, readChosenLanguage } from '#contract/rules/languages.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

export function chooseLanguage(language: Language): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to render; CookieStore is not everywhere.
  document.cookie = `${prefix}language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  // The browser writes cookies in another process. Reading the cookie waits for the write, so that the reload sends the
  // new cookie.
  if (readChosenLanguage(document.cookie) === language) location.reload();
}

/** For English, `messages` is empty, because the English strings are in the code (tools/web/language-plugins.ts). */
export function activateLanguage(i18n: I18n, language: Language, messages: Messages): I18n {
  i18n.loadAndActivate({ locale: language, messages });
  return i18n;
}
