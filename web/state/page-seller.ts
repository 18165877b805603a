import { useEffect, useMemo } from 'react';
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

type Page = { product?: { seller?: Seller } | null; information?: { seller?: Seller } };

/** In the server's HTML it is the seller of what the page was rendered from: a product, or what there is of a seller. */
export function usePageSeller(): Seller | null {
  const shown = useSellers((state) => state.page);
  const text = useMatches()
    .map(({ loaderData }) => loaderData)
    .find((data) => typeof data === 'string');
  const loaded = useMemo(() => (text === undefined ? null : sellerIn(JSON.parse(text))), [text]);
  return shown ?? loaded;
}

function sellerIn({ product, information }: Page): Seller | null {
  return product?.seller ?? information?.seller ?? null;
}
