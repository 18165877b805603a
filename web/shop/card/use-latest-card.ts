import { useEffect, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import type { CardPage } from '#contract/gift-cards.ts';
import { api } from '../calls/api.ts';
import { WORKER_MESSAGES } from '../offline/messages.ts';
import { useBackOnline } from '../offline/use-back-online.ts';
import { setDisconnected } from '../state/popups.ts';

type Behind = { card: CardPage['data'] | null; replaced: boolean };
type Latest = Behind & {
  /** When the phone stored the page; null if the server sent it. */
  keptAt: Date | null;
  refresh: () => Promise<void>;
};

const subscribeToNothing = () => () => undefined;
/** Set by the service worker in pages it stores (web/shop/offline/kept-cards.ts). */
export const readKeptMark = () => document.documentElement.dataset.kept ?? '';

/** Reloads a stored page's card once the phone is back online. */
export function useLatestCard(loaded: Behind): Latest {
  const { secret = '' } = useParams();
  const [fresh, setFresh] = useState<Behind | null>(null);
  const mark = useSyncExternalStore(subscribeToNothing, readKeptMark, () => '');

  async function refresh(): Promise<void> {
    const answer = await api('GET mobiledigital/card', { query: { secret } }, { quiet: true }).catch(() => null);
    if (!answer) return;
    setFresh({ card: answer.data ?? null, replaced: answer.replaced === true });
    navigator.serviceWorker?.controller?.postMessage({ type: WORKER_MESSAGES.keep, urls: [location.pathname] });
  }
  // If this fails, web/shop/offline/look-for-network.ts takes over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page.
  useEffect(() => {
    if (mark === '') return;
    setDisconnected(true);
    void refresh();
  }, [mark]);
  useBackOnline(() => {
    if (mark !== '') void refresh();
  });
  return { ...(fresh ?? loaded), keptAt: mark !== '' && fresh === null ? new Date(mark) : null, refresh };
}
