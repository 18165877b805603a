import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { expiryText } from '#contract/rules/gift-card/card-expiry.ts';
import { formatBooksCsv } from '#server/domain/books/books-csv.ts';
import { bookTables, checkText } from '#server/domain/books/books-texts.ts';
import { checkBooks } from '#server/domain/books/check-books.ts';
import { readMonth } from '#server/domain/books/day-book-rules.ts';
import { listDayBooks } from '#server/domain/books/day-books.ts';
import { reinstateCard } from '#server/domain/books/reinstate-card.ts';
import { actorName } from '#server/platform/kernel/actor.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import { reportUnknownSeller } from './counter-keys.ts';
import { writeWhole } from './customers/write-whole.ts';
import { type Command, checkShop, isWord } from './shared/command.ts';

const USAGE = `Use: npm run books --
  --month 2026-11 [--seller SHOP_URL] [--csv FILE]
  check [--days 35]
  reinstate --card CARD --note TEXT [--months 6] [--as MOBILE]
  (docs/how-to/keep-the-books.md)`;

const text = { type: 'string' } as const;
const LONGEST = { days: 90, months: 60, words: 500 };

const WORDS = {
  '': { needs: 'books.read' },
  check: { needs: 'books.read' },
  reinstate: { needs: 'cards.reinstate', leaves: 'card.reinstated' },
} as const satisfies Command['words'];
const subcommands = { '': readBooks, check: readCheck, reinstate: readReinstate };

export const booksCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read(argv, cwd) {
    const [subject = '', ...rest] = argv;
    if (subject === '') throw new TypeError('Name a month.');
    if (subject.startsWith('-')) return readBooks(argv, cwd);
    const read = isWord(WORDS, subject) ? subcommands[subject] : undefined;
    if (!read) throw new TypeError(`There is no "books ${subject}".`);
    return read(rest, cwd);
  },
};

function readBooks(args: string[], cwd: string): ReturnType<Command['read']> {
  const {
    month: named = '',
    seller = null,
    csv,
  } = parseArgs({ args, options: { month: text, seller: text, csv: text } }).values;
  const month = readMonth(named);
  if (!month) throw new TypeError(`--month takes a month such as 2026-11, not "${named}".`);
  if (csv?.trim() === '') throw new TypeError('--csv takes the name of a file.');
  return async (shop, output) => {
    checkShop(shop);
    const books = await listDayBooks({ database: await shop.database() }, { month, shopUrl: seller });
    if (!books) return reportUnknownSeller(output, seller ?? '');
    for (const line of bookTables(books, named)) output.say(line);
    if (csv !== undefined) {
      writeWhole(resolve(cwd, csv), formatBooksCsv(books), csv);
      output.say(`Wrote ${csv}.`);
    }
    return 0;
  };
}

function readCheck(args: string[]): ReturnType<Command['read']> {
  const { days: daysText = '35' } = parseArgs({ args, options: { days: text } }).values;
  const days = readCount(daysText, 'days');
  return async (shop, output) => {
    checkShop(shop);
    const check = await checkBooks(await shop.context(), { days });
    const isRight = check.differences.length === 0 && check.provider !== null;
    for (const line of checkText(check)) (isRight ? output.say : output.complain)(line);
    return isRight ? 0 : 1;
  };
}

function readReinstate(args: string[]): ReturnType<Command['read']> {
  const options = { card: text, note: text, months: text };
  const { card = '', note = '', months: monthsText = '6' } = parseArgs({ args, options }).values;
  if (card.trim() === '')
    throw new TypeError('--card takes the id of a gift card (gc_..., as in the log) or its code.');
  if (note.trim() === '') throw new TypeError('reinstate needs a --note with the reason.');
  if (note.length > LONGEST.words) throw new TypeError(`--note takes at most ${LONGEST.words} characters.`);
  const decision = { card: card.trim(), note: note.trim(), months: readCount(monthsText, 'months') };
  return async (shop, output) => {
    checkShop(shop);
    const result = await reinstateCard(await shop.context(), {
      ...decision,
      operator: actorName(shop.actor),
      actor: shop.actor,
    });
    if (typeof result === 'string') {
      output.complain(NOT_REINSTATED[result]);
      return 1;
    }
    const until = `${formatDollars(result.cents)} can be spent until ${expiryText(result.expiresAt)}`;
    output.say(`Card ${result.card}: ${until}.${result.frozen ? FROZEN : ''}`);
    return 0;
  };
}

const NOT_REINSTATED = {
  'no card': 'No gift card has this id or code.',
  'not expired': 'This card has not expired, or is void or frozen: there is nothing to reinstate.',
  'nothing left': 'No value expired: the card was spent completely before it expired.',
};
const FROZEN =
  ' The card is frozen because its payment is disputed or has a warning. It cannot be spent until that is decided.';

function readCount(countText: string, option: 'days' | 'months'): number {
  const count = /^[1-9]\d?$/.test(countText) ? Number(countText) : 0;
  if (count < 1 || count > LONGEST[option])
    throw new TypeError(`--${option} takes a whole number from 1 to ${LONGEST[option]}, not "${countText}".`);
  return count;
}
