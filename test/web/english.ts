import { i18n, setupI18n } from '@lingui/core';
import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';

/** The words of the default language, for tests of functions that are given an `i18n`. */
export const english = activateLanguage(setupI18n(), DEFAULT_LANGUAGE, {});

/** The browser's own instance in the default language, for tests of code that says something outside of components. */
export function speakEnglish(): void {
  activateLanguage(i18n, DEFAULT_LANGUAGE, {});
}
