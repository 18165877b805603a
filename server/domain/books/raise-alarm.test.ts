import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { booksCommand } from '#server/commands/keep-books.ts';
import type { Context } from '#server/context.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { databaseKinds } from '#test/support/database.ts';
import { runWithoutTriggers } from '#test/support/database-rules.ts';
import { readFreshMetrics } from '#test/support/fresh-metrics.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { runMessages } from '#test/support/message-jobs.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { StoredRow, TableName } from '#test/support/stored.ts';
import { checkBooksHourly } from './raise-alarm.ts';

const HOUR_MS = 3_600_000;
const OPERATOR = '+61491570157';

const advanceClock = ({ clock }: Context, hours: number) => clock.moveTo?.(new Date(clock.ms() + hours * HOUR_MS));
const check = (context: Context, ...options: string[]) => giveCommand(context, booksCommand, 'check', ...options);
type Stored = TestShop['stored'];
type Fault = { table: TableName; change: (stored: Stored) => Promise<unknown> };

const addToAccounts = (cents: number): Fault => ({
  table: 'giftCardAccounts',
  change: (stored) => stored.change('giftCardAccounts', ({ balanceCents }) => ({ balanceCents: balanceCents + cents })),
});
const changeAccount = (to: Partial<StoredRow<'giftCardAccounts'>>): Fault => ({
  table: 'giftCardAccounts',
  change: (stored) => stored.change('giftCardAccounts', to),
});
const changeHold = (
  state: StoredRow<'giftCardHolds'>['state'],
  to: (hold: StoredRow<'giftCardHolds'>) => Partial<StoredRow<'giftCardHolds'>>,
): Fault => ({ table: 'giftCardHolds', change: (stored) => stored.change('giftCardHolds', to, { state }) });
const changeEntry = (
  where: Partial<StoredRow<'giftCardEntries'>>,
  to: Partial<StoredRow<'giftCardEntries'>>,
): Fault => ({ table: 'giftCardEntries', change: (stored) => stored.change('giftCardEntries', to, where) });
const changeRedemption = (to: Partial<StoredRow<'giftCardRedemptions'>>): Fault => ({
  table: 'giftCardRedemptions',
  change: (stored) => stored.change('giftCardRedemptions', to, { holdId: null }),
});
const captureLoggedErrors = (context: Context): object[] => {
  const lines: object[] = [];
  context.log.error = ((fields: object, event: string) => void lines.push({ event, ...fields })) as never;
  return lines;
};

describe.each(databaseKinds())('hourly books check on %s', (kind) => {
  let shop: TestShop;
  let card: string;
  let mails: OutgoingMail[];
  beforeEach(async () => {
    mails = [];
    const { env, change } = mailCaptureOptions(mails);
    shop = await openTestShop(kind, {
      env: {
        ...env,
        OPERATOR_MOBILE: OPERATOR,
        OPERATOR_EMAIL: 'wren@operator.example',
        SHOP_NAME: 'Snowgum',
      },
      change,
    });
    await (await shop.customer()).buyCards();
    const soldCard = await shop.lastCard();
    card = soldCard.publicId;
    const counter = await shop.counter();
    await counter.reverse((await counter.redeem(soldCard, 10)).body.redemption, 4);
    await counter.capture((await counter.authorise(soldCard, 5)).body.hold, 3);
    await counter.authorise(soldCard, 2);
  });
  afterEach(() => shop.close());

  const plant = ({ table, change }: Fault) => runWithoutTriggers(shop, { table: table }, () => change(shop.stored));
  const addToAccount = () => plant(addToAccounts(100));
  const texts = async () => {
    await runMessages(shop, 'books-differ');
    return (await shop.phone(OPERATOR)).map(({ text }) => text);
  };

  it('reports no difference in a shop with only normal activity', async () => {
    advanceClock(shop.context, 2);
    await checkBooksHourly(shop.context);
    expect((await shop.stored.one('bookChecks')).differences).toBe(0);
    expect([await texts(), await shop.stored.all('bookDifferences')]).toEqual([[], []]);
    expect(await check(shop.context)).toEqual({
      status: 0,
      errorOutput: [],
      output: [
        'Gift cards recalculated from their entries: 1.',
        'Orders whose GST was recalculated: 1.',
        expect.stringMatching(
          /^Since 28 Sept? 2026, .*: payments \$25\.00 \(1\) here and \$25\.00 \(1\) at the provider; refunds \$0\.00/,
        ),
        'No differences found.',
      ],
    });
  });

  it.each<[string, Fault, string]>([
    ['a balance', addToAccounts(100), 'the account shows $17.00 balance, but its entries add up to $16.00.'],
    [
      'the held amount',
      changeAccount({ heldCents: 0 }),
      'the account shows $0.00 held, but its live holds add up to $2.00.',
    ],
    [
      'the state of a hold',
      changeHold('held', ({ createdAt }) => ({ state: 'lapsed', endedAt: createdAt })),
      'the account shows $2.00 held, but its live holds add up to $0.00.',
    ],
    [
      'the amount of an entry',
      changeEntry({ kind: 'issue' }, { postedCents: 2_400 }),
      'the account shows $25.00 issued, but its entries add up to $24.00.',
    ],
    [
      'the number of entries',
      { table: 'giftCardEntries', change: (stored) => stored.remove('giftCardEntries', { kind: 'reverse' }) },
      'the account counts 6 entries, but there are 5 and the last is number 6.',
    ],
    [
      'the balance after the last entry',
      changeEntry({ seq: 6 }, { balanceAfter: 1 }),
      'its last entry shows $0.01 and $2.00.',
    ],
    [
      'the amount of a redemption',
      changeRedemption({ amountCents: 1_100 }),
      'shows $11.00 spent, but its entries add up to $10.00.',
    ],
    [
      'the reversed amount of a redemption',
      changeRedemption({ reversedCents: 500 }),
      'shows $5.00 of $10.00 reversed, but its entries add up to $4.00.',
    ],
    [
      'the captured amount of a hold',
      changeHold('captured', () => ({ capturedCents: 400 })),
      'shows $3.00 spent, but its hold shows $4.00.',
    ],
    [
      'the GST of a redemption',
      changeRedemption({ gstCents: 90 }),
      ' shows $0.90 GST, but the spent amount contains $0.91.',
    ],
    [
      'the GST of a reversal',
      changeEntry({ kind: 'reverse' }, { gstCents: 35 }),
      ' shows $0.35 GST reversed, but the reversed amount contains $0.36.',
    ],
  ])('reports a direct database change of %s in plain words', async (_, fault, words) => {
    await plant(fault);
    const { status, errorOutput, output } = await check(shop.context);
    expect([status, output]).toEqual([1, []]);
    expect(errorOutput.join('\n')).toContain(words);
    expect(errorOutput.join('\n')).toContain(card);
  });

  it('texts the operator once per difference and day, but logs the difference at every check', async () => {
    const errors = captureLoggedErrors(shop.context);
    await addToAccount();
    for (let hour = 0; hour < 3; hour += 1) {
      await checkBooksHourly(shop.context);
      await checkBooksHourly(shop.context);
      advanceClock(shop.context, 1);
    }
    const sentence = `Card ${card}: the account shows $17.00 balance, but its entries add up to $16.00.`;
    const alarmText = `Snowgum: the books do not add up. ${sentence} And 1 more difference. Details: npm run books -- check`;
    expect(await texts()).toEqual([alarmText]);
    expect(errors).toHaveLength(6);
    expect(errors[0]).toEqual({ event: 'books.differ', subject: `balance of ${card}`, sentence });
    expect(await readFreshMetrics(shop.context)).toMatch(/^handsel_books_differences 2$/m);
    advanceClock(shop.context, 24);
    await checkBooksHourly(shop.context);
    expect(await texts()).toEqual([alarmText, alarmText]);
  });

  it('reports another difference in the books on the same day, and stops reporting fixed differences', async () => {
    await addToAccount();
    await checkBooksHourly(shop.context);
    await plant(changeRedemption({ amountCents: 1_100 }));
    advanceClock(shop.context, 1);
    await checkBooksHourly(shop.context);
    const [latest] = (await texts()).filter((text) => text.includes('Redemption'));
    expect(latest).toMatch(
      /^Snowgum: the books do not add up\. Redemption gr_\w+ of card gc_\w+ shows \$11\.00 spent, but its entries add up to \$10\.00\. Details/,
    );
    expect(await texts()).toHaveLength(2);
    await plant(addToAccounts(-100));
    await plant(changeRedemption({ amountCents: 1_000 }));
    advanceClock(shop.context, 24);
    await checkBooksHourly(shop.context);
    expect([await texts(), await readFreshMetrics(shop.context)]).toEqual([
      expect.toSatisfy((all: string[]) => all.length === 2),
      expect.stringMatching(/^handsel_books_differences 0$/m),
    ]);
  });

  it('stores one check an hour and alerts once, however many processes check', async () => {
    await addToAccount();
    await Promise.all([1, 2, 3, 4].map(() => checkBooksHourly(shop.context)));
    expect([await shop.stored.count('bookChecks'), await texts()]).toEqual([1, [expect.any(String)]]);
  });

  it('shows no books check in /metrics before the first one, and the time of the last one afterwards', async () => {
    expect(await readFreshMetrics(shop.context)).not.toContain('handsel_books');
    await checkBooksHourly(shop.context);
    expect(await readFreshMetrics(shop.context)).toMatch(/^handsel_books_checked_timestamp_seconds 1793581\d{3}/m);
  });

  it('emails the operator every difference', async () => {
    await addToAccount();
    await checkBooksHourly(shop.context);
    await checkBooksHourly(shop.context);
    expect(await texts()).toHaveLength(1);
    expect(mails).toEqual([
      expect.objectContaining({
        to: 'wren@operator.example',
        subject: 'The books do not add up: 2 differences',
        text: expect.stringMatching(
          /^The books do not add up:\n\n- Card .*\n- Card .*last entry.*\n\nDetails: npm run books -- check\n$/,
        ),
      }),
    ]);
  });

  it('reports a payment that differs between the sandbox and the shop', async () => {
    advanceClock(shop.context, 2);
    await shop.stored.change('sandboxPayments', { amountCents: 2_000 });
    expect((await check(shop.context)).errorOutput.at(-1)).toMatch(
      /^Payment pi_\w+ of order 000000001: the provider shows \$20\.00, the shop shows \$25\.00 \(captured\)\.$/,
    );
    await shop.stored.change('sandboxPayments', { status: 'canceled' });
    expect((await check(shop.context)).errorOutput.at(-1)).toMatch(
      /: the provider shows nothing, the shop shows \$25\.00/,
    );
    expect((await check(shop.context, '--days', '1')).status).toBe(1);
  });
});
