import type { Context } from '#server/context.ts';
import { listSellers } from '#server/domain/sellers/seller.ts';
import { buildMonthBooks, listMonthDays, type Month, type SellerMonth } from './day-book-rules.ts';
import { sumMovementsByDay } from './day-book-store.ts';

export type SellerBook = SellerMonth & { seller: string; shopUrl: string };

/** Returns null for an unknown shop URL. Omits sellers that have never sold a gift card. */
export async function listDayBooks(
  { database }: Pick<Context, 'database'>,
  { month, shopUrl }: { month: Month; shopUrl: string | null },
): Promise<SellerBook[] | null> {
  const sellers = new Map((await listSellers(database)).map((seller) => [seller.id, seller]));
  const onlySeller = [...sellers.values()].find((seller) => seller.shopUrl === shopUrl);
  if (shopUrl !== null && !onlySeller) return null;
  const { days, end } = listMonthDays(month);
  const query = { starts: days.map(({ from }) => from), end, sellerId: onlySeller?.id ?? null };
  const all = (await sumMovementsByDay(database.orm, query)).map(
    ({ sellerId, at: dayOfMonth, gstCents, ...movements }) => ({
      sellerId,
      dayOfMonth,
      movements,
      gstCents,
    }),
  );
  return buildMonthBooks(all, days)
    .map((book) => ({ ...book, ...toSellerFields(sellers.get(book.sellerId)) }))
    .toSorted((a, b) => a.seller.localeCompare(b.seller, 'en'));
}

const toSellerFields = (seller: { name: string; shopUrl: string } | undefined) => ({
  seller: seller?.name ?? '',
  shopUrl: seller?.shopUrl ?? '',
});
