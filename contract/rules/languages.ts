/** The languages of the shop, by their IANA tag; the first is the one its words are written in. */
export const LANGUAGES = { 'en-AU': 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: Language = 'en-AU';

/** The customer's choice, out of a Cookie header or document.cookie; anything unknown is the default. */
export function chosenLanguage(cookies: string | null | undefined): Language {
  const value = cookies?.match(/(?:^|;\s*)language=([^;]*)/)?.[1];
  return value !== undefined && Object.hasOwn(LANGUAGES, value) ? (value as Language) : DEFAULT_LANGUAGE;
}
