import { t } from '@lingui/core/macro';
import type { CartProduct } from '#contract/cart.ts';
import { api } from '../api/client.ts';
import { useSession } from '../session/session.ts';
import { type GiftCardDraft, putBackDrafts, readDraft } from '../state/gift-card-drafts.ts';
import { type GiftCards, putBackGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { type PendingLine, pendingLines, savePendingLines } from '../state/pending-cart-lines.ts';
import { offerUndo, showToast } from '../state/toasts.ts';
import type { NewLine } from './add-line.ts';
import { refreshCart } from './cart-queries.ts';
import { itemOf } from './change-cart.ts';
import { showAddError } from './show-add-error.ts';

/** All that a removal takes away: what was written, in its place, and the lines as the cart takes them. */
export type RemovedFromCart = {
  mobile: string;
  cards: GiftCards;
  /** The keys of every card, also of those that stay. */
  order: string[];
  drafts: Record<string, GiftCardDraft>;
  lines: NewLine[];
  pending: PendingLine[];
};

/** Taken before anything is removed. */
export function keepForUndo({ keys = [], lines = [] }: { keys?: string[]; lines?: CartProduct[] }): RemovedFromCart {
  const { giftCards } = useGiftCards.getState();
  const { mobile } = useSession.getState();
  const there = keys.flatMap((key) => (giftCards[key] ? [[key, giftCards[key]] as const] : []));
  return {
    mobile,
    cards: Object.fromEntries(there),
    order: Object.keys(giftCards),
    drafts: Object.fromEntries(keys.map((key) => [key, readDraft(key)])),
    lines: lines.map(itemOf),
    pending: pendingLines(mobile),
  };
}

/** 'Removed' with the way back for eight seconds. */
export function offerBack(text: string, removed: RemovedFromCart): void {
  offerUndo(text, () => void putBack(removed).catch(showAddError));
}

/** Puts everything where it was, for the customer it was taken from and nobody else. Throws an ApiError. */
export async function putBack({ mobile, cards, order, drafts, lines, pending }: RemovedFromCart): Promise<void> {
  const { is_signed_in, mobile: now } = useSession.getState();
  if (!is_signed_in || now !== mobile) return;
  putBackGiftCards(cards, order);
  putBackDrafts(drafts);
  const missing = pending.filter(({ sku }) => lines.every((line) => line.sku !== sku));
  if (missing.length > 0) savePendingLines(mobile, [...pendingLines(mobile), ...missing.filter(isNew(mobile))]);
  if (lines.length > 0) await addAgain(lines);
  showToast(t`Back in your cart`, { to: '/checkout', label: t`Checkout` });
}

const isNew = (mobile: string) => {
  const there = new Set(pendingLines(mobile).map(({ sku }) => sku));
  return ({ sku }: PendingLine) => !there.has(sku);
};

/** One that is sold out meanwhile keeps none of the others out. */
async function addAgain(lines: readonly NewLine[]): Promise<void> {
  const quote_id = String(await api('POST carts/mine', {}));
  const errors: unknown[] = [];
  for (const line of lines) {
    await api('POST carts/mine/items', { body: { cartItem: { ...line, quote_id } } }).catch((error) =>
      errors.push(error),
    );
  }
  await refreshCart();
  if (errors.length > 0) throw errors[0];
}
