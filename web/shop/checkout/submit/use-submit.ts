import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { DEFAULT_COUNTRY } from '#contract/rules/limits.ts';
import { priceText, toDollars } from '#contract/rules/money/money.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { waitForPaint } from '#web/ui/taps/painted.ts';
import { broadcastCartChange } from '../../cart/other-tabs.ts';
import { showAddError } from '../../cart/show-add-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { saveErrorsText } from '../../errors/save-errors.ts';
import { orderQuery } from '../../queries/orders.ts';
import { queryClient } from '../../queries/query-client.ts';
import { findAwaitedOrder } from '../../state/checkout/awaited-order.ts';
import { saveDraft } from '../../state/gift-card-drafts.ts';
import { updateGiftCard } from '../../state/gift-cards.ts';
import { hideLoader, showLoader } from '../../state/loaders.ts';
import { openPopup } from '../../state/popups.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { sumGiftCardCents, tendersQuery } from '../gift-cards/tenders.ts';
import type { CardError } from '../payment/card-error.tsx';
import { confirmCards } from '../placed/confirm-cards.ts';
import { setPlacedOrder, storePaidOrder } from '../placed/placed-order.ts';
import { clearChoices } from '../shipping/checkout-choices.ts';
import type { PriceChange } from './fill-cart.ts';
import { runInOneTab } from './in-one-tab.ts';
import { reopenCart } from './open-cart.ts';
import { type Outcome, type Purchase, submitCheckout } from './submit.ts';

export type CardErrors = { key: string; errors: Record<string, string> };
/** `addressSaved` returns false if saving the address failed and a popup has reported it. */
type Confirmed = Purchase & { addressSaved: () => Promise<boolean> };
export type Submit = {
  busy: boolean;
  cardError: CardError | null;
  rejected: CardErrors | null;
  addressRequests: number;
  askForAddress: () => void;
  confirm: (purchase: Confirmed) => void;
  clearCardError: () => void;
};

const placingMessage = () => t`Placing your order...`;

async function runWithoutLoader<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  hideLoader('global');
  const answer = await ask();
  showLoader('global', placingMessage());
  return answer;
}

/** Maximum time the loader waits for the order. */
const ORDER_MS = 1_000;

/** Loads the order before the thank-you page opens, so that its layout does not shift. */
async function loadOrder(number: string | undefined): Promise<void> {
  if (number === undefined) return;
  const order = queryClient().prefetchQuery({ ...orderQuery(number), meta: { background: true } });
  await Promise.race([order, new Promise((resolve) => setTimeout(resolve, ORDER_MS))]);
}

export function useSubmit(): Submit {
  const showPage = useShowPage();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [cardError, setCardError] = useState<CardError | null>(null);
  const [rejected, setRejected] = useState<CardErrors | null>(null);
  const [addressRequests, setAddressRequests] = useState(0);

  const askForAddress = () => setAddressRequests((times) => times + 1);

  /** Runs inside the lock, so that a placed order is removed from this browser before another tab can continue. */
  async function place(purchase: Purchase): Promise<Outcome> {
    const keys = purchase.cards.map(([key]) => key);
    // Does not submit while the outcome of another tab's order is unknown.
    const outcome: Outcome = findAwaitedOrder(purchase.customerMobile)
      ? { kind: 'unanswered' }
      : await submitCheckout(purchase, (order) => storePaidOrder({ order, keys }));
    if (outcome.kind !== 'placed' && outcome.kind !== 'unanswered') return outcome;
    clearChoices();
    if (outcome.kind === 'placed') {
      setPlacedOrder({ order: outcome.order, keys });
      confirmCards(outcome.order, keys);
      await loadOrder(outcome.order.success?.order_id);
    }
    await showPage('/success', { replace: true });
    broadcastCartChange();
    return outcome;
  }

  async function run(purchase: Purchase): Promise<void> {
    const outcome = await runInOneTab(() => place(purchase));
    if (outcome === 'elsewhere') {
      openPopup({ kind: 'message', header: t`Already under way`, message: underWayMessage() });
      return;
    }
    if (outcome.kind === 'placed' || outcome.kind === 'unanswered') return;
    if (outcome.kind === 'card-error') setCardError(outcome.error);
    if (outcome.kind === 'missing' && outcome.card) setCardError({ heading: errorText('card_required') });
    if (outcome.kind === 'missing' && outcome.address) askForAddress();
    if (outcome.kind === 'card-rejected') {
      setRejected(outcome);
      showRejected(purchase, outcome);
    }
    if (outcome.kind === 'price-changed') showPrices(outcome.changed);
    if (outcome.kind === 'cart-changed')
      openPopup({ kind: 'message', header: t`Order changed`, message: cartChangedMessage() });
    // Hide the loader now: the error is already on screen, and only the fields wait for the cart.
    hideLoader('global');
    if (outcome.kind !== 'missing') await reopenCart();
    if (outcome.kind === 'tenders-changed') await showTenders();
  }

  function confirm({ addressSaved, ...purchase }: Confirmed): void {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setCardError(null);
    setRejected(null);
    showLoader('global', placingMessage());
    const asking = {
      confirmWithBank: (secret: string) => runWithoutLoader(() => purchase.confirmWithBank(secret)),
      confirmWithCode: () => runWithoutLoader(purchase.confirmWithCode),
    };
    waitForPaint()
      .then(addressSaved)
      .then((saved) => (saved ? run({ ...purchase, ...asking }) : undefined))
      .catch(async (error) => {
        showAddError(error);
        hideLoader('global');
        // Stay busy: an empty cart would otherwise unmount the screen and lose the typed card.
        if (!isApiError(error) || error.kind === 'http') await reopenCart();
      })
      .finally(() => {
        running.current = false;
        setBusy(false);
        hideLoader('global');
      });
  }
  return {
    busy,
    cardError,
    rejected,
    addressRequests,
    askForAddress,
    confirm,
    clearCardError: () => setCardError(null),
  };
}

const underWayMessage = () => t`Another tab is placing your order. Check there: nothing was sent from here.`;
const cartChangedMessage = () =>
  t`A price has changed, or your cart was changed or ordered on another device. Nothing was paid from here. Check it, then confirm.`;

function showPrices(changed: readonly PriceChange[]): void {
  for (const { key, price } of changed) if (key !== null) updateGiftCard(key, { price });
  const sentences = changed.map(({ name, price }) => {
    const now = formatAud(price);
    return t`${name} now costs ${now}.`;
  });
  openPopup({ kind: 'message', header: t`Price changed`, message: [...sentences, t`Nothing was paid.`].join('\n') });
}

/** Announces the changed amounts, which are already on screen. The server's cart now contains the whole order. */
async function showTenders(): Promise<void> {
  const tenders = await queryClient()
    .fetchQuery(tendersQuery)
    .catch(() => null);
  if (!tenders || tenders.cards.length === 0) {
    openPopup({ kind: 'message', header: t`Order changed`, message: cartChangedMessage() });
    return;
  }
  const paid = formatAud(toDollars(sumGiftCardCents(tenders)));
  const left = formatAud(toDollars(tenders.cardDue));
  const amounts = t`Gift cards pay ${paid}. Left to pay: ${left}.`;
  openPopup({
    kind: 'message',
    header: t`Amounts changed`,
    message: [errorText('gift_card_changed'), amounts].join('\n'),
  });
}

const formatAud = (dollars: number): string =>
  priceText(dollars, { country: DEFAULT_COUNTRY, usdRate: null, locale: i18n.locale });

const REFUSABLE = [
  ...(['recipient_firstname', 'recipient_lastname', 'recipient_mobile'] as const),
  ...(['recipient_message', 'text_content'] as const),
];

/** Stores the errors so that the recipient form marks the fields until they change. */
function showRejected(purchase: Purchase, { key, errors }: CardErrors): void {
  openPopup({ kind: 'message', message: formatCardErrors(purchase, { key, errors }) });
  const card = purchase.cards.find(([cardKey]) => cardKey === key)?.[1];
  const fields = REFUSABLE.flatMap((field) => {
    // In a list, the card's own recipient is first.
    const message = errors[field] ?? errors[`recipients.0.${field}`];
    return card && message ? [[field, { value: card[field], message }] as const] : [];
  });
  if (fields.length > 0) saveDraft(key, { refused: Object.fromEntries(fields) });
}

function formatCardErrors({ cards }: Purchase, { key, errors }: CardErrors): string {
  const card = cards.find(([cardKey]) => cardKey === key)?.[1];
  const recipientName = card ? `${card.recipient_firstname} ${card.recipient_lastname}` : '';
  const name = card?.name ?? '';
  const sentences = saveErrorsText(errors, t`The gift card could not be saved.`);
  return card ? `${t`${name} for ${recipientName}:`}\n${sentences}` : sentences;
}
