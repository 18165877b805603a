import { useLingui } from '@lingui/react/macro';
import { LANGUAGES, type Language } from '#contract/rules/languages.ts';
import { chooseLanguage } from './languages.ts';

/** This is not a landmark, because the menu and the footer both contain it. */
export function LanguageChoice() {
  const { i18n, t } = useLingui();
  return (
    <fieldset aria-label={t`Language`} className="-mx-2 flex min-w-0 flex-wrap text-15">
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={i18n.locale === language ? 'true' : undefined}
          onClick={() => chooseLanguage(language as Language)}
          className="inline-flex min-h-12 items-center rounded-control px-2 text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
