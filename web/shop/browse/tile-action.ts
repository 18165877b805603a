import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TileProduct } from '#contract/catalogue.ts';
import { showAddProblem, showProblem } from '../../api/problems.ts';
import { productQuery, sellerQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { openPopup } from '../../state/popups.ts';
import { setLastSeller } from '../../state/seller.ts';
import { isSignedIn } from '../../state/session.ts';
import { addLine } from '../cart/add-line.ts';

/**
 * What the button of a tile does (ST-022..ST-028). A visitor signs in first: product and seller are fetched, the popup opens, and
 * after sign-in the same press goes through.
 */
export function useTileAction(product: TileProduct): { busy: boolean; press: () => void } {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  async function go(): Promise<void> {
    setBusy(true);
    if (!isSignedIn()) await askToSignIn(product, press);
    else if (product.type_id === 'configurable') await navigate(`/product/${product.id}`, { viewTransition: true });
    else await addLine({ sku: product.sku, qty: 1, product_type: product.type_id }).catch(showAddProblem);
    setBusy(false);
  }

  function press(): void {
    go().catch(showProblem);
  }

  return { busy, press };
}

/** Fetches product and seller, then opens the sign-in popup (ST-022, ST-023); failures show their own popup. */
export async function askToSignIn(product: Pick<TileProduct, 'id'>, next: () => void): Promise<void> {
  const client = queryClient();
  const [found, seller] = await Promise.allSettled([
    client.fetchQuery(productQuery(product.id)),
    client.fetchQuery(sellerQuery(product.id)),
  ]);
  if (seller.status === 'fulfilled') setLastSeller(seller.value);
  if (found.status === 'fulfilled') openPopup({ kind: 'sign-in', next });
}
