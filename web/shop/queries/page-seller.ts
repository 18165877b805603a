import { useEffect } from 'react';
import type { Seller } from '#contract/catalogue.ts';
import { setLastSeller, useSellers } from '../state/sellers.ts';
import { useShownPageData } from './page-data.ts';

/** A screen about one seller calls this; header and footer then show it until the screen is left. */
export function useShowSeller(seller: Seller | null | undefined): void {
  useEffect(() => {
    if (!seller) return;
    useSellers.setState({ page: seller });
    setLastSeller(seller);
    return () => useSellers.setState({ page: null });
  }, [seller]);
}

type Page = { product?: { seller?: Seller } | null; information?: { seller?: Seller } };

/** In the server's HTML it is the seller of what the page was rendered from: a product, or what there is of a seller. */
export function usePageSeller(): Seller | null {
  const shown = useSellers((state) => state.page);
  const loaded = useShownPageData<Page>();
  return shown ?? loaded?.product?.seller ?? loaded?.information?.seller ?? null;
}
