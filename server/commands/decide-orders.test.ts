import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { ordersCommand } from './decide-orders.ts';

const NUMBER = '000000001';

describe.each(databaseKinds())('npm run orders on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { env: { APPROVAL_MAX_TOTAL: '20' }, providers: [stripe] });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const orders = (...argv: string[]) => giveCommand(shop.context, ordersCommand, ...argv);
  const intent = () => [...stripe.state.intents.values()][0];
  const listRefunds = () => [...stripe.state.refunds.values()].map(({ amount }) => amount);
  const done = (sentence: string) => ({ status: 0, output: [sentence], errorOutput: [] });
  const not = (sentence: string) => ({ status: 1, output: [], errorOutput: [sentence] });

  it('lists held orders with everything an operator needs for a decision', async () => {
    expect(await orders('held')).toEqual(done('No held orders.'));
    await wren.buyCards();
    const { output } = await orders('held');
    expect(output).toHaveLength(2);
    expect(output[1]).toMatch(
      /^000000001 {2}2 Nov 2026, 12:00 pm {2}\$25\.00 {2}more than \$20 +9 Nov 2026, 12:00 pm {2}Wren B\., \.\.\.678$/,
    );
    await shop.stored.change('payments', ({ updatedAt }) => ({
      updatedAt: new Date(updatedAt.getTime() + 5 * 3_600_000),
    }));
    const result = await orders('show', NUMBER);
    expect(result).toEqual(await orders('show', '1'));
    expect(result.output.join('\n')).toMatch(
      /^Order 000000001 \(id 1\): held \(more than \$20\), decide by 9 Nov 2026, 12:00 pm\nPlaced .* by Wren Banks, \+61412345678\nTo Wren Banks, 12 Fig Street, Pyrmont NSW 2009 AU\n[\s\S]*\$25\.00 +not issued[\s\S]*Payment authorised: \$25\.00, stripe-test pi_\w+, 2 Nov 2026, 12:00 pm/,
    );
    expect(result.output.join('\n')).not.toContain('491570156');
  });

  it('charges an approved order once and reports a second approval as already done', async () => {
    await wren.buyCards();
    expect(await orders('approve', NUMBER)).toEqual(done('Order 000000001 is approved, and $25.00 is charged.'));
    expect(intent()?.status).toBe('succeeded');
    expect(await orders('approve', NUMBER)).toEqual(done('Order 000000001 has already been approved.'));
    expect(await orders('refuse', NUMBER, '--reason', 'unverifiable')).toEqual(
      not('Order 000000001 is not refused: it is approved. Refund it: npm run orders -- refund 000000001'),
    );
    expect(await orders('held')).toEqual(done('No held orders.'));
  });

  it('charges nothing for a refused order and shows the customer the reason [LG-11]', async () => {
    await wren.buyCards();
    expect(await orders('refuse', NUMBER, '--reason', 'fraud suspected')).toEqual(
      done(
        'Order 000000001 is refused (fraud suspected). Nothing is charged, the items are back in stock, and the customer gets a message.',
      ),
    );
    expect(intent()?.status).toBe('canceled');
    expect(await wren.orders()).toMatchObject([{ status: 'refused', refusal_reason: 'fraud suspected' }]);
    expect(await orders('refuse', NUMBER, '--reason', 'unverifiable')).toEqual(
      done('Order 000000001 has already been refused (fraud suspected).'),
    );
    expect(await orders('approve', NUMBER)).toEqual(
      not('Order 000000001 is not approved: it is refused (fraud suspected).'),
    );
    expect(await orders('refund', NUMBER)).toMatchObject({
      errorOutput: ['Order 000000001: Only an approved order that has not been refunded in full can be refunded.'],
    });
  });

  it('refuses the order when the operator approves it after the payment authorisation expired', async () => {
    await wren.buyCards();
    stripe.state.cancel(intent()?.id ?? '');
    expect(await orders('approve', NUMBER)).toEqual(
      not('Order 000000001 is not approved: it is refused (payment declined).'),
    );
  });

  it.each([
    ['approve', 'succeeded', 'whether order 000000001 was charged', []],
    ['refuse', 'canceled', 'whether the payment of order 000000001 was cancelled', ['--reason', 'unverifiable']],
  ] as const)(
    'reports that the outcome of %s is unknown when Stripe does not respond, and succeeds on retry',
    async (action, became, outcomeText, options) => {
      await wren.buyCards();
      stripe.loseAnswers(/payment_intents/);
      expect(await orders(action, NUMBER, ...options)).toEqual(
        not(
          `The payment provider does not answer, so it is not yet known ${outcomeText}. Check with npm run orders -- show 000000001, or run the command again in a few minutes.`,
        ),
      );
      expect(intent()?.status).toBe(became);
      expect(await wren.orders()).toMatchObject([{ status: 'held' }]);
      stripe.loseAnswers(null);
      expect((await orders(action, NUMBER, ...options)).status).toBe(0);
    },
  );

  it.each([
    ['approve', []],
    ['refuse', ['--reason', 'unverifiable']],
  ] as const)(
    'keeps the order held when %s finds that the payment provider has not completed the payment',
    async (action, options) => {
      await wren.buyCards();
      const { payments } = shop.context.integrations;
      const authorised = async (paymentId: string) => ({ state: 'authorised' as const, paymentId });
      shop.context.integrations.payments = {
        ...payments,
        capture: authorised,
        retrieve: authorised,
        cancel: async () => undefined,
      };
      const { status, errorOutput } = await orders(action, NUMBER, ...options);
      expect(status).toBe(1);
      expect(errorOutput[0]).toMatch(
        /it is held \(.*\), .*\. The payment provider has not settled the payment yet\. Run/,
      );
      shop.context.integrations.payments = payments;
      expect((await orders(action, NUMBER, ...options)).status).toBe(0);
    },
  );

  it('refunds an order partially and fully, and refunds nothing more when a command is repeated', async () => {
    await wren.buyCards([{}, {}]);
    await orders('approve', NUMBER);
    const part = ['refund', NUMBER, '--yes', '--amount', '12.50', '--reason', 'not received', '--note', 'late'];
    expect(await orders(...part)).toEqual(done('Order 000000001: $12.50 is on its way back to the customer.'));
    expect(await orders(...part)).toEqual(
      done(
        'Order 000000001: $12.50 has already been refunded for this reason (succeeded). Add --again to refund again.',
      ),
    );
    for (const state of ['queued', 'pending'] as const) {
      await shop.stored.change('refunds', { state });
      expect(await orders(...part)).toEqual(
        done(
          `Order 000000001: $12.50 is already being refunded for this reason (${state}). Add --again to refund again.`,
        ),
      );
    }
    await shop.stored.change('refunds', { state: 'succeeded' });
    expect(listRefunds()).toEqual([1_250]);
    expect(await orders(...part, '--again')).toMatchObject({ status: 0 });
    const [line] = await shop.stored.all('orderLines');
    const byLine = ['refund', NUMBER, '--yes', '--line', String(line?.id)];
    expect(await orders(...byLine)).toMatchObject({ status: 0 });
    expect(await orders(...byLine)).toMatchObject({
      status: 0,
      output: [expect.stringContaining('has already been refunded')],
    });
    expect(listRefunds()).toEqual([1_250, 1_250, 2_500]);
    expect(await orders('refund', NUMBER)).toEqual(done('Order 000000001 has already been refunded.'));
  });

  it('retries a failed refund when the command is repeated', async () => {
    await wren.buyCards();
    await orders('approve', NUMBER);
    const part = ['refund', NUMBER, '--yes', '--amount', '12.50', '--reason', 'not received', '--note', 'late'];
    const onItsWay = done('Order 000000001: $12.50 is on its way back to the customer.');
    expect(await orders(...part)).toEqual(onItsWay);
    await shop.stored.change('refunds', { state: 'failed' });
    expect(await orders(...part)).toEqual(onItsWay);
    expect(listRefunds()).toEqual([1_250, 1_250]);
  });

  it('refunds the whole order once when two refund commands run concurrently', async () => {
    await wren.buyCards();
    await orders('approve', NUMBER);
    const both = await Promise.all([orders('refund', NUMBER, '--yes'), orders('refund', NUMBER, '--yes')]);
    expect(both.map(({ status }) => status).sort()[0]).toBe(0);
    expect(await orders('refund', NUMBER)).toEqual(done('Order 000000001 has already been refunded.'));
    expect(listRefunds()).toEqual([2_500]);
    expect(await orders('refund', NUMBER, '--amount', '99')).toMatchObject({ status: 1 });
  });

  it('accepts order numbers with and without leading zeros in every command', async () => {
    for (const words of [
      ['show'],
      ['approve'],
      ['receipt'],
      ['refund'],
      ['pack'],
      ['ship'],
      ['received'],
      ['refuse', '--reason', 'unverifiable'],
      ['clear', '--note', 'looked'],
    ])
      for (const number of ['9', '000000009'])
        expect(await orders(...words, number)).toEqual(
          not('There is no order 000000009. To find it, run: npm run orders -- list'),
        );
  });

  it('finds an order by its database id, which appears in the log', async () => {
    await wren.buyCards();
    await shop.stored.change('orders', { number: 7 });
    const { id } = await shop.stored.one('orders');
    const { output } = await orders('show', '--id', String(id));
    expect(output[0]).toContain('Order 000000007');
    expect(output).toEqual((await orders('show', '7')).output);
    expect(await orders('show', '--id', '99')).toEqual(
      not('There is no order with the id 99. To find it, run: npm run orders -- list'),
    );
  });
});

it.each([
  [[], 'Choose a command.'],
  [['sing'], 'There is no "orders sing".'],
  [['held', '1'], 'held takes no order.'],
  [['approve'], 'approve takes an order number such as 12, not "".'],
  [['show', 'x'], 'show takes an order number such as 12, not "x".'],
  [['show', '12', '--id', '3'], 'show takes one order.'],
  [['show', '--id', 'x'], '--id takes an order id, not "x".'],
  [['approve', '--id', '3'], 'approve takes no --id.'],
  [['approve', NUMBER, '--yes'], 'approve takes no --yes.'],
  [['approve', NUMBER, '2'], 'approve takes one order.'],
  [['approve', NUMBER, '--reason', 'why'], 'approve takes no --reason.'],
  [['refuse', NUMBER], 'refuse needs a --reason, one of: fraud suspected, unlawful order,'],
  [['refuse', NUMBER, '--reason', 'ugly'], 'refuse needs a --reason, one of:'],
  [
    ['refund', NUMBER, '--reason', 'ugly'],
    'refund takes a --reason that the customer reads, one of: not available, damaged,',
  ],
  [['refund', NUMBER, '--line', '1', '--line', '2'], 'refund takes one --line.'],
  [['refund', NUMBER, '--seller', 'tide'], 'refund takes no --seller.'],
  [['list', '--status', 'lost'], '--status takes one of: held, approved, refused, refunded, not "lost".'],
  [['list', '--mobile', '12'], '--mobile takes a mobile number such as 0412345678, not "12".'],
  [['list', '--before', 'x'], '--before takes an order number such as 12, not "x".'],
  [['pack', NUMBER, '--carrier', 'Sendle'], 'pack takes no --carrier.'],
  [
    ['ship', NUMBER, '--line', '0'],
    '--line takes a line number from show, such as 31, or a number of pieces of it, such as 31x2, not "0".',
  ],
  [['ship', NUMBER, '--tracking', 'javascript:alert(1)'], '--tracking takes a tracking number or an https address'],
  [['received', NUMBER, '--line', '3'], 'received takes no --line.'],
  [['refund', NUMBER, '--amount', '-5'], "Option '--amount' argument is ambiguous"],
  [['refund', NUMBER, '--amount', 'all'], '--amount "all" is not a price'],
  [['refund', NUMBER, '--amount', '5', '--line', '1'], 'refund takes --amount or --line, not both.'],
  [['refund', NUMBER, '--line', 'x'], '--line takes a line number from show'],
])('explains invalid arguments: %o', (argv, words) => {
  expect(() => ordersCommand.read(argv, '/')).toThrow(words);
});
