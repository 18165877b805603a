import { useEffect, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import type { CardPage } from '#contract/gift-cards.ts';
import { api } from '../calls/api.ts';
import { WORKER_MESSAGES } from '../offline/messages.ts';
import { useBackOnline } from '../offline/use-back-online.ts';
import { setDisconnected } from '../state/popups.ts';

type Behind = { card: CardPage['data'] | null; replaced: boolean };
type Latest = Behind & {
  /** When the page was fetched that this phone has kept; null for one that came from the shop. */
  keptAt: Date | null;
  refresh: () => Promise<void>;
};

const never = () => () => undefined;
/** The worker writes it into the page it keeps (web/shop/offline/kept-cards.ts). */
export const keptMark = () => document.documentElement.dataset.kept ?? '';

/** The card as it came with the page; of a page that this phone has kept, as it is once the network is back. */
export function useLatestCard(loaded: Behind): Latest {
  const { secret = '' } = useParams();
  const [fresh, setFresh] = useState<Behind | null>(null);
  const mark = useSyncExternalStore(never, keptMark, () => '');

  async function refresh(): Promise<void> {
    const answer = await api('GET mobiledigital/card', { query: { secret } }, { quiet: true }).catch(() => null);
    if (!answer) return;
    setFresh({ card: answer.data ?? null, replaced: answer.replaced === true });
    // So that the phone does not go on keeping what is no longer true.
    navigator.serviceWorker?.controller?.postMessage({ type: WORKER_MESSAGES.keep, urls: [location.pathname] });
  }
  // Without an answer the strip says so, and the shop looks for the network (web/shop/offline/look-for-network.ts).
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
