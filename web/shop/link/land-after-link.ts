import type { CartProduct } from '#contract/cart/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { savedAddresses } from '../address/saved-addresses.ts';
import { api } from '../calls/api.ts';
import { addLine } from '../cart/add-line.ts';
import { cartProductsQuery, cartQuery, productLines } from '../cart/cart-queries.ts';
import { offerKept } from '../cart/kept-cart.ts';
import { broadcastCartChange } from '../cart/other-tabs.ts';
import { showAddError } from '../cart/show-add-error.ts';
import { copyForUndo, type RemovedFromCart } from '../cart/undo-removal.ts';
import { findPreselectedAddressId } from '../checkout/shipping/shipping.ts';
import { chooseShipping, openCartOfLink } from '../checkout/submit/fill-cart.ts';
import { queryClient } from '../queries/query-client.ts';
import type { ShowPage } from '../state/route-shown.ts';

/**
 * Empties the cart, but keeps it on a new device. Opens /checkout with the link's product, or the product's page if it
 * has options, or /browse without a product. Offers to restore the cart lines and the gift cards that the same customer
 * lost at sign-out (`left`).
 */
export async function landAfterLink(
  showPage: ShowPage,
  product: Product | null,
  left: RemovedFromCart | null = null,
): Promise<void> {
  const lines = await fetchProductLines();
  const { cart, isEmpty } = await openCartOfLink();
  const client = queryClient();
  // A fetch that began before the cart was emptied must not restore the old count.
  await client.cancelQueries({ queryKey: cartProductsQuery.queryKey });
  client.setQueryData(cartProductsQuery.queryKey, isEmpty ? [] : lines);
  client.setQueryData(cartQuery.queryKey, cart);
  broadcastCartChange();
  const selected = findPreselectedAddressId(cart);
  const address = savedAddresses(cart.customer).find(({ id }) => id === selected);
  if (address) await chooseShipping({ cart, address });
  await showPage(await resolveLandingPath(product), { replace: true });
  const undoCopy = copyForUndo({ lines: isEmpty ? lines : [] });
  offerKept(left?.mobile === undoCopy.mobile ? { ...left, lines: undoCopy.lines } : undoCopy);
}

/** If this request fails, the customer only misses the offer to restore the cart. */
async function fetchProductLines(): Promise<CartProduct[]> {
  const answer = await api('GET mobiledigital/cartproducts', {}, { quiet: true }).catch(() => null);
  return productLines(answer?.data.items);
}

async function resolveLandingPath(product: Product | null): Promise<string> {
  if (!product) return '/browse';
  if (product.type_id === 'configurable') return `/product/${product.id}`;
  try {
    await addLine({ sku: product.sku, qty: 1, product_type: product.type_id });
    return '/checkout';
  } catch (error) {
    showAddError(error);
    return `/product/${product.id}`;
  }
}
