import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { priceText } from '#contract/rules/money.ts';
import { isApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { humanToken } from '../../api/human-check.ts';
import { showAddProblem, showProblem } from '../../api/problems.ts';
import { removeGiftCard, updateGiftCard } from '../../state/gift-cards.ts';
import { hideLoader, showLoader } from '../../state/loader.ts';
import { openPopup } from '../../state/popups.ts';
import { placeOf } from '../address/address-text.ts';
import { type CardError, NO_CARD } from '../payment/card-error.tsx';
import { rememberPlaced } from '../success/placed-order.ts';
import type { PriceChange } from './fill-cart.ts';
import { reopenCart } from './open-cart.ts';
import { confirmGiftCards, type PlacedOrder, type Purchase, submitCheckout } from './submit.ts';

export type CardRefused = { key: string; problems: Record<string, string> };
export type Submit = {
  busy: boolean;
  /** What is wrong with the payment, under the card. */
  cardError: CardError | null;
  /** The gift card the server did not accept. */
  refused: CardRefused | null;
  /** Counts how often a submit asked for an address (OQ-114). */
  addressAsked: number;
  confirm: (purchase: Omit<Purchase, 'call'>) => void;
  forgetCardError: () => void;
};

const AUD = { country: 'AU', usdRate: null };

const NOT_SENT = {
  kind: 'message',
  header: 'Error Processing',
  message: 'We processed your order but were unable to send your Gift Card. Please contact support.',
} as const;

const PLACING = 'Placing your order...';

/** The loader makes way while the shopper is asked something. */
async function withoutLoader<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  hideLoader('global');
  const answer = await ask();
  showLoader('global', PLACING);
  return answer;
}

/** Runs the submit once at a time (OQ-119) and shows what comes of it. */
export function useSubmit(): Submit {
  const navigate = useNavigate();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [cardError, setCardError] = useState<CardError | null>(null);
  const [refused, setRefused] = useState<CardRefused | null>(null);
  const [addressAsked, setAddressAsked] = useState(0);

  async function run(purchase: Purchase): Promise<void> {
    const outcome = await submitCheckout(purchase);
    if (outcome.kind === 'placed') {
      finish(outcome.order, purchase);
      await navigate('/success', { replace: true });
      return;
    }
    if (outcome.kind === 'card-error') setCardError(outcome.error);
    if (outcome.kind === 'missing' && outcome.card) setCardError({ heading: NO_CARD });
    if (outcome.kind === 'missing' && outcome.address) setAddressAsked((times) => times + 1);
    if (outcome.kind === 'card-refused') {
      setRefused(outcome);
      openPopup({ kind: 'message', message: refusedText(purchase, outcome) });
    }
    if (outcome.kind === 'price-changed') showPrices(outcome.changed);
    if (outcome.kind !== 'missing') await reopenCart();
  }

  function confirm(purchase: Omit<Purchase, 'call'>): void {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setCardError(null);
    setRefused(null);
    showLoader('global', PLACING);
    run({ ...purchase, call: api, confirmWithBank: (secret) => withoutLoader(() => purchase.confirmWithBank(secret)) })
      .catch((error) => {
        // A product or card that is not to be had any more says so, as when it is added (ER-14, ER-15).
        showAddProblem(error);
        if (!isApiError(error) || error.kind === 'http') void reopenCart();
      })
      .finally(() => {
        running.current = false;
        setBusy(false);
        hideLoader('global');
      });
  }
  return { busy, cardError, refused, addressAsked, confirm, forgetCardError: () => setCardError(null) };
}

/** Step 8: the confirmation is under way while /success opens; the local cards go when it has answered (OQ-116). */
function finish(order: PlacedOrder, { call, cards, lines, address }: Purchase): void {
  const gifts = cards.map(([, card], at) => ({ card, sendAt: order.sendAt[at] ?? null }));
  const parcel = lines.length > 0 && address ? placeOf(address) : null;
  rememberPlaced({ order, gifts, parcel });
  if (cards.length === 0) return;
  confirmGiftCards(call, { order, token: () => humanToken('checkout') })
    .then((sent) => {
      if (!sent) openPopup(NOT_SENT);
    })
    .catch(showProblem)
    .finally(() => {
      for (const [key] of cards) removeGiftCard(key);
    });
}

/** The new prices go onto the screen and into the local cards; the shopper confirms once more. */
function showPrices(changed: readonly PriceChange[]): void {
  for (const { key, price } of changed) if (key !== null) updateGiftCard(key, { price });
  const said = changed.map(({ name, price }) => `${name} now costs ${priceText(price, AUD)}.`);
  openPopup({ kind: 'message', header: 'Price changed', message: [...said, 'Nothing was paid.'].join('\n') });
}

function refusedText({ cards }: Purchase, { key, problems }: CardRefused): string {
  const card = cards.find(([one]) => one === key)?.[1];
  const whose = card ? `${card.name} for ${card.recipient_firstname} ${card.recipient_lastname}:` : '';
  const said = Object.values(problems);
  return [whose, ...(said.length > 0 ? said : ['The gift card could not be saved.'])].filter(Boolean).join('\n');
}
