import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { Product } from '#contract/catalogue.ts';
import { useInView } from '#web/ui/view/use-in-view.ts';
import { sellerProductsQuery } from '../../queries/catalogue.ts';
import { ProductRail } from './product-rail.tsx';

const MAX_SHOWN = 8;
const WAITING = 4;

/** Loads the products only when scrolled into view, because most visitors choose an amount above. */
export function MoreFromSeller({ product }: { product: Product }) {
  const title = useId();
  const section = useRef<HTMLElement>(null);
  const isSeen = useInView(section);
  const { name: seller, shop_url } = product.seller;
  const { data, isError } = useQuery({ ...sellerProductsQuery(shop_url), enabled: isSeen });
  const otherProducts = data?.filter(({ id }) => id !== product.id).slice(0, MAX_SHOWN);
  if (isError || otherProducts?.length === 0) return null;
  return (
    <section ref={section} aria-labelledby={title} className="py-4">
      <h2 id={title} className="text-20 wrap-anywhere">
        <Trans>More from {seller}</Trans>
      </h2>
      <ProductRail products={otherProducts} waiting={WAITING} />
    </section>
  );
}
