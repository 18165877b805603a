import { formatDollars, formatInstant, formatTable } from '#server/platform/kernel/plain-texts.ts';
import type { BookCheck } from './check-books.ts';
import { type BookDay, MOVEMENTS, sumMovements } from './day-book-rules.ts';
import type { SellerBook } from './day-books.ts';
import type { Totals } from './provider-rules.ts';

type Row = readonly string[];

function bookTable({ seller, shopUrl, openingCents, days, sum, gstCents, closingCents }: SellerBook): string[] {
  const formatMovements = (movements: BookDay['movements']): Row =>
    MOVEMENTS.map((name) => formatAmount(movements[name]));
  const blank = MOVEMENTS.map(() => '');
  return [
    `${seller} (${shopUrl})`,
    ...formatTable(
      [
        ['Day', ...MOVEMENTS, 'outstanding', 'gst'],
        ['opening', ...blank, formatDollars(openingCents), ''],
        ...days.map((day) => [
          day.day,
          ...formatMovements(day.movements),
          formatDollars(day.outstandingCents),
          formatAmount(day.gstCents),
        ]),
        ['month', ...formatMovements(sum), formatDollars(closingCents), formatAmount(gstCents)],
      ],
      { numbers: true },
    ),
    '',
  ];
}

export function bookTables(books: readonly SellerBook[], month: string): string[] {
  if (books.length === 0) return [`No gift cards had been sold by the end of ${month}.`];
  const tables = books.flatMap(bookTable);
  if (books.length === 1) return tables.slice(0, -1);
  const total = (pick: (book: SellerBook) => number) => books.reduce((all, book) => all + pick(book), 0);
  const sum = sumMovements(books.map((book) => book.sum));
  const all = {
    sellerId: 0,
    seller: 'All sellers',
    shopUrl: month,
    days: [],
    sum,
    openingCents: total((book) => book.openingCents),
    closingCents: total((book) => book.closingCents),
    gstCents: total((book) => book.gstCents),
  };
  return [...tables, ...bookTable(all).slice(0, -1)];
}

const formatAmount = (cents: number): string => (cents === 0 ? '' : formatDollars(cents));

export function checkText({ cards, orders, provider, differences }: BookCheck): string[] {
  return [
    `Gift cards recalculated from their entries: ${cards}.`,
    `Orders whose GST was recalculated: ${orders}.`,
    ...(provider === null
      ? ['The payment provider does not answer, so payments and refunds were not compared. Try again later.']
      : [
          `Since ${formatInstant(provider.from)}: ${formatTotals('payments', provider.payments)}; ${formatTotals('refunds', provider.refunds)}.`,
        ]),
    ...(differences.length === 0 ? ['No differences found.'] : ['', ...differences.map(({ sentence }) => sentence)]),
  ];
}

function formatTotals(label: string, { shop, provider }: Totals): string {
  const text = ({ cents, count }: Totals['shop']) => `${formatDollars(cents)} (${count})`;
  return `${label} ${text(shop)} here and ${text(provider)} at the provider`;
}
