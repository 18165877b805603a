import { useState } from 'react';
import { addLine } from '../../cart/add-line.ts';
import { showAddError } from '../../cart/show-add-error.ts';
import { showError } from '../../errors/show-error.ts';
import { productQuery, sellerQuery } from '../../queries/catalogue.ts';
import { queryClient } from '../../queries/query-client.ts';
import { isSignedIn } from '../../session/session.ts';
import { openPopup } from '../../state/popups.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { setLastSeller } from '../../state/sellers.ts';
import type { Tile } from '../feed/feed.ts';

/** Asks a visitor to sign in first. Sign-in then repeats the tap, or leads directly to the product page. */
export function useTileAction(product: Tile): { busy: boolean; press: () => void } {
  const [busy, setBusy] = useState(false);
  const showPage = useShowPage();

  async function go(): Promise<void> {
    setBusy(true);
    const place = product.type_id === 'configurable' ? `/product/${product.id}` : null;
    if (!isSignedIn()) await openSignInPopup(product, place === null ? { next: press } : { place });
    else if (place !== null) await showPage(place, { viewTransition: true });
    else await addLine({ sku: product.sku, qty: 1, product_type: product.type_id }).catch(showAddError);
    setBusy(false);
  }

  function press(): void {
    go().catch(showError);
  }

  return { busy, press };
}

/** Opens no sign-in popup if the product fails to load, because the error has its own popup. */
async function openSignInPopup(
  product: Pick<Tile, 'id'>,
  goesOn: { next: () => void } | { place: string },
): Promise<void> {
  const client = queryClient();
  const [loaded, seller] = await Promise.allSettled([
    client.fetchQuery(productQuery(product.id)),
    client.fetchQuery(sellerQuery(product.id)),
  ]);
  if (seller.status === 'fulfilled') setLastSeller(seller.value);
  if (loaded.status === 'fulfilled') openPopup({ kind: 'sign-in', ...goesOn });
}
