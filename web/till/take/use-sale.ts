import { useEffect, useRef, useState } from 'react';
import { readCode } from '#contract/rules/gift-card/card-code.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import type { Answer } from '#web/shared/api/call-types.ts';
import { createUuid } from '#web/shared/state/uuid.ts';
import { api } from '../calls/api.ts';
import { readAvailableDollars } from './messages.ts';
import { canAskAgain, type PendingSale, readPendingSale, savePendingSale } from './pending-sale.ts';

export type ShownCard = { code: string; pin?: string };
export type CheckedCard = Answer<'POST seller/giftcards/check'>;
export type Taken = { redemption: string; amount: number; balance: number; last4: string; redeemedAt: number };

/** 'unknown': the outcome of the call is unknown, so the card may have been charged. */
export type Sale =
  | { step: 'ready'; error?: unknown; notACard?: true; typed?: ShownCard }
  | { step: 'checking' }
  | { step: 'card'; shown: ShownCard; card: CheckedCard; error?: unknown }
  | { step: 'taking'; sale: PendingSale }
  | { step: 'unknown'; sale: PendingSale }
  | { step: 'done'; receipt: Taken };

type SaleOptions = { bearer: string; onEnded: () => void; onOffline: () => void };

/** Returns true if the call may have succeeded: there was no response, or only a proxy's. */
function isUnknown(error: unknown): boolean {
  return !isApiError(error) || error.kind !== 'http' || error.status >= 500;
}

export function useSale({ bearer, onEnded, onOffline }: SaleOptions) {
  const [sale, setSale] = useState<Sale>({ step: 'ready' });
  // The code shown last, because the card is often still in view when the camera restarts.
  const [lastShown, setLastShown] = useState('');
  const busy = useRef(false);

  /** Returns false if this device is no longer a till. */
  function note(error: unknown): boolean {
    if (isApiError(error) && error.kind === 'offline') onOffline();
    if (!isApiError(error) || error.status !== 401) return true;
    onEnded();
    return false;
  }

  async function runIfIdle(work: () => Promise<void>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  }

  /** Sends only codes that can belong to our gift cards. */
  const show = (text: string, pin = '') =>
    runIfIdle(async () => {
      setLastShown(text);
      const code = readCode(text);
      if (code === null) return setSale({ step: 'ready', notACard: true, typed: { code: text, pin } });
      const shown = { code, ...(pin === '' ? {} : { pin }) };
      setSale({ step: 'checking' });
      try {
        const card = await api('POST seller/giftcards/check', { body: shown }, { counter: { bearer }, quiet: true });
        setSale({ step: 'card', shown, card });
      } catch (error) {
        if (note(error)) setSale({ step: 'ready', error, typed: { code: text, pin } });
      }
    });

  /** Keeps the idempotency key if no response arrives, so that resending never charges twice. */
  async function send(pending: PendingSale, onError: (error: unknown) => Sale): Promise<void> {
    savePendingSale(pending);
    const { key, body, last4 } = pending;
    try {
      const answer = await api('POST seller/giftcards/redeem', { body }, { counter: { bearer, key }, quiet: true });
      savePendingSale(null);
      setSale({ step: 'done', receipt: { ...answer, last4, redeemedAt: Date.now() } });
    } catch (error) {
      if (isUnknown(error)) {
        setSale({ step: 'unknown', sale: pending });
        note(error);
        return;
      }
      savePendingSale(null);
      if (note(error)) setSale(onError(error));
    }
  }

  const take = ({ shown, card }: { shown: ShownCard; card: CheckedCard }, amount: number) =>
    runIfIdle(async () => {
      const pending = { key: createUuid(), at: Date.now(), last4: card.last4, body: { ...shown, amount } };
      setSale({ step: 'taking', sale: pending });
      await send(pending, (error) => {
        const balance = readAvailableDollars(error) ?? card.balance;
        return { step: 'card', shown, card: { ...card, balance }, error };
      });
    });

  const askAgain = () =>
    runIfIdle(async () => {
      const pending = readPendingSale();
      if (pending && canAskAgain(pending)) await send(pending, (error) => ({ step: 'ready', error }));
    });

  const next = () => {
    savePendingSale(null);
    setSale({ step: 'ready' });
  };

  useEffect(() => {
    const pending = readPendingSale();
    if (pending) setSale({ step: 'unknown', sale: pending });
  }, []);
  return { sale, lastShown, show, take, askAgain, next };
}
