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
  pendingLines,
  savePendingLines,
} from '../../state/checkout/pending-cart-lines.ts';
import { restoreProductLines } from './fill-cart.ts';
import { inOneTab } from './in-one-tab.ts';

/**
 * The open cart, made when there is none: asking for one that is not there is an error answer. Lines that an interrupted
 * submit left out are restored first, so that the price on screen is the one that will be charged; but not while another
 * tab places an order, since that tab is adding the same lines.
 */
async function openCart(): Promise<Cart> {
  await api('POST carts/mine', {});
  const cart = await api('GET carts/mine', {});
  if (pendingLines(useSession.getState().mobile).length === 0) return cart;
  const restored = await inOneTab(restorePending);
  return restored === 'elsewhere' ? cart : restored;
}

/** Reads cart and lines anew: a tab that had the lock before may have restored some of them. */
async function restorePending(): Promise<Cart> {
  const cart = await api('GET carts/mine', {});
  const { mobile } = useSession.getState();
  await restore({ cartId: cart.id, lines: missingLines(pendingLines(mobile), cart.items), mobile });
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

/** Fetches the cart again, also for a customer who had none. Throws what the calls throw. */
export function refetchOpenCart(): Promise<Cart | null> {
  return queryClient().fetchQuery({ ...openCartQuery, staleTime: 0 });
}

const refetchProducts = () => queryClient().invalidateQueries({ queryKey: cartProductsQuery.queryKey });

/**
 * After a submit that stopped: cart and products as the server has them, with pending lines restored. Screens know them,
 * too, by then: an empty cart in between would take the screen away, and with it the card that was typed.
 */
export async function reopenCart(): Promise<void> {
  await Promise.allSettled([refetchOpenCart(), refetchProducts()]);
  await new Promise<void>((notified) => notifyManager.schedule(notified));
}

/** After a change of the cart; lines of an interrupted submit are restored, too, where there are any. */
export function refreshOpenCart(): Promise<void> {
  return pendingLines(useSession.getState().mobile).length > 0 ? reopenCart() : refreshCart();
}
