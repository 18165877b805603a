import { stringify } from 'csv-stringify/sync';
import { MOVEMENTS } from './day-book-rules.ts';
import type { SellerBook } from './day-books.ts';

const HEADERS = ['seller', 'shop_url', 'day', ...MOVEMENTS, 'outstanding', 'gst'];

/**
 * The books as rows of amounts in dollars: for each seller what was outstanding before the month ('opening'), then each
 * day with movement. No row of sums, so that a column can be added up.
 */
export function booksCsv(books: readonly SellerBook[]): string {
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
    // A number below zero begins as a formula does, and is none.
    cast: { number: (cents) => ({ value: (cents / 100).toFixed(2), escape_formulas: false }) },
  });
}
