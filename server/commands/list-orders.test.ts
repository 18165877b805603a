import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholderMobile } from '#server/domain/customers/former-owner-rules.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { ordersCommand } from './decide-orders.ts';

const COPIES = 21;

describe.each(databaseKinds())('npm run orders -- list on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    const wren = await shop.customer();
    await wren.buyCards();
    await wren.buyGoods({ TEAPOT: 2 });
  });
  afterAll(() => shop.close());

  const list = (...words: string[]) => giveCommand(shop.context, ordersCommand, 'list', ...words);
  const numbers = (lines: readonly string[]) => lines.flatMap((line) => /^0\d+/.exec(line)?.map(Number) ?? []);
  const buildResult = (...lines: string[]) => ({ status: 0, output: lines, errorOutput: [] });

  it('lists orders newest first with their contents and customers', async () => {
    expect(await list()).toEqual(
      buildResult(
        'Order      Placed                Status    Total    Gift cards  Products  Customer',
        '000000002  2 Nov 2026, 12:00 pm  approved  $119.90  0           2         Wren B., ...678',
        '000000001  2 Nov 2026, 12:00 pm  approved  $25.00   1           0         Wren B., ...678',
      ),
    );
  });

  it.each(['0412345678', '+61 412 345 678', '0412-345-678', '(0412) 345 678', '+61 (0)412 345 678', '0061412345678'])(
    "finds a customer's orders by the mobile number %s",
    async (mobile) => {
      expect(numbers((await list('--mobile', mobile)).output)).toEqual([2, 1]);
    },
  );

  it('names the filters in its message when no order matches', async () => {
    expect(await list('--mobile', '0412345679')).toEqual(buildResult('No orders for +61412345679.'));
    expect(await list('--status', 'held', '--mobile', '0412345678')).toEqual(
      buildResult('No held orders for +61412345678.'),
    );
    expect(await list('--before', '1')).toEqual(buildResult('No orders before 000000001.'));
  });

  it('lists the remaining details of a customer whose name, number or address was deleted', async () => {
    const customers = async () => (await list()).output.slice(1).map((line) => line.split(/ {2,}/).at(-1));
    const nameless = { firstname: '', lastname: '', street: [], city: '' };
    await shop.stored.change(
      'orders',
      ({ shippingAddress }) => ({ customerName: '', shippingAddress: { ...shippingAddress, ...nameless } }),
      { number: 2 },
    );
    expect(await customers()).toEqual(['...678', 'Wren B., ...678']);
    await shop.stored.change('customers', { mobile: placeholderMobile(1) });
    expect(await customers()).toEqual(['deleted', 'Wren B.']);
    const { output } = await giveCommand(shop.context, ordersCommand, 'show', '2');
    expect(output.slice(1, 3)).toEqual([
      'Placed 2 Nov 2026, 12:00 pm by a customer whose name and number are deleted',
      'To NSW 2009 AU',
    ]);
  });

  it('lists the orders with one status page by page', async () => {
    const { id: _, ...order } = await shop.stored.one('orders', { number: 1 });
    const { id: __, ...cart } = await shop.stored.one('carts', { id: order.cartId });
    for (let index = 1; index <= COPIES; index += 1) {
      const { id: cartId } = await shop.stored.add('carts', cart);
      await shop.stored.add('orders', { ...order, cartId, number: 2 + index, status: 'refunded' });
    }
    const first = await list('--status', 'refunded');
    expect(numbers(first.output)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index));
    expect(first.output.at(-1)).toBe('There are more orders. To see them, add --before 000000004');
    const last = await list('--status', 'refunded', '--before', '4');
    expect(numbers(last.output)).toEqual([3]);
    expect(last.output.join()).not.toContain('more');
  });
});
