import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { collectEarlyErrors } from '#web/shared/errors/early-errors.ts';
import { loadLanguage } from '#web/shared/languages/browser-language.ts';
import { handleMissingCode, onCodeUnreachable } from '#web/shared/offline/code-missing.ts';
import { readAgainWhenBack } from '#web/shared/state/storage.ts';
import { captureEarlyTap } from '#web/ui/taps/early-taps.ts';
import { ignoreSecondTaps } from '#web/ui/taps/second-taps.ts';
import { followOtherTabs } from './cart/other-tabs.ts';
import { connectSessionToApi } from './session/connect-api.ts';
import { restoreReturnTo } from './session/return-to.ts';
import { restoreSession } from './session/session.ts';
import { restoreAwaitedOrder } from './state/checkout/awaited-order.ts';
import { restoreDrafts } from './state/gift-card-drafts.ts';
import { restoreGiftCards } from './state/gift-cards.ts';
import { setOffline } from './state/popups.ts';
import { restoreRecentlyViewed } from './state/recently-viewed.ts';

const takeEarlyErrors = collectEarlyErrors();
onCodeUnreachable(() => setOffline(true));
addEventListener('vite:preloadError', () => void handleMissingCode());

connectSessionToApi();
ignoreSecondTaps();

// Restoring state before hydration is safe: React hydrates with the stores' initial state and shows the restored state
// afterwards.
restoreReturnTo();
restoreSession();
restoreGiftCards();
restoreAwaitedOrder();
restoreDrafts();
restoreRecentlyViewed();
followOtherTabs();
readAgainWhenBack();

void loadLanguage({ de: () => import('./catalogues/de.po') }).then(() =>
  startTransition(() => {
    captureEarlyTap();
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <HydratedRouter />
        </I18nProvider>
      </StrictMode>,
      { onRecoverableError: logRecoveredError },
    );
    void import('./after-start.ts').then(({ startDeferredWork }) => startDeferredWork(takeEarlyErrors()));
  }),
);

/** Only logs the error: browser extensions change pages before hydration, and React recovers. */
function logRecoveredError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: reported as an error it would open the popup for errors.
  console.error(error);
}
