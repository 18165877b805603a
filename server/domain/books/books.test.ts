import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { booksCommand } from '#server/commands/keep-books.ts';
import { expireCards } from '#server/domain/gift-cards/ledger/expire-cards.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { correctBalances } from '#test/support/ledger-acts.ts';
import { openDispute } from '#test/support/payment-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const FIFTH = new Date('2026-11-05T00:00:00Z');

describe.each(databaseKinds())('gift card books on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await wren.buyCards();
  });
  afterEach(() => shop.close());
  const books = (...argv: string[]) => giveCommand(shop.context, booksCommand, ...argv);
  const moveTo = (instant: string | Date) => shop.context.clock.moveTo?.(new Date(instant));
  const expiry = async () => (await shop.lastCard()).expiresAt ?? '';
  const readTable = async (month: string, ...options: string[]) => (await books('--month', month, ...options)).output;

  it('lists the movements and closing balance of each day, in Sydney time', async () => {
    const counter = await shop.counter();
    const card = await shop.lastCard();
    moveTo('2026-11-03T12:59:00Z');
    const { redemption } = (await counter.redeem(card, 10)).body;
    moveTo('2026-11-03T13:01:00Z');
    await counter.reverse(redemption, 4);
    await counter.authorise(card, 3);
    await correctBalances(shop, -100, { createdAt: FIFTH });
    expect(await readTable('2026-11')).toEqual([
      'Teapots & Co (teapots)',
      'Day         issued  redeemed  reversed  voided  restored  expired  reinstated  corrected  outstanding     gst',
      'opening                                                                                         $0.00',
      '2026-11-02  $25.00                                                                             $25.00',
      '2026-11-03            $10.00                                                                   $15.00   $0.91',
      '2026-11-04                       $4.00                                                         $19.00  -$0.36',
      '2026-11-05                                                                        -$1.00       $18.00',
      'month       $25.00    $10.00     $4.00                                            -$1.00       $18.00   $0.55',
    ]);
    expect(await readTable('2026-10')).toEqual(['No gift cards had been sold by the end of 2026-10.']);
    expect((await readTable('2026-12')).slice(2)).toEqual([
      expect.stringMatching(/^opening .* \$18\.00$/),
      expect.stringMatching(/^month .* \$18\.00$/),
    ]);
  });

  it('includes gift card value that was voided by a refund, expired or reinstated', async () => {
    const { id: orderId } = await shop.stored.one('orders');
    await wren.buyCards();
    moveTo('2026-11-04T01:00:00Z');
    await refundOrder(shop.context, {
      actor: machine,
      orderId,
      target: 'everything',
      note: 'x',
      reason: 'other',
      isIdempotent: true,
    });
    moveTo(await expiry());
    await expireCards(shop.context);
    const { publicId: id } = await shop.lastCard();
    expect(await books('reinstate', '--card', id, '--note', 'was ill', '--months', '12')).toEqual({
      status: 0,
      errorOutput: [],
      output: [`Card ${id}: $25.00 can be spent until 2 November 2030.`],
    });
    expect((await readTable('2026-11')).at(-1)).toMatch(/^month +\$50\.00 +\$25\.00 +\$25\.00$/);
    expect((await readTable('2029-11')).slice(2)).toEqual([
      expect.stringMatching(/^opening +\$25\.00$/),
      expect.stringMatching(/^2029-11-02 +\$25\.00 +\$25\.00 +\$25\.00$/),
      expect.stringMatching(/^month +\$25\.00 +\$25\.00 +\$25\.00$/),
    ]);
    expect(await books('reinstate', '--card', id, '--note', 'again')).toMatchObject({
      status: 1,
      errorOutput: ['This card has not expired, or is void or frozen: there is nothing to reinstate.'],
    });
    expect(await books('reinstate', '--card', 'gc_nobody', '--note', 'x')).toMatchObject({
      status: 1,
      errorOutput: ['No gift card has this id or code.'],
    });
  });

  it('reinstates an expired card by its code, and keeps it frozen while its payment is disputed', async () => {
    const { code } = await shop.lastCard();
    moveTo(await expiry());
    await expireCards(shop.context);
    await openDispute(shop, await shop.stored.one('payments'));
    expect(await books('reinstate', '--card', code, '--note', 'was ill')).toMatchObject({
      status: 0,
      output: [expect.stringMatching(/\$25\.00 can be spent until 2 May 2030\. The card is frozen/)],
    });
    expect(await shop.stored.one('giftCardAccounts')).toMatchObject({ status: 'frozen', balanceCents: 2_500 });
  });

  it('exports amounts in dollars and escapes formulas in names, but not negative numbers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handsel-books-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'books.csv');
    await shop.stored.change('sellers', { name: "=cmd|'/C calc'!A0" }, { shopUrl: 'teapots' });
    await correctBalances(shop, -100, { createdAt: FIFTH });
    expect((await books('--month', '2026-11', '--seller', 'teapots', '--csv', file)).output.at(-1)).toBe(
      `Wrote ${file}.`,
    );
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      'seller,shop_url,day,issued,redeemed,reversed,voided,restored,expired,reinstated,corrected,outstanding,gst',
      "'=cmd|'/C calc'!A0,teapots,opening,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00",
      "'=cmd|'/C calc'!A0,teapots,2026-11-02,25.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,25.00,0.00",
      "'=cmd|'/C calc'!A0,teapots,2026-11-05,0.00,0.00,0.00,0.00,0.00,0.00,0.00,-1.00,24.00,0.00",
      '',
    ]);
    const missing = join(folder, 'none', 'books.csv');
    await expect(books('--month', '2026-11', '--csv', missing)).rejects.toThrow(/could not be written/);
  });

  it('limits the books to the given seller, and fails if the seller is unknown', async () => {
    expect(await readTable('2026-11', '--seller', 'prints')).toEqual([
      'No gift cards had been sold by the end of 2026-11.',
    ]);
    expect((await readTable('2026-11', '--seller', 'teapots'))[0]).toBe('Teapots & Co (teapots)');
    expect(await books('--month', '2026-11', '--seller', 'nobody')).toMatchObject({
      status: 1,
      errorOutput: ['The shop has no seller "nobody". To list all sellers, run: npm run seller -- list'],
    });
  });
});

it.each([
  [[], 'Name a month.'],
  [['tax'], 'There is no "books tax".'],
  [['--month', '2026-13'], '--month takes a month such as 2026-11, not "2026-13".'],
  [['--seller', 'teapots'], '--month takes a month'],
  [['--month', '2026-11', '--csv', ''], '--csv takes the name of a file.'],
  [['check', '--days', '0'], '--days takes a whole number from 1 to 90, not "0".'],
  [['check', '--days', '91'], '--days takes a whole number from 1 to 90'],
  [['reinstate', '--note', 'x'], '--card takes the id of a gift card'],
  [['reinstate', '--card', 'gc_1'], 'reinstate needs a --note'],
  [['reinstate', '--card', 'gc_1', '--note', 'x', '--months', '61'], '--months takes a whole number from 1 to 60'],
])('explains wrong arguments of the books command: %j', (argv, sentence) => {
  expect(() => booksCommand.read(argv, '/')).toThrow(sentence);
});
