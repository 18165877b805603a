import type { NavigateFunction } from 'react-router';
import type { Product } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { showAddProblem } from '../../api/problems.ts';
import { cartQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { addLine } from '../cart/add-line.ts';
import { chooseShipping, openEmptyCart } from '../checkout/fill-cart.ts';
import { firstSelected, savedAddresses } from '../checkout/shipping.ts';

/**
 * Where a link leads a signed-in shopper: an empty cart with the default shipping address (ST-012), then with its product to
 * /checkout (ST-013) or without one to /browse (ST-014). A product with options is chosen on its page first (OQ-044).
 */
export async function landAfterLink(navigate: NavigateFunction, product: Product | null): Promise<void> {
  const cart = await openEmptyCart(api);
  queryClient().setQueryData(cartQuery.queryKey, cart);
  const selected = firstSelected(cart);
  const address = savedAddresses(cart.customer).find(({ id }) => id === selected);
  if (address) await chooseShipping(api, { cart, address });
  await navigate(await placeFor(product), { replace: true });
}

async function placeFor(product: Product | null): Promise<string> {
  if (!product) return '/browse';
  if (product.type_id === 'configurable') return `/product/${product.id}`;
  try {
    await addLine({ sku: product.sku, qty: 1, product_type: product.type_id });
    return '/checkout';
  } catch (error) {
    showAddProblem(error);
    return `/product/${product.id}`;
  }
}
