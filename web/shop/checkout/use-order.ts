import { priceText } from '#contract/rules/money/money.ts';
import type { ShopSettings } from '#contract/shop.ts';
import { lineKey } from '../cart/cart-order.ts';
import { totalCents } from '../cart/total-cents.ts';
import { useWantedQuantities } from '../cart/wanted-quantities.ts';
import { useAudView, useSession } from '../session/session.ts';
import { savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import { listGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { promptForCode } from '../state/popups.ts';
import { sumGiftCardCents, withLocalCards } from './gift-cards/tenders.ts';
import { runChallenge } from './payment/run-challenge.ts';
import { useShipping } from './shipping/use-shipping.ts';
import { refreshOpenCart } from './submit/open-cart.ts';
import type { Payment } from './submit/submit.ts';
import type { useSubmit } from './submit/use-submit.ts';
import { cardRows, findNearlyFreeSellers, lineRows } from './summary/summary.ts';
import type { CheckoutData } from './use-checkout-data.ts';

/** Amounts are in cents. `due` is null while shipping is unknown or a quantity is being saved. */
export function useOrder({ cart, products, ...spending }: CheckoutData) {
  const giftCards = useGiftCards((state) => state.giftCards);
  const cards = cardRows(listGiftCards(giftCards));
  const wantedQuantities = useWantedQuantities();
  const lines = lineRows(cart, products).map((line) => ({
    ...line,
    qty: wantedQuantities[lineKey(line.shown)] ?? line.qty,
  }));
  const changing = Object.keys(wantedQuantities).length > 0;
  const shipping = useShipping(cart, refreshOpenCart);
  const shippingCents = lines.length === 0 ? 0 : changing ? null : shipping.cents;
  const total = totalCents([...cards, ...lines]);
  const toPay = shippingCents === null ? null : total + shippingCents;
  const untilFree = shippingCents ? findNearlyFreeSellers(shipping.untilFree, lines) : [];
  const tenders = withLocalCards(spending.tenders ?? { cards: [], cardDue: 0 }, totalCents(cards));
  const paid = sumGiftCardCents(tenders);
  const due = toPay === null || spending.tendersChanging ? null : Math.max(0, toPay - paid);
  const covered = due === null ? null : due === 0 && paid > 0;
  return { cards, lines, changing, shipping, shippingCents, untilFree, total, tenders, due, covered };
}

type BuyInput = {
  data: CheckoutData;
  cancelTimer: () => void;
  order: ReturnType<typeof useOrder>;
  submit: ReturnType<typeof useSubmit>;
};

export function useBuy({ data: { seller }, order, submit, cancelTimer }: BuyInput) {
  const aud = useAudView();
  const { mobile, campaign_id } = useSession();
  const { cards, lines, shipping, total, tenders, due } = order;
  const charged = priceText((due ?? total) / 100, aud);
  return (payment: Payment, settings: ShopSettings) =>
    submit.confirm({
      cards: cards.map(({ key, ...card }) => [key, card] as const),
      lines,
      address: shipping.selected,
      addressSaved: shipping.settled,
      payment,
      due,
      byGiftCard: tenders.cards.length > 0,
      confirmWithBank: (clientSecret) => runChallenge(settings, { clientSecret, amount: charged }),
      confirmWithCode: () => promptForCode(mobile, 'pay'),
      customerMobile: mobile,
      sellerId: seller ? String(seller.id) : '',
      campaignId: campaign_id,
      cancelTimer,
      savePending: (remaining) => savePendingLines(mobile, remaining),
    });
}
