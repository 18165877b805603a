import { t } from '@lingui/core/macro';
import type { CartProduct } from '#contract/cart/cart.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../calls/api.ts';
import { useSession } from '../session/session.ts';
import { type PendingLine, readPendingLines, savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import { type GiftCardDraft, readDraft, restoreRemovedDrafts } from '../state/gift-card-drafts.ts';
import { type GiftCards, restoreRemovedGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { offerUndo, showToast } from '../state/toasts.ts';
import type { NewLine } from './add-line.ts';
import { refreshCart } from './cart-queries.ts';
import { toNewLine } from './change-cart.ts';
import { showAddError } from './show-add-error.ts';

export type RemovedFromCart = {
  mobile: string;
  cards: GiftCards;
  /** Keys of all gift cards in their order, including those that were not removed. */
  order: string[];
  drafts: Record<string, GiftCardDraft>;
  lines: NewLine[];
  pending: PendingLine[];
};

/** Returns a copy of the items for undo. Call before removing anything. */
export function copyForUndo({ keys = [], lines = [] }: { keys?: string[]; lines?: CartProduct[] }): RemovedFromCart {
  const { giftCards } = useGiftCards.getState();
  const { mobile } = useSession.getState();
  const presentCards = keys.flatMap((key) => (giftCards[key] ? [[key, giftCards[key]] as const] : []));
  return {
    mobile,
    cards: Object.fromEntries(presentCards),
    order: Object.keys(giftCards),
    drafts: Object.fromEntries(keys.map((key) => [key, readDraft(key)])),
    lines: lines.map(toNewLine),
    pending: readPendingLines(mobile),
  };
}

/** Offers Undo for eight seconds, and again for items whose restore got no response. */
export function offerBack(text: string, removed: RemovedFromCart): void {
  offerUndo(text, () => void restoreRemovedItems(removed).then((left) => left && offerBack(text, left)));
}

/**
 * Restores the items only for the customer who removed them. Shows errors in a popup. Returns the items whose restore
 * got no response, or null.
 */
export async function restoreRemovedItems(removed: RemovedFromCart): Promise<RemovedFromCart | null> {
  const { mobile, cards, order, drafts, lines, pending } = removed;
  const { is_signed_in, mobile: now } = useSession.getState();
  if (!is_signed_in || now !== mobile) return null;
  restoreRemovedGiftCards(cards, order);
  restoreRemovedDrafts(drafts);
  const missing = pending.filter(({ sku }) => lines.every((line) => line.sku !== sku));
  if (missing.length > 0) savePendingLines(mobile, [...readPendingLines(mobile), ...missing.filter(isNew(mobile))]);
  const { left, error } = await addAgain(lines);
  if (error) showAddError(error);
  else showToast(t`Back in your cart`, { to: '/checkout', label: t`Checkout` });
  return left.length > 0 ? { ...removed, lines: left } : null;
}

const isNew = (mobile: string) => {
  const pendingSkus = new Set(readPendingLines(mobile).map(({ sku }) => sku));
  return ({ sku }: PendingLine) => !pendingSkus.has(sku);
};

type Added = { left: NewLine[]; error: unknown };

/** Adds the lines again. A sold-out line does not block the others; lines without a response go to `left`. */
async function addAgain(lines: readonly NewLine[]): Promise<Added> {
  if (lines.length === 0) return { left: [], error: null };
  const added: Added = { left: [], error: null };
  const quote_id = await api('POST carts/mine', {}).catch((error) => recordAddError(added, error, lines));
  if (quote_id === undefined) return added;
  for (const line of lines) {
    const cartItem = { ...line, quote_id: String(quote_id) };
    await api('POST carts/mine/items', { body: { cartItem } }).catch((error) => recordAddError(added, error, [line]));
  }
  await refreshCart();
  return added;
}

function recordAddError(added: Added, error: unknown, lines: readonly NewLine[]): undefined {
  added.error ??= error;
  if (isApiError(error) && error.kind === 'offline') added.left.push(...lines);
}
