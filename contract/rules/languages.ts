/** The languages of the shop, by their IANA tag; the first is the one its words are written in. */
export const LANGUAGES = { 'en-AU': 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: Language = 'en-AU';

/** Over https the cookie has a name that browsers let nobody set but this host, over https; the other is from before. */
const CHOICES = [/(?:^|;\s*)__Host-language=([^;]*)/, /(?:^|;\s*)language=([^;]*)/];

/** The customer's choice, out of a Cookie header or document.cookie; anything unknown is the default. */
export function chosenLanguage(cookies: string | null | undefined): Language {
  const value = CHOICES.map((choice) => cookies?.match(choice)?.[1]).find((chosen) => chosen !== undefined);
  return languageNamed(value ?? '');
}

/** Returns the language with this tag; the default one if the shop has no such language. */
export function languageNamed(tag: string): Language {
  return Object.hasOwn(LANGUAGES, tag) ? (tag as Language) : DEFAULT_LANGUAGE;
}
