import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showCode } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { ordersCommand } from '../decide-orders.ts';
import { cardsCommand } from './show-cards.ts';

describe.each(databaseKinds())('npm run cards -- show on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let card: SoldCard;
  beforeAll(async () => {
    shop = await openTestShop(kind, { env: { REDEMPTION_NOTICE_FROM: '1' } });
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    card = await shop.lastCard();
    await wren.fillCart([], { MUG: 1 });
    await wren.putCard(card.publicId);
    expect(await wren.pay(null)).toMatchObject({ status: 200 });
  });
  afterAll(() => shop.close());

  const show = (...words: string[]) => giveCommand(shop.context, cardsCommand, 'show', ...words);
  const listSecrets = async () => {
    const [secret] = (await wren.ownCards()).map(({ page }) => page.replace('/card/', ''));
    return [card.code, showCode(card.code), secret ?? '', card.sealed, card.linkHash, card.codeHash];
  };

  it("shows a card's value, redemptions and messages, but neither its code nor its link", async () => {
    const { status, output } = await show(card.publicId);
    const text = output.join('\n');
    const last4 = card.code.slice(-4);
    expect(status).toBe(0);
    expect(output[0]).toBe(`Gift card ${card.publicId}, ending ${last4}: active, $2.55 of $25.00 left`);
    expect(text).toMatch(
      /Gift card of Teapots & Co, bought 2 Nov 2026, 12:00 pm by Wren Banks, \+61412345678\nOrder 000000001, line \d+\nFor Mia Tran, \+61412345678\n/,
    );
    expect(text).toMatch(/^Delivery: delivered 2 Nov 2026, 12:00 pm; not opened$/m);
    expect(text).toMatch(/^Expires 2 November 2029$/m);
    expect(text).toMatch(/^2 Nov 2026, 12:00 pm +sold +\$25\.00$/m);
    expect(text).toMatch(/^2 Nov 2026, 12:00 pm +spent +-\$22\.45 +order 000000002, gr_\w+$/m);
    expect(text).toMatch(/^gift +picture +\.\.\.678 +1 +delivered +2 Nov 2026, 12:00 pm$/m);
    expect(text).toMatch(/^gift +text +\.\.\.678 +1 +delivered +2 Nov 2026, 12:00 pm$/m);
    for (const secret of await listSecrets()) expect(text).not.toContain(secret);
  });

  it("finds a card by its code, its id, or the recipient's mobile number in any format", async () => {
    const whole = await show(card.publicId);
    const code = showCode(card.code);
    for (const words of [
      [card.publicId.toUpperCase()],
      [String(card.id)],
      [code],
      [code.toLowerCase().replaceAll('-', ' – ')],
      code.split('-'),
      ['0412345678'],
      ['+61', '412', '345', '678'],
      ['0061 (0)412-345-678'],
    ])
      expect(await show(...words)).toEqual(whole);
  });

  it('lists all cards of a mobile number that received several', async () => {
    await wren.buyCards([{}, {}]);
    const { output } = await show('0491570156');
    expect(output[0]).toMatch(/^Gift card +Ends in +Value +Left +State +For +Delivery$/);
    expect(output).toHaveLength(4);
    expect(output[1]).toMatch(
      /^gc_\w{16} +\w{4} +\$25\.00 +\$25\.00 +active +Mia T\., \.\.\.156 +queued, scheduled for 2 Nov 2026, 12:30 pm$/,
    );
    expect(output[3]).toMatch(/^To see one gift card, run: npm run cards -- show gc_\w{16}$/);
  });

  it('lists the card, without its secrets, when the operator shows its order', async () => {
    const { output } = await giveCommand(shop.context, ordersCommand, 'show', '1');
    const text = output.join('\n');
    expect(text).toMatch(
      new RegExp(
        `^${card.publicId} +${card.code.slice(-4)} +\\$25\\.00 +\\$2\\.55 +active +Mia T\\., \\.\\.\\.678 +delivered 2 Nov`,
        'm',
      ),
    );
    expect(text).toMatch(/^gift +picture +\.\.\.678 +1 +delivered/m);
    for (const secret of await listSecrets()) expect(text).not.toContain(secret);
  });

  it('lists the text message sent after a redemption at a till', async () => {
    expect((await show(card.publicId)).output.join('\n')).not.toContain('gift-redeemed');
    expect(await (await shop.counter()).redeem({ code: card.code }, 1)).toMatchObject({ status: 200 });
    const text = (await show(card.publicId)).output.join('\n');
    expect(text).toMatch(/^2 Nov 2026, [\d:]+ pm +spent +-\$1\.00 +key Front counter, gr_\w+$/m);
    expect(text).toMatch(/^gift-redeemed +text +\.\.\.678 +\w+ +2 Nov 2026, [\d:]+ pm$/m);
  });

  it('suggests looking up the order when no such card exists', async () => {
    for (const named of ['gc_none', '99', '0000-0000-0000-0000'])
      expect(await show(named)).toEqual({
        status: 1,
        output: [],
        errorOutput: ['No gift card matches. Look for its order: npm run orders -- list --mobile NUMBER'],
      });
    expect(await show('0412345699')).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('No gift card has this recipient number')],
    });
  });
});

it.each([
  [[], 'Choose a command.'],
  [['list'], 'There is no "cards list".'],
  [['show'], 'show takes a gift card id (gc_...), a complete code or a mobile number.'],
  [['show', '--code', 'x'], "Unknown option '--code'"],
])('explains invalid arguments: %j', (argv, words) => {
  expect(() => cardsCommand.read(argv, '/')).toThrow(words);
});

it('does not echo a mistyped card code', () => {
  expect(() => cardsCommand.read(['show', 'ABCD-EFGH-JKMN-PQR'], '/')).toThrow(/^show takes a gift card/);
});
