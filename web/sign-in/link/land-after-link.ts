import type { NavigateFunction } from 'react-router';
import type { Product } from '#contract/catalogue.ts';
import { savedAddresses } from '../../address/saved-addresses.ts';
import { addLine } from '../../cart/add-line.ts';
import { cartQuery } from '../../cart/cart-queries.ts';
import { showAddError } from '../../cart/show-add-error.ts';
import { firstSelected } from '../../checkout/shipping/shipping.ts';
import { chooseShipping, openEmptyCart } from '../../checkout/submit/fill-cart.ts';
import { queryClient } from '../../queries/query-client.ts';

/**
 * Where a link leads a signed-in customer: an empty cart with the default shipping address, then with its product to
 * /checkout or without one to /browse. A product with options is chosen on its page first.
 */
export async function landAfterLink(navigate: NavigateFunction, product: Product | null): Promise<void> {
  const cart = await openEmptyCart();
  queryClient().setQueryData(cartQuery.queryKey, cart);
  const selected = firstSelected(cart);
  const address = savedAddresses(cart.customer).find(({ id }) => id === selected);
  if (address) await chooseShipping({ cart, address });
  await navigate(await placeFor(product), { replace: true });
}

async function placeFor(product: Product | null): Promise<string> {
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
