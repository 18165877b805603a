import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CartProduct } from '#contract/cart/cart.ts';
import { QUANTITY_DEBOUNCE_MS } from '#contract/rules/limits.ts';
import { showError } from '../errors/show-error.ts';
import { queryClient } from '../queries/query-client.ts';
import { useSession } from '../session/session.ts';
import { clearPendingLines } from '../state/checkout/pending-cart-lines.ts';
import {
  clearGiftCards,
  type LocalGiftCard,
  listGiftCards,
  removeGiftCard,
  useGiftCards,
} from '../state/gift-cards.ts';
import { useShowPage } from '../state/route-shown.ts';
import { openCartId } from './add-line.ts';
import { lineKey, sortLinesByKeys } from './cart-order.ts';
import { cartProductsQuery, productLines, refreshCart } from './cart-queries.ts';
import { clearCart, removeCardFromServer, removeLine, setLineQuantity } from './change-cart.ts';
import { debounce } from './debounce.ts';
import { showAddError } from './show-add-error.ts';
import { copyForUndo, offerBack } from './undo-removal.ts';
import { dropQuantity, setWantedQuantity, useWantedQuantities } from './wanted-quantities.ts';

export function useCart() {
  const enabled = useSession((session) => session.is_signed_in);
  const giftCards = useGiftCards((state) => state.giftCards);
  const cards = listGiftCards(giftCards);
  const query = useQuery({ ...cartProductsQuery, enabled, refetchOnMount: 'always' });
  const knownKeys = useRef<string[]>([]);
  const lines = sortLinesByKeys(productLines(query.data), knownKeys.current);
  useEffect(() => {
    knownKeys.current = [...new Set([...knownKeys.current, ...lines.map(lineKey)])];
  });
  return {
    cards,
    lines,
    loading: enabled && query.isPending,
    failed: query.isLoadingError ? { error: query.error, retry: () => void query.refetch() } : null,
    empty: cards.length + lines.length === 0,
  };
}

export function useCartActions(close: () => void) {
  const [busy, setBusy] = useState(false);
  const showPage = useShowPage();

  async function run(work: () => Promise<void>) {
    setBusy(true);
    await work().catch(showError);
    setBusy(false);
  }
  /**
   * Opens /browse if the removed gift card was the last item. After removing products, the customer stays on the page.
   */
  async function leaveIfEmpty() {
    if (!leaves()) return;
    close();
    await showPage('/browse');
  }
  const removalText = () => (leaves() ? t`Your cart is empty` : t`Removed`);
  const leaves = () => {
    const lines = productLines(queryClient().getQueryData(cartProductsQuery.queryKey));
    return listGiftCards().length + lines.length === 0;
  };
  return {
    busy,
    removeCard: (key: string, card: LocalGiftCard) =>
      run(async () => {
        const removed = copyForUndo({ keys: [key] });
        await removeCardFromServer(card);
        removeGiftCard(key);
        if (card.cart_item_id !== null) await refreshCart();
        await leaveIfEmpty();
        offerBack(removalText(), removed);
      }),
    removeLine: (line: CartProduct) =>
      run(async () => {
        const removed = copyForUndo({ lines: [line] });
        await removeLineOptimistically(line, () => removeLine(line.item_id));
        await refreshCart();
        offerBack(removalText(), removed);
      }),
    clear: () =>
      run(async () => {
        const lines = productLines(queryClient().getQueryData(cartProductsQuery.queryKey));
        const removed = copyForUndo({ keys: listGiftCards().map(([key]) => key), lines });
        await clearCart(await openCartId());
        clearGiftCards();
        clearPendingLines();
        await refreshCart();
        offerBack(t`Your cart is cleared`, removed);
      }),
  };
}

async function removeLineOptimistically({ item_id }: CartProduct, remove: () => Promise<void>): Promise<void> {
  const client = queryClient();
  const { queryKey } = cartProductsQuery;
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, (lines) => lines?.filter((line) => line.item_id !== item_id));
  try {
    await remove();
  } catch (error) {
    client.setQueryData(queryKey, before);
    throw error;
  }
}

/** Shows a new quantity immediately, but sends it to the server only after the last tap. */
export function useLineQuantity(line: CartProduct): [qty: number, set: (qty: number) => void] {
  const key = lineKey(line);
  const wantedQty = useWantedQuantities((quantities) => quantities[key]);
  const update = useMemo(
    () =>
      debounce<number>(QUANTITY_DEBOUNCE_MS, (qty) => {
        void sendQuantity(key, qty).then(() => dropQuantity(key, qty));
      }),
    [key],
  );
  useEffect(() => () => update.flush(), [update]);
  return [
    wantedQty ?? line.qty,
    (qty) => {
      setWantedQuantity(key, qty);
      update.call(qty);
    },
  ];
}

let changes: Promise<void> = Promise.resolve();

/**
 * Sends changes one at a time, because changing a configurable product gives its line a new id, which the next change
 * needs.
 */
function sendQuantity(key: string, qty: number): Promise<void> {
  changes = changes.then(() => changeQuantity(key, qty));
  return changes;
}

async function changeQuantity(key: string, qty: number): Promise<void> {
  const client = queryClient();
  const line = client.getQueryData(cartProductsQuery.queryKey)?.find((item) => lineKey(item) === key);
  if (!line || line.qty === qty) return;
  try {
    await setLineQuantity({ line, qty, cartId: await openCartId() });
  } catch (error) {
    showAddError(error);
  }
  await refreshCart();
}
