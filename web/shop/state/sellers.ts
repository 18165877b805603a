import { create } from 'zustand';
import type { Seller } from '#contract/catalogue.ts';

export const useSellers = create<{ page: Seller | null; last: Seller | null }>()(() => ({ page: null, last: null }));

export function setLastSeller(last: Seller | null): void {
  if (last) useSellers.setState({ last });
}

export function sellerPath({ shop_url }: Pick<Seller, 'shop_url'>): string {
  return `/sellerprofile/${encodeURIComponent(shop_url)}`;
}
