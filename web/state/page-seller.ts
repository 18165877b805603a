import { useEffect } from 'react';
import { useMatches } from 'react-router';
import type { Seller } from '#contract/catalogue.ts';
import { setLastSeller, useSellers } from './sellers.ts';

/** A screen about one seller calls this; header and footer then show it until the screen is left. */
export function useShowSeller(seller: Seller | null | undefined): void {
  useEffect(() => {
    if (!seller) return;
    useSellers.setState({ page: seller });
    setLastSeller(seller);
    return () => useSellers.setState({ page: null });
  }, [seller]);
}

/** In the server's HTML the seller comes from the route's loader: a field `seller` in what it returns. */
export function usePageSeller(): Seller | null {
  const shown = useSellers((state) => state.page);
  const loaded = useMatches().map(({ loaderData }) => sellerIn(loaderData));
  return shown ?? loaded.find(Boolean) ?? null;
}

function sellerIn(data: unknown): Seller | null {
  return typeof data === 'object' && data !== null && 'seller' in data ? (data.seller as Seller | null) : null;
}
