import { notifyManager } from '@tanstack/react-query';
import type { Cart } from '#contract/cart/cart.ts';
import { api } from '../../calls/api.ts';
import { cartProductsQuery, cartQuery, refreshCart } from '../../cart/cart-queries.ts';
import { showAddError } from '../../cart/show-add-error.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import {
  missingLines,
  type PendingLine,
  readPendingLines,
  savePendingLines,
} from '../../state/checkout/pending-cart-lines.ts';
import { restoreProductLines } from './fill-cart.ts';
import { runInOneTab } from './in-one-tab.ts';

/**
 * Creates the cart first, because fetching a missing cart is an error. Restores lines that an interrupted submit left
 * out, so that the price shown is charged, unless another tab is restoring them.
 */
async function openCart(): Promise<Cart> {
  await api('POST carts/mine', {});
  const cart = await api('GET carts/mine', {});
  if (readPendingLines(useSession.getState().mobile).length === 0) return cart;
  const restored = await runInOneTab(restorePending);
  return restored === 'elsewhere' ? cart : restored;
}

/** Refetches the cart, because another tab that held the lock may have restored some lines. */
async function restorePending(): Promise<Cart> {
  const cart = await api('GET carts/mine', {});
  const { mobile } = useSession.getState();
  await restore({ cartId: cart.id, lines: missingLines(readPendingLines(mobile), cart.items), mobile });
  const [restored] = await Promise.all([api('GET carts/mine', {}), refetchProducts()]);
  return restored;
}

type Restoring = { cartId: number; lines: PendingLine[]; mobile: string };

async function restore({ cartId, lines, mobile }: Restoring): Promise<void> {
  let remaining = lines;
  const onDone = (line: PendingLine) => {
    remaining = remaining.filter((other) => other !== line);
    savePendingLines(mobile, remaining);
  };
  const { firstError } = await restoreProductLines({ cartId, lines, onDone });
  savePendingLines(mobile, remaining);
  if (firstError) showAddError(firstError);
}

export const openCartQuery = { ...cartQuery, queryFn: openCart };

export function refetchOpenCart(): Promise<Cart | null> {
  return queryClient().fetchQuery({ ...openCartQuery, staleTime: 0 });
}

const refetchProducts = () => queryClient().invalidateQueries({ queryKey: cartProductsQuery.queryKey });

/**
 * Refetches the cart, and resolves once the screens have the result: an empty cart in between would unmount the
 * checkout and lose the typed card.
 */
export async function reopenCart(): Promise<void> {
  await Promise.allSettled([refetchOpenCart(), refetchProducts()]);
  await new Promise<void>((notified) => notifyManager.schedule(notified));
}

export function refreshOpenCart(): Promise<void> {
  return readPendingLines(useSession.getState().mobile).length > 0 ? reopenCart() : refreshCart();
}
