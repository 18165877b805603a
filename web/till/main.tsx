import '@fontsource/bricolage-grotesque/700.css';
import './till.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { collectEarlyErrors } from '#web/shared/errors/early-errors.ts';
import { loadLanguage } from '#web/shared/languages/browser-language.ts';
import { handleMissingCode, onCodeUnreachable } from '#web/shared/offline/code-missing.ts';
import { readAgainWhenBack } from '#web/shared/state/storage.ts';
import { ignoreSecondTaps } from '#web/ui/taps/second-taps.ts';
import { registerTillWorker } from './offline/register.ts';
import { TillApp } from './till-app.tsx';

const takeEarlyErrors = collectEarlyErrors();
// A placeholder, because the till sets the real handler once it has rendered.
onCodeUnreachable(() => undefined, findMainScript);
addEventListener('vite:preloadError', () => void handleMissingCode());
ignoreSecondTaps();
readAgainWhenBack();

function findMainScript(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')?.src;
}

function Page() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const look = () => setHash(location.hash);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return <TillApp hash={hash} early={takeEarlyErrors} />;
}

void loadLanguage({ de: () => import('./catalogues/de.po') }).then(() => {
  const place = document.getElementById('till');
  if (!place) throw new Error('The page has no element for the till.');
  document.querySelector('title')?.remove();
  createRoot(place).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Page />
      </I18nProvider>
    </StrictMode>,
  );
  registerTillWorker();
});
