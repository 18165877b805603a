import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noMobile } from '#server/domain/customers/former-owner-rules.ts';
import { databaseKinds } from '#test/support/database.ts';
import { give } from '#test/support/give-command.ts';
import { openSpendShop, type SpendShop } from '#test/support/spend-shop.ts';
import { ordersCommand } from './decide-orders.ts';

/** Two more than fit on a page, beside the orders that were bought. */
const COPIES = 21;

describe.each(databaseKinds())('a list of orders on %s', (kind) => {
  let shop: SpendShop;
  beforeAll(async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 2 });
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 200 });
  });
  afterAll(() => shop.close());

  const list = (...words: string[]) => give(shop.context, ordersCommand, 'list', ...words);
  const numbers = (said: readonly string[]) => said.flatMap((line) => /^0\d+/.exec(line)?.map(Number) ?? []);
  const said = (...lines: string[]) => ({ status: 0, said: lines, complained: [] });

  test('shows the newest first, with what is in each and who bought it', async () => {
    expect(await list()).toEqual(
      said(
        'Order      Placed                Status    Total    Gift cards  Products  Customer',
        '000000002  2 Nov 2026, 12:00 pm  approved  $119.90  0           2         Wren B., ...678',
        '000000001  2 Nov 2026, 12:00 pm  approved  $25.00   1           0         Wren B., ...678',
      ),
    );
  });

  test.each(['0412345678', '+61 412 345 678', '0412-345-678', '(0412) 345 678', '+61 (0)412 345 678', '0061412345678'])(
    'finds the orders of %s',
    async (mobile) => {
      expect(numbers((await list('--mobile', mobile)).said)).toEqual([2, 1]);
    },
  );

  test('tells what it looked for where it found nothing', async () => {
    expect(await list('--mobile', '0412345679')).toEqual(said('No orders for +61412345679.'));
    expect(await list('--status', 'held', '--mobile', '0412345678')).toEqual(said('No held orders for +61412345678.'));
    expect(await list('--before', '1')).toEqual(said('No orders before 000000001.'));
  });

  test('names customers by what is left of name, number and address', async () => {
    const customers = async () => (await list()).said.slice(1).map((line) => line.split(/ {2,}/).at(-1));
    await shop.query(`update orders set customer_name = '',
      shipping_address = shipping_address || '{"firstname": "", "lastname": "", "street": [], "city": ""}' where number = 2`);
    expect(await customers()).toEqual(['...678', 'Wren B., ...678']);
    await shop.query(`update customers set mobile = '${noMobile(1)}'`);
    expect(await customers()).toEqual(['deleted', 'Wren B.']);
    const { said } = await give(shop.context, ordersCommand, 'show', '2');
    expect(said.slice(1, 3)).toEqual([
      'Placed 2 Nov 2026, 12:00 pm by a customer whose name and number are deleted',
      'To NSW 2009 AU',
    ]);
  });

  test('shows a page at a time, of one state', async () => {
    const copy = (table: string, from: string, row: string) =>
      shop.query(`insert into ${table} overriding system value
        select (jsonb_populate_record(t, jsonb_build_object(${row}))).* from ${table} t, generate_series(1, ${COPIES}) n
        where t.id = (select ${from} from orders where number = 1)`);
    await copy('carts', 'cart_id', `'id', 1000 + n`);
    await copy('orders', 'id', `'id', 1000 + n, 'cart_id', 1000 + n, 'number', 2 + n, 'status', 'refunded'`);
    const first = await list('--status', 'refunded');
    expect(numbers(first.said)).toEqual(Array.from({ length: 20 }, (_, at) => 23 - at));
    expect(first.said.at(-1)).toBe('There are more: add --before 000000004');
    const last = await list('--status', 'refunded', '--before', '4');
    expect(numbers(last.said)).toEqual([3]);
    expect(last.said.join()).not.toContain('more');
  });
});
