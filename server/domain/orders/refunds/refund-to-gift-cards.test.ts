import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { runWithoutTriggers } from '#test/support/database-rules.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('refunds of gift card payments on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let number: string;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
  });
  afterEach(() => shop.close());

  const orders = (...argv: string[]) => giveCommand(shop.context, ordersCommand, ...argv);
  const order = async () => (await wren.orders()).find(({ increment_id }) => increment_id === number);
  const findItemId = async (name: string) => String((await order())?.items.find((item) => item.name === name)?.item_id);
  const readStock = async (sku: string) => (await shop.stored.one('variants', { sku })).qty;
  const shares = async () =>
    (await shop.stored.all('refundShares')).map(({ part, cents, tender }) => `${part} ${cents} ${tender}`);

  async function buy(goods: Record<string, number>): Promise<void> {
    await wren.fillCart([], goods);
    for (const card of await wren.ownCards()) await wren.putCard(card.public_id);
    const paid = await wren.pay('pm_card_visa');
    expect(paid).toMatchObject({ status: 200 });
    number = (await wren.orders())[0]?.increment_id ?? '';
  }

  it('refunds each part to the gift card or payment card that paid it, and texts the customer where', async () => {
    await buy({ TEAPOT: 1 });
    expect(await orders('refund', '--yes', number, '--reason', 'damaged')).toMatchObject({
      status: 0,
      output: [`Order ${number}: $25.00 is back on gift cards, and $44.90 is on its way back to the customer.`],
    });
    expect(await shop.balances()).toEqual(['2500/0']);
    expect(await order()).toMatchObject({
      status: 'refunded',
      refunds: [
        { amount: 25, reason: 'damaged', state: 'succeeded', tender: 'gift_card' },
        { amount: 44.9, reason: 'damaged', tender: 'payment_card' },
      ],
    });
    const [card] = await wren.ownCards();
    expect(card?.history[0]).toMatchObject({ kind: 'given_back', amount: 25 });
    expect(await shop.stored.count('messages', { purpose: 'order-refunded' })).toBeGreaterThan(0);
    expect(await orders('refund', '--yes', number)).toMatchObject({
      status: 0,
      output: [`Order ${number} has already been refunded.`],
    });
  });

  it('makes no provider calls when gift cards paid the whole order', async () => {
    await buy({ MUG: 1 });
    const charges = await shop.charges();
    expect(await orders('refund', '--yes', number)).toMatchObject({
      output: [`Order ${number}: $22.45 is back on gift cards.`],
    });
    expect([await shop.balances(), await shop.charges()]).toEqual([['2500/0'], charges]);
    expect(await order()).toMatchObject({ status: 'refunded' });
  });

  it('refunds an amount to the gift card first, up to what the card paid', async () => {
    await buy({ TEAPOT: 1 });
    await orders('refund', '--yes', number, '--amount', '20');
    expect(await shop.balances()).toEqual(['2000/0']);
    await orders('refund', '--yes', number, '--amount', '10', '--note', 'more');
    expect(await shop.balances()).toEqual(['2500/0']);
    expect((await order())?.refunds.map(({ amount, tender }) => [amount, tender])).toEqual([
      [20, 'gift_card'],
      [5, 'gift_card'],
      [5, 'payment_card'],
    ]);
    expect(await orders('refund', '--yes', number, '--amount', '40')).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('At most $39.90 can be refunded.')],
    });
    expect(sumCents((await shop.stored.all('refundShares')).map(({ cents }) => cents))).toBe(3_000);
  });

  it('refunds goods by quantity at their price and restocks them', async () => {
    await buy({ MUG: 4 });
    const line = await findItemId('Mug');
    expect(await readStock('MUG')).toBe(96);
    expect(
      await orders('refund', '--yes', number, '--line', `${line}x1`, '--restock', '--reason', 'returned'),
    ).toMatchObject({
      output: [`Order ${number}: $12.50 is back on gift cards. The returned items are back in stock.`],
    });
    expect([await readStock('MUG'), await shop.balances()]).toEqual([97, ['1250/0']]);
    expect((await order())?.items[0]?.refunds).toMatchObject([{ amount: 12.5, reason: 'returned' }]);
    expect(
      await orders('refund', '--yes', number, '--line', `${line}x1`, '--restock', '--reason', 'returned'),
    ).toMatchObject({
      output: [expect.stringContaining('Add --again to refund again.')],
    });
    expect(await orders('refund', '--yes', number, '--line', line, '--note', 'the rest')).toMatchObject({
      output: [`Order ${number}: $12.50 is back on gift cards, and $25.00 is on its way back to the customer.`],
    });
    expect(await readStock('MUG')).toBe(97);
    expect(await orders('refund', '--yes', number, '--line', `${line}x1`, '--again')).toMatchObject({
      errorOutput: [`Order ${number}: Line ${line} has 0 left to refund.`],
    });
    expect(await shares()).toEqual(['goods 1250 gift card', 'goods 1250 gift card', 'goods 2500 payment card']);
  });

  it('does not refund the spent part of a purchased gift card, and tells the operator why', async () => {
    await buy({ MUG: 1 });
    expect(await orders('refund', '--yes', '000000001')).toMatchObject({
      output: [
        'Order 000000001: $2.55 is on its way back to the customer. $22.45 is not refunded: it was spent from the gift cards.',
      ],
    });
  });

  it('retries only the part of a refund that the bank rejected when the operator repeats the command', async () => {
    await buy({ MUG: 4 });
    const line = await findItemId('Mug');
    const { payments } = shop.context.integrations;
    const send = payments.refund;
    payments.refund = async () => ({ state: 'rejected', message: 'The bank is closed.' });
    const command = ['refund', '--yes', number, '--line', line, '--reason', 'returned'];
    expect(await orders(...command)).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('bank is closed')],
    });
    payments.refund = send;
    expect(await shop.balances()).toEqual(['2500/0']);
    expect(await orders(...command)).toMatchObject({
      output: [`Order ${number}: $25.00 is on its way back to the customer.`],
    });
    expect(await orders(...command)).toMatchObject({ output: [expect.stringContaining('Add --again')] });
    expect(await shop.balances()).toEqual(['2500/0']);
    const keptRefunds = (await shop.stored.all('refunds')).filter(({ state }) => state !== 'failed');
    expect(sumCents(keptRefunds.map(({ amountCents }) => amountCents))).toBe(5_000);
  });

  const becomeVoid = () => shop.stored.change('giftCardAccounts', { status: 'void' }, { balanceCents: 0 });
  const expireAt = (expiresAt: Date) =>
    runWithoutTriggers(shop, { table: 'giftCards', trigger: 'gift_cards_fixed_at_sale' }, () =>
      shop.stored.change('giftCards', { expiresAt, expiryExemption: 'promotional' }),
    );

  it.each([
    ['void', becomeVoid],
    ['expired', () => expireAt(new Date('2026-11-02T01:00:00Z'))],
  ])(
    'refunds nothing to a %s gift card, so that an operator decides, and refunds the payment card separately',
    async (_what, change) => {
      await buy({ TEAPOT: 1 });
      await change();
      await shop.moveTo('2026-11-02T01:10:00.000Z');
      const { codeLast4: last4 } = await shop.lastCard();
      expect(await orders('refund', '--yes', number)).toMatchObject({
        status: 1,
        errorOutput: [expect.stringContaining(`Gift card ${last4}, which paid for it, is void or has expired`)],
      });
      expect(await orders('refund', '--yes', number, '--payment-card-only')).toMatchObject({
        output: [`Order ${number}: $44.90 is on its way back to the customer.`],
      });
      expect(await shop.balances()).toEqual(['0/0']);
      expect((await order())?.status).toBe('approved');
    },
  );

  it('refunds value to a frozen gift card', async () => {
    await buy({ TEAPOT: 1 });
    await shop.stored.change('giftCardAccounts', { status: 'frozen' });
    expect(await orders('refund', '--yes', number, '--amount', '25')).toMatchObject({ status: 0 });
    expect(await shop.balances()).toEqual(['2500/0']);
  });

  it('restocks only goods, and only when an order line is named', async () => {
    await buy({ MUG: 1 });
    for (const argv of [['--restock'], ['--amount', '5', '--restock']])
      expect(await orders('refund', '--yes', number, ...argv)).toMatchObject({
        errorOutput: [`Order ${number}: Only products are put back into stock, and only with --line.`],
      });
  });

  it('refunds once when requested twenty times concurrently', async () => {
    await buy({ TEAPOT: 1 });
    const line = await findItemId('Teapot');
    const all = await Promise.all(
      Array.from({ length: 20 }, () => orders('refund', '--yes', number, '--line', line, '--restock', '--again')),
    );
    expect(all.filter(({ status }) => status === 0)).toHaveLength(1);
    expect([await shop.balances(), await readStock('TEAPOT')]).toEqual([['2500/0'], 3]);
  });
});
