import { afterEach, describe, expect, test } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { give } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('the rules that hold an order on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  afterEach(() => shop.close());

  const open = async (env: Record<string, string>) => {
    shop = await openTestShop(kind, { env });
    customer = await signIn(shop.send, shop.phone, '+61412345678');
  };
  /** Of 25 dollars a card; the status of the call. */
  const buy = async ({ cards = 1, method = 'pm_card_visa' } = {}): Promise<number> => {
    await fillCart(shop.send, customer, Array(cards).fill(cardOf25));
    return (await pay(shop.send, customer, method)).status;
  };
  /** Of every order, the newest first: its state as its customer sees it. */
  const states = async () => {
    const { body } = await shop.send('GET mobiledigital/orders', { token: customer.token });
    return body.orders.map(({ status }) => status);
  };
  const ledger = async (number: string) =>
    (await shop.app.inject({ url: `/sandbox/payments?order_id=${number}` }))
      .json()
      .map(({ status }: { status: string }) => status);
  const held = async () => (await give(shop.context, ordersCommand, 'held')).said.slice(1).join('\n');
  const cards = async () => (await shop.context.database.query('select id from gift_cards')).rows.length;

  test.each([
    ['value', { APPROVAL_MAX_TOTAL: '49', APPROVAL_FIRST_ORDER_MAX: '10' }, 'more than $49'],
    ['first order', { APPROVAL_FIRST_ORDER_MAX: '49' }, 'the first order of this customer, and more than $49'],
    ['first order of any sum', { APPROVAL_FIRST_ORDER_MAX: '0' }, 'the first order of this customer, and more than $0'],
  ])('%s: authorised, not charged, until an operator approves it', async (_rule, env, why) => {
    await open(env);
    expect(await buy({ cards: 2 })).toBe(200);
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['held'], ['requires_capture'], 0]);
    expect(await held()).toContain(why);
    expect((await give(shop.context, ordersCommand, 'approve', '000000001')).status).toBe(0);
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['approved'], ['succeeded'], 2]);
  });

  test('first order: what was held or refused is no earlier order, what was approved is one', async () => {
    await open({ APPROVAL_FIRST_ORDER_MAX: '49' });
    await buy({ cards: 2 });
    await give(shop.context, ordersCommand, 'refuse', '000000001', '--reason', 'unverifiable');
    await buy({ cards: 3 });
    expect(await states()).toEqual(['held', 'refused']);
    await give(shop.context, ordersCommand, 'approve', '000000002');
    await buy({ cards: 4 });
    expect(await states()).toEqual(['approved', 'approved', 'refused']);
  });

  test('first order: an ordinary one passes, by the settings of a shop that sets none', async () => {
    await open({});
    await buy({ cards: 4 });
    expect(await states()).toEqual(['approved']);
  });

  test('velocity: the next order of a customer within an hour, and of no other', async () => {
    await open({ APPROVAL_ORDERS_PER_HOUR: '2' });
    for (const cards of [1, 2, 3]) await buy({ cards });
    expect(await states()).toEqual(['held', 'approved', 'approved']);
    expect(await held()).toContain('2 orders of this customer within an hour');
    const another = await signIn(shop.send, shop.phone, '+61412345679');
    await fillCart(shop.send, another, [cardOf25]);
    await pay(shop.send, another, 'pm_card_visa');
    expect((await shop.send('GET mobiledigital/orders', { token: another.token })).body.orders[0]?.status).toBe(
      'approved',
    );
  });

  test('declines: the order after them is held', async () => {
    await open({ APPROVAL_DECLINES: '2' });
    for (const cards of [1, 2]) expect(await buy({ cards, method: 'pm_card_chargeDeclined' })).toBe(400);
    expect(await buy({ cards: 3 })).toBe(200);
    expect(await states()).toEqual(['held']);
    expect(await held()).toContain('2 declined payments of this customer within an hour');
  });
});
