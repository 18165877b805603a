import { i18n, setupI18n } from '@lingui/core';
import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';

export const english = activateLanguage(setupI18n(), DEFAULT_LANGUAGE, {});

export function speakEnglish(): void {
  activateLanguage(i18n, DEFAULT_LANGUAGE, {});
}
