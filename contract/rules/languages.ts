/** Language tags (BCP 47); the first is the source language. */
export const LANGUAGES = { 'en-AU': 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE = 'en-AU' satisfies Language;

/** Only this host can set the __Host- cookie, and only over HTTPS. The other name is legacy. */
const CHOICES = [/(?:^|;\s*)__Host-language=([^;]*)/, /(?:^|;\s*)language=([^;]*)/];

/** Reads a Cookie header or `document.cookie`. Unknown languages yield the default. */
export function readChosenLanguage(cookies: string | null | undefined): Language {
  return parseLanguage(findLanguageChoice(cookies) ?? '');
}

const findLanguageChoice = (cookies: string | null | undefined): string | undefined =>
  CHOICES.map((choice) => cookies?.match(choice)?.[1]).find((chosen) => chosen !== undefined);

type Asked = { cookie: string | null | undefined; accepted: string | null | undefined };

export function resolvePageLanguage({ cookie, accepted }: Asked): Language {
  return findLanguageChoice(cookie) === undefined ? pickAcceptedLanguage(accepted ?? '') : readChosenLanguage(cookie);
}

function pickAcceptedLanguage(accepted: string): Language {
  const preferences = accepted.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';');
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean) ?? '1';
    return { language: tag.trim().toLowerCase().split('-')[0], quality: Number(quality) };
  });
  const languages = Object.keys(LANGUAGES) as Language[];
  for (const { language } of preferences
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)) {
    const found = languages.find((tag) => tag.split('-')[0] === language);
    if (found) return found;
  }
  return DEFAULT_LANGUAGE;
}

export function parseLanguage(tag: string): Language {
  return Object.hasOwn(LANGUAGES, tag) ? (tag as Language) : DEFAULT_LANGUAGE;
}
