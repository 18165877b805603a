import type { I18n, Messages } from '@lingui/core';

/** The languages of the shop, by their IANA tag; the first is the one its words are written in. */
export const LANGUAGES = { 'en-AU': 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: Language = 'en-AU';

const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The customer's choice, out of a Cookie header or document.cookie; anything unknown is the default. */
export function chosenLanguage(cookies: string | null | undefined): Language {
  const value = cookies?.match(/(?:^|;\s*)language=([^;]*)/)?.[1];
  return value !== undefined && Object.hasOwn(LANGUAGES, value) ? (value as Language) : DEFAULT_LANGUAGE;
}

/** Keeps the choice for a year and shows the page in it. */
export function chooseLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to render; CookieStore is not everywhere.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  location.reload();
}

/**
 * English stands in the code itself (tools/web/language-plugins.ts); every other language is a catalogue of its own.
 */
export function activateLanguage(i18n: I18n, language: Language, messages: Messages): I18n {
  i18n.loadAndActivate({ locale: language, messages });
  return i18n;
}
