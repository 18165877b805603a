import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Cart, CartProduct } from '#contract/cart/cart.ts';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import type { Seller } from '#contract/catalogue.ts';
import type { SavedCard } from '#contract/checkout.ts';
import { cartProductsQuery } from '../cart/cart-queries.ts';
import { sellerQuery } from '../queries/catalogue.ts';
import { savedCardsQuery } from '../queries/customer.ts';
import { ownGiftCardsQuery } from '../queries/own-gift-cards.ts';
import { listGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { hideLoader, showLoader } from '../state/loaders.ts';
import { setLastSeller, useSellers } from '../state/sellers.ts';
import { type Tenders, tendersQuery } from './gift-cards/tenders.ts';
import { openCartQuery } from './submit/open-cart.ts';

export type CheckoutData = {
  cart: Cart;
  products: CartProduct[];
  savedCards: SavedCard[];
  seller: Seller | null;
  ownCards: OwnCard[];
  tenders: Tenders | null;
  tendersChanging: boolean;
};

type Loaded = { data: CheckoutData | null; failed: boolean; retry: () => void };

/** Refetches on every visit, showing cached data meanwhile. */
const anew = { refetchOnMount: 'always' } as const;

/**
 * Loads the checkout data, without the gift cards being bought, which are in this browser. Shows the loader until
 * everything has loaded or one call has failed.
 */
export function useCheckoutData(): Loaded {
  const savedCards = useQuery({ ...savedCardsQuery, ...anew });
  const cart = useQuery({ ...openCartQuery, ...anew });
  const products = useQuery({ ...cartProductsQuery, ...anew });
  const ownCards = useQuery({ ...ownGiftCardsQuery, ...anew, meta: { quiet: true } });
  const { tenders, changing } = useTenders(cart);
  const firstCard = useGiftCards((state) => listGiftCards(state.giftCards).find(([, { id }]) => id > 0)?.[1].id);
  const productId = firstCard ?? products.data?.[0]?.product.id;
  const sold = useQuery({ ...sellerQuery(productId ?? ''), enabled: productId !== undefined });
  const last = useSellers((state) => state.last);
  const failed = [savedCards, cart, products, sold].some(({ isError }) => isError);
  const sellerKnown = !products.isPending && (productId === undefined || !sold.isPending);
  const spendKnown = ownCards.isFetched && tenders.isFetched;
  const ready = savedCards.data && cart.data && products.data && sellerKnown && spendKnown;
  const waiting = !ready && !failed;

  useEffect(() => {
    if (sold.data) setLastSeller(sold.data);
  }, [sold.data]);
  useEffect(() => {
    if (waiting) showLoader('checkout');
    return () => hideLoader('checkout');
  }, [waiting]);

  const data = ready
    ? {
        cart: cart.data,
        products: products.data,
        savedCards: savedCards.data,
        seller: sold.data ?? last,
        ownCards: ownCards.data ?? [],
        tenders: tenders.data ?? null,
        tendersChanging: changing,
      }
    : null;
  const retry = () => {
    for (const query of [savedCards, cart, products, sold]) if (query.isError) void query.refetch();
  };
  return { data: data as CheckoutData | null, failed, retry };
}

/**
 * Refetches the gift card amounts after every cart fetch. The checkout waits for them to avoid layout shifts, but
 * continues if they fail to load.
 */
function useTenders(cart: { data: Cart | null | undefined; isFetching: boolean }) {
  const tenders = useQuery({ ...tendersQuery, enabled: Boolean(cart.data) && !cart.isFetching });
  const changing = (cart.isFetching || tenders.isFetching) && (tenders.data?.cards.length ?? 0) > 0;
  return { tenders, changing };
}
