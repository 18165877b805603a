import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/account.ts';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { spendAtTill } from '#test/support/ledger-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const NUMBER = '000000001';
const LATER = new Date('2026-11-02T01:05:00Z');

type Step = string[] | ((shop: TestShop) => Promise<unknown>);

describe.each(databaseKinds())('refunded goods on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  afterEach(() => shop.close());

  const orders = (...words: string[]) => giveCommand(shop.context, ordersCommand, ...words);
  const order = async () => (await wren.orders())[0] as Order;

  async function open(steps: readonly Step[] = []) {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await shop.stored.change('products', { sellerId: testShop.sellers.prints }, { id: testShop.products.mug });
    await wren.fillCart([{}], { TEAPOT: 2, MUG: 1 });
    expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(200);
    await spendAtTill(shop, 500);
    for (const step of steps) await take(step);
  }
  async function take(step: Step) {
    if (typeof step === 'function') {
      await step(shop);
      return;
    }
    const [action = '', ...words] = await named(step);
    expect(await orders(action, ...(action === 'refund' ? ['--yes'] : []), NUMBER, ...words)).toMatchObject({
      status: 0,
    });
  }
  async function named(words: readonly string[]): Promise<string[]> {
    const { items } = await order();
    const findItemId = (name: string) => String(items.find((item) => item.name === name)?.item_id);
    return words.map((word) => word.replace('TEAPOT', findItemId('Teapot')).replace('MUG', findItemId('Mug')));
  }
  const unsent = async () =>
    (await orders('unsent')).output
      .filter((row) => row.startsWith(NUMBER))
      .map((row) => row.split(/ {2,}/).slice(-3).join(': '));
  const shipped = async (action: 'pack' | 'ship', ...words: string[]) => {
    const { output, errorOutput } = await orders(action, NUMBER, ...(await named(words)));
    return (/\d x \w+/.exec(output.join()) ?? errorOutput)[0]?.replace(/^Order \d+: /, '');
  };

  const [teapots, mug] = ['teapots: paid: 2 x Teapot', 'prints: paid: 1 x Mug'];
  const nothing = 'There is nothing left to send.';
  const passTime: Step = async ({ context }) => context.clock.moveTo?.(LATER);
  const failRefunds: Step = ({ stored }) => stored.change('refunds', { state: 'failed' });
  const spread =
    (name: string): Step =>
    async ({ stored }) => {
      const { id: orderLineId } = await stored.one('orderLines', { name });
      await stored.change('refundShares', { cents: 100, gstCents: 0 }, { orderLineId });
    };

  it.each<[string, Step[], unsent: string[], packed: [teapots: string | undefined, prints: string | undefined]]>([
    ['all goods if nothing was refunded', [], [teapots, mug], ['2 x Teapot', '1 x Mug']],
    ['no items of a fully refunded line', [['refund', '--line', 'TEAPOT']], [mug], [nothing, '1 x Mug']],
    [
      'the remaining items of a partly refunded line',
      [['refund', '--line', 'TEAPOTx1']],
      ['teapots: paid: 1 x Teapot', mug],
      ['1 x Teapot', '1 x Mug'],
    ],
    [
      'all goods after a refund of an amount',
      [['refund', '--amount', '30']],
      [teapots, mug],
      ['2 x Teapot', '1 x Mug'],
    ],
    ['nothing after everything except a spent gift card was refunded', [['refund']], [], [nothing, nothing]],
    ['a line that was not fully refunded', [['refund'], spread('Mug')], [mug], [nothing, '1 x Mug']],
    [
      'all goods after the refund failed',
      [['refund', '--line', 'TEAPOT'], failRefunds],
      [teapots, mug],
      ['2 x Teapot', '1 x Mug'],
    ],
    [
      'a refund counts against unsent items before sent ones',
      [
        ['ship', '--line', 'TEAPOTx1'],
        ['refund', '--line', 'TEAPOTx1'],
      ],
      [mug],
      [undefined, '1 x Mug'],
    ],
    [
      'refunded items of a packed parcel, listed separately',
      [
        ['pack', '--seller', 'teapots'],
        ['refund', '--line', 'TEAPOTx1'],
      ],
      ['teapots: packed: 1 x Teapot', 'teapots: packed, refunded: 1 x Teapot', mug],
      [undefined, '1 x Mug'],
    ],
    [
      'a packed parcel, listed as refunded',
      [
        ['pack', '--seller', 'teapots'],
        ['refund', '--line', 'TEAPOT'],
      ],
      ['teapots: packed, refunded: 2 x Teapot', mug],
      [undefined, '1 x Mug'],
    ],
    [
      'items packed after their refund, listed as packed',
      [['refund', '--line', 'TEAPOTx1'], passTime, ['pack', '--line', 'TEAPOT']],
      ['teapots: packed: 2 x Teapot', mug],
      [undefined, '1 x Mug'],
    ],
  ])('lists and packs the right goods: %s', async (_what, steps, listed, packed) => {
    await open(steps);
    expect((await order()).status).toBe('approved');
    expect(await unsent()).toEqual(listed);
    const found = [await shipped('pack', '--seller', 'teapots'), await shipped('pack', '--seller', 'prints')];
    expect(found).toEqual(packed);
    expect((await unsent()).filter((row) => row.includes(': paid: '))).toEqual([]);
  });

  it('leaves refunded items out of a shipment unless --line names their order line', async () => {
    await open([['refund', '--line', 'TEAPOTx1']]);
    expect(await shipped('ship', '--seller', 'teapots')).toBe('1 x Teapot');
    expect(await shipped('ship', '--line', 'TEAPOTx2')).toMatch(/^Line \d+ has 1 left to send\.$/);
    expect(await shipped('ship', '--line', 'TEAPOT')).toBe('1 x Teapot');
    expect(await shipped('ship', '--line', 'TEAPOT')).toMatch(/^Line \d+ has 0 left to send\.$/);
  });

  it('leaves refunded goods packed but unsent unless --line names their order line', async () => {
    await open([
      ['pack', '--seller', 'teapots'],
      ['refund', '--line', 'TEAPOT'],
    ]);
    const [line] = await named(['TEAPOT']);
    expect(await shipped('ship', '--seller', 'teapots')).toBe(
      `Everything that is packed was refunded: do not send it. To send it anyway, add --line ${line}`,
    );
    expect(await unsent()).toContain('teapots: packed, refunded: 2 x Teapot');
    expect(await shipped('ship', '--line', 'TEAPOT')).toBe('2 x Teapot');
    expect(await unsent()).toEqual([mug]);
  });

  it('hides refunded items in a packed parcel from the customer until the parcel is sent', async () => {
    await open([
      ['pack', '--seller', 'teapots'],
      ['refund', '--line', 'TEAPOTx1', '--reason', 'returned'],
    ]);
    const read = async () => {
      const { items, shipments } = await order();
      const teapot = items.find(({ name }) => name === 'Teapot');
      return [teapot?.qty_refunded, shipments.map((parcel) => parcel.items.map(({ qty }) => qty))];
    };
    expect(await read()).toEqual([1, [[1]]]);
    await take(['refund', '--line', 'TEAPOTx1', '--again']);
    expect(await read()).toEqual([2, []]);
    await take(['ship', '--line', 'TEAPOT']);
    expect(await read()).toEqual([2, [[2]]]);
  });

  it('sends refunded goods that share a parcel with goods that were not refunded', async () => {
    await open([
      ['pack', '--seller', 'teapots'],
      ['refund', '--line', 'TEAPOTx1'],
    ]);
    expect(await shipped('ship', '--seller', 'teapots')).toBe('2 x Teapot');
  });
});
