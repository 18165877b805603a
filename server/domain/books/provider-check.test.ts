import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { booksCommand } from '#server/commands/keep-books.ts';
import type { Context } from '#server/context.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { freshMetrics } from '#test/support/fresh-metrics.ts';
import { give } from '#test/support/give-command.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { checkBooksHourly } from './raise-alarm.ts';

const forward = ({ clock }: Context, hours: number) => clock.moveTo?.(new Date(clock.ms() + hours * 3_600_000));
const OPERATOR = '+61491570157';
const check = (context: Context) => give(context, booksCommand, 'check');

describe.each(databaseKinds())('the books and Stripe on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind, { OPERATOR_MOBILE: OPERATOR, SHOP_NAME: 'Snowgum' });
    for (let order = 1; order <= 3; order += 1) await at.buy('pm_card_visa');
    await refundOrder(at.shop.context, {
      actor: machine,
      orderId: 1,
      what: { amountCents: 1_000 },
      reason: 'x',
      customerReason: 'other',
      once: true,
    });
    forward(at.shop.context, 2);
  });
  afterEach(() => at.close());
  const metrics = () => freshMetrics(at.shop.context);
  const texts = async () => {
    for (const { id } of await at.query("select id from messages where purpose = 'books-differ' and state = 'queued'"))
      await dispatchMessage(at.shop.context, messagePurposes, { messageId: Number(id), last: true });
    return (await at.shop.phone(OPERATOR)).map(({ text }) => text);
  };
  const intent = () => [...at.stripe.state.intents.values()][1];

  test('have the same totals of payments and refunds', async () => {
    expect((await check(at.shop.context)).said[2]).toMatch(
      /payments \$75\.00 \(3\) here and \$75\.00 \(3\) at the provider; refunds \$10\.00 \(1\) here and \$10\.00 \(1\) at the provider\.$/,
    );
  });

  test('differ by a payment that the shop has forgotten, and by one it only believes in', async () => {
    await at.query("update payments set state = 'declined' where id = 2");
    expect((await check(at.shop.context)).complained.at(-1)).toBe(
      `Payment ${intent()?.id} of order 000000002: the provider says $25.00, declined.`,
    );
    await at.query("update payments set state = 'captured' where id = 2");
    at.stripe.state.intents.delete(intent()?.id ?? '');
    expect((await check(at.shop.context)).complained.at(-1)).toMatch(/: the provider has none, the shop says \$25\.00/);
  });

  test('differ by a refund of the dashboard whose webhook never came', async () => {
    at.stripe.state.refund({ payment_intent: intent()?.id, amount: 700 });
    expect((await check(at.shop.context)).status).toBe(0);
    forward(at.shop.context, 2);
    expect((await check(at.shop.context)).complained.at(-1)).toMatch(
      /^Refund re_\w+: the provider says \$7\.00, the shop has none\.$/,
    );
  });

  test('do not differ by what somebody else does on the same account', async () => {
    const { id } = at.stripe.state.createIntent({
      customer: [...at.stripe.state.customers.keys()][0],
      amount: 900,
      currency: 'aud',
      payment_method: 'pm_card_visa',
    });
    at.stripe.state.confirm(id);
    at.stripe.state.refund({ payment_intent: id });
    forward(at.shop.context, 2);
    expect(await check(at.shop.context)).toMatchObject({ status: 0 });
  });

  test('are read a hundred a call', async () => {
    const like = intent();
    for (let made = 0; made < 150; made += 1)
      at.stripe.state.intents.set(`pi_other${made}`, { ...like, id: `pi_other${made}`, metadata: {} } as never);
    expect((await check(at.shop.context)).said[2]).toContain('payments $75.00 (3) here and $75.00 (3) at the provider');
    const asked = at.stripe.requests.filter(({ path }) => path.startsWith('/v1/payment_intents?'));
    expect(asked.map(({ path }) => /starting_after=pi_other50\b/.test(path))).toEqual([false, true]);
  });

  test('are not right where Stripe does not answer, which the job survives', async () => {
    await at.proxy.set('down');
    expect(await check(at.shop.context)).toMatchObject({
      status: 1,
      complained: expect.arrayContaining([expect.stringMatching(/^The payment provider does not answer/)]),
    });
    await checkBooksHourly(at.shop.context);
    expect(await at.query('select differences, provider_unanswered from book_checks')).toEqual([
      { differences: 0, provider_unanswered: true },
    ]);
    expect(await metrics()).toMatch(/^handsel_books_provider_unanswered 1$/m);
    await at.proxy.set('works');
    forward(at.shop.context, 1);
    await checkBooksHourly(at.shop.context);
    expect(await metrics()).toMatch(/^handsel_books_provider_unanswered 0$/m);
  });

  test('are checked without Stripe where it rejects the key', async () => {
    at.stripe.denyRequests(/^\/v1\/payment_intents/);
    await checkBooksHourly(at.shop.context);
    expect(await at.query('select differences, provider_unanswered from book_checks')).toEqual([
      { differences: 0, provider_unanswered: true },
    ]);
  });

  test('alarm the operator, once a day, when Stripe has not answered for six hours', async () => {
    const checkFor = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        await checkBooksHourly(at.shop.context);
        forward(at.shop.context, 1);
      }
    };
    const said = (hours: number) =>
      `Snowgum: the books are not checked as a whole. The payment provider has not answered for ${hours} hours: payments and refunds are not compared. Look with: npm run books -- check`;
    const { payments } = at.shop.context.integrations;
    const down = async () => {
      throw paymentsUnreachable(new Error('no answer'));
    };
    at.shop.context.integrations.payments = { ...payments, movements: down };
    await checkFor(5);
    at.shop.context.integrations.payments = payments;
    await checkFor(1);
    at.shop.context.integrations.payments = { ...payments, movements: down };
    await checkFor(6);
    expect(await texts()).toEqual([]);
    await checkFor(3);
    expect(await texts()).toEqual([said(6)]);
    await checkFor(24);
    expect(await texts()).toHaveLength(2);
    expect(await at.query('select max(differences) as most from book_checks')).toEqual([{ most: 0 }]);
  });
});
