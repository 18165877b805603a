import { stringify } from 'csv-stringify/sync';
import { MOVEMENTS } from './day-book-rules.ts';
import type { SellerBook } from './day-books.ts';

const HEADERS = ['seller', 'shop_url', 'day', ...MOVEMENTS, 'outstanding', 'gst'];

/** Writes amounts in dollars, and no total rows, so that columns can be summed. */
export function formatBooksCsv(books: readonly SellerBook[]): string {
  const records = books.flatMap(({ seller, shopUrl, openingCents, days }) => [
    [seller, shopUrl, 'opening', ...MOVEMENTS.map(() => 0), openingCents, 0],
    ...days.map(({ day, movements, outstandingCents, gstCents }) => [
      seller,
      shopUrl,
      day,
      ...MOVEMENTS.map((name) => movements[name]),
      outstandingCents,
      gstCents,
    ]),
  ]);
  return stringify([HEADERS, ...records], {
    escape_formulas: true,
    // Negative amounts look like formulas but are safe, so they stay unescaped.
    cast: { number: (cents) => ({ value: (cents / 100).toFixed(2), escape_formulas: false }) },
  });
}
