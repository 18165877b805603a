import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OperatorRole } from '#contract/access/operator-roles.ts';
import { saveOperator } from '#server/domain/operators/save-operator.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import { machine } from '#test/support/actors.ts';
import { OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommandWithAnswers } from '#test/support/give-command.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { ordersCommand } from './decide-orders.ts';
import type { Answer } from './shared/command.ts';

describe.each(databaseKinds())('npm run orders -- refund on %s', (kind) => {
  let shop: TestShop;
  let questions: string[];
  beforeEach(async () => {
    questions = [];
    shop = await openTestShop(kind);
    const wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    await wren.fillCart([], { TEAPOT: 1 });
    await wren.putCard((await shop.lastCard()).publicId);
    expect(await wren.pay()).toMatchObject({ status: 200 });
  });
  afterEach(() => shop.close());

  const refund = (answer: () => Answer | Promise<Answer>, ...words: string[]) =>
    giveCommandWithAnswers(shop.context, ordersCommand, {
      words: ['refund', ...words],
      answer(question) {
        questions.push(question);
        return answer();
      },
    });
  const unanswered = () => null;
  const findLineId = async (name: string) => String((await shop.stored.one('orderLines', { name })).id);
  const refundedCents = async () =>
    (await shop.stored.all('refunds')).reduce((sum, { amountCents }) => sum + amountCents, 0);

  it('shows the lines, amounts and destinations of a refund, and refunds exactly those after confirmation', async () => {
    const { status, output } = await refund(() => 'yes', '2');
    expect(questions).toEqual(['Refund $69.90?']);
    expect(output[0]).toBe('Order 000000002, approved, Wren B., ...678. This will be refunded:');
    expect(output[1]).toMatch(/^Line +What +Seller +Amount +To$/);
    const planned = output.flatMap(
      (line) => /^(\d*) +(\w+) .* (\$[\d.]+) +(.+ card)$/.exec(line)?.slice(1).join() ?? [],
    );
    expect(output).toContainEqual(
      expect.stringMatching(/^\$25\.00 goes back to the gift card ending \w{4}, at once\.$/),
    );
    expect(output).toContain('$44.90 goes back to the payment card.');
    expect([status, output.at(-1)]).toEqual([
      0,
      'Order 000000002: $25.00 is back on gift cards, and $44.90 is on its way back to the customer.',
    ]);
    const shares = await shop.stored.all('refundShares');
    expect(planned).toEqual(
      shares.map(({ orderLineId: line, part, cents, tender }) =>
        [line ?? '', part === 'goods' ? 'Teapot' : 'Shipping', formatDollars(cents), tender].join(),
      ),
    );
    expect(planned).toHaveLength(4);
  });

  it('shows how much a refund deducts from a sold gift card', async () => {
    await refund(() => 'yes', '2', '--line', await findLineId('Teapot'));
    const { output } = await refund(unanswered, '1');
    expect(output).toContain(`$25.00 is taken off the gift card of line ${await findLineId('Gift card')}.`);
    expect(output.join('\n')).toContain('The shop does not tell the holder of the gift card');
    expect(output.join('\n')).not.toContain('is not refunded');
  });

  it('shows the spent part of a gift card, which cannot be refunded', async () => {
    await refund(() => 'yes', '2', '--amount', '10');
    const { output } = await refund(unanswered, '1');
    const line = await findLineId('Gift card');
    expect(questions.at(-1)).toBe('Refund $10.00?');
    expect(output).toContain(`$10.00 is taken off the gift card of line ${line}.`);
    expect(output).toContain(
      `$15.00 of the gift card of line ${line} is not refunded: it was spent, is reserved or has expired.`,
    );
  });

  it('shows which items return to stock', async () => {
    const line = await findLineId('Teapot');
    const { output } = await refund(unanswered, '2', '--line', line, '--restock');
    expect(output).toContain(`1 piece of line ${line} goes back into stock.`);
  });

  it.each([
    ['no', 'Nothing was refunded.'],
    [null, 'Nothing was refunded: the question got no answer. To skip the question, add --yes'],
  ] as const)("refunds nothing when the operator's response is %s", async (answer, sentence) => {
    expect(await refund(() => answer, '2')).toMatchObject({ status: 1, errorOutput: [sentence] });
    expect(questions).toHaveLength(1);
    expect([await refundedCents(), await shop.balances()]).toEqual([0, ['0/0']]);
  });

  it('refunds without asking when --yes is given', async () => {
    const { status, output } = await refund(unanswered, '2', '--yes');
    expect([status, output.length, questions]).toEqual([0, 1, []]);
    expect(await refundedCents()).toBe(6_990);
  });

  it('does not ask for confirmation when there is nothing to refund or the refund was already made', async () => {
    expect(await refund(unanswered, '2', '--amount', '99')).toMatchObject({
      errorOutput: [expect.stringContaining('At most $69.90')],
    });
    const part = ['2', '--amount', '5', '--note', 'late'];
    await refund(unanswered, ...part, '--yes');
    expect(await refund(unanswered, ...part)).toMatchObject({
      status: 0,
      output: [expect.stringContaining('has already been refunded')],
    });
    await refund(unanswered, '2', '--yes');
    expect(await refund(unanswered, '2')).toMatchObject({ output: ['Order 000000002 has already been refunded.'] });
    expect(questions).toEqual([]);
  });

  it('does not retry an earlier refund that fails while the command runs', async () => {
    const part = ['2', '--amount', '5', '--payment-card-only', '--note', 'late'];
    await refund(unanswered, ...part, '--yes');
    const { database } = shop.context;
    const { transaction } = database;
    database.transaction = async (work, config) => {
      database.transaction = transaction;
      const result = await transaction(work, config);
      await shop.stored.change('refunds', { state: 'failed' });
      return result;
    };
    expect(await refund(unanswered, ...part)).toMatchObject({
      status: 0,
      output: [expect.stringContaining('has already been refunded')],
    });
    expect(await refundedCents()).toBe(500);
  });

  describe('when an operator refunds', () => {
    const FINN = '0412000009';
    const askAs = async (role: OperatorRole, ...words: string[]) => {
      await saveOperator({ ...shop.context, actor: machine }, { mobile: '+61412000009', name: 'Finn', roles: [role] });
      return refund(() => 'yes', ...words, '--as', FINN);
    };
    beforeEach(() => {
      shop.context.settings = { ...shop.context.settings, REFUND_ALONE_MAX: 20 };
    });

    it.each(['support', 'finance'] as const)('lets the role %s refund up to REFUND_ALONE_MAX', async (role) => {
      expect(await askAs(role, '2', '--amount', '20')).toMatchObject({ status: 0 });
      expect(await refundedCents()).toBe(2_000);
    });

    it.each([
      ['with a confirmation prompt', []],
      ['without a confirmation prompt', ['--yes']],
    ])('requires the right refunds.large for more than REFUND_ALONE_MAX, %s', async (_when, yes) => {
      const argv = ['2', '--amount', '20.01', ...yes];
      await expect(askAs('support', ...argv)).rejects.toThrow(
        'Finn may not do this: it needs the permission refunds.large, which the role owner or risk or finance has.',
      );
      expect([questions, await refundedCents()]).toEqual([[], 0]);
      expect(await askAs('finance', ...argv)).toMatchObject({ status: 0 });
      expect(await refundedCents()).toBe(2_001);
    });

    it('applies REFUND_ALONE_MAX to the total refunded to gift cards and to the payment card', async () => {
      shop.context.settings = { ...shop.context.settings, REFUND_ALONE_MAX: 69 };
      await expect(askAs('support', '2')).rejects.toThrow('refunds.large');
      shop.context.settings = { ...shop.context.settings, REFUND_ALONE_MAX: 70 };
      expect(await askAs('support', '2')).toMatchObject({ status: 0 });
    });

    it('counts earlier refunds of the order towards REFUND_ALONE_MAX', async () => {
      expect(await askAs('support', '2', '--amount', '12')).toMatchObject({ status: 0 });
      await expect(askAs('support', '2', '--amount', '8.01')).rejects.toThrow('refunds.large');
      expect(await askAs('support', '2', '--amount', '8')).toMatchObject({ status: 0 });
      expect(await refundedCents()).toBe(2_000);
    });

    it('rejects a role without any refund right before it shows the order', async () => {
      await expect(askAs('catalogue', '2', '--amount', '1')).rejects.toThrow('it needs the permission refunds.small');
      expect(await refundedCents()).toBe(0);
    });
  });

  it('refunds nothing when the refund plan changed before the operator responded', async () => {
    const { id: orderId } = await shop.stored.one('orders', { number: 2 });
    const another = { orderId, target: { amountCents: 500 }, note: 'by another operator' };
    const meanwhile = async (): Promise<Answer> => {
      await refundOrder(shop.context, { ...another, actor: machine });
      return 'yes';
    };
    await expect(refund(meanwhile, '2')).rejects.toThrow(
      /^Nothing was refunded: order 000000002 or its gift cards have changed since the refund was shown\. Run the command again\.$/,
    );
    expect(await refundedCents()).toBe(500);
    expect(await refund(() => 'yes', '2')).toMatchObject({ status: 0 });
    expect(questions).toEqual(['Refund $69.90?', 'Refund $64.90?']);
    expect(await refundedCents()).toBe(6_990);
  });
});
