import { i18n, setupI18n } from '@lingui/core';
import { DEFAULT_LANGUAGE, speak } from './languages.ts';

/** The words of the default language, for tests of functions that are given an `i18n`. */
export const english = speak(setupI18n(), DEFAULT_LANGUAGE, {});

/** The browser's own instance in the default language, for tests of code that says something outside of components. */
export function speakEnglish(): void {
  speak(i18n, DEFAULT_LANGUAGE, {});
}
