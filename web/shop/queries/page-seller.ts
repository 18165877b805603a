import { useEffect } from 'react';
import type { Seller } from '#contract/catalogue.ts';
import { setLastSeller, useSellers } from '../state/sellers.ts';
import { useShownPageData } from './page-data.ts';

export function useShowSeller(seller: Seller | null | undefined): void {
  useEffect(() => {
    if (!seller) return;
    useSellers.setState({ page: seller });
    setLastSeller(seller);
    return () => useSellers.setState({ page: null });
  }, [seller]);
}

type Page = { product?: { seller?: Seller } | null; information?: { seller?: Seller } };

export function usePageSeller(): Seller | null {
  const shownSeller = useSellers((state) => state.page);
  const loaded = useShownPageData<Page>();
  return shownSeller ?? loaded?.product?.seller ?? loaded?.information?.seller ?? null;
}
