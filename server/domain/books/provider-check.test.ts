import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { booksCommand } from '#server/commands/keep-books.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { readFreshMetrics } from '#test/support/fresh-metrics.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { runMessages } from '#test/support/message-jobs.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { checkBooksHourly } from './raise-alarm.ts';

const OPERATOR = '+61491570157';

describe.each(databaseKinds())('books check against Stripe on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  beforeEach(async () => {
    stripe = await startStripe();
    const env = { OPERATOR_MOBILE: OPERATOR, SHOP_NAME: 'Snowgum' };
    shop = await openTestShop(kind, { providers: [stripe], env });
    const wren = await shop.customer();
    for (let order = 1; order <= 3; order += 1) await wren.buyCards();
    await refundOrder(shop.context, {
      actor: machine,
      orderId: 1,
      target: { amountCents: 1_000 },
      note: 'x',
      reason: 'other',
      isIdempotent: true,
    });
    forward(2);
  });
  afterEach(() => shop.close());

  const forward = (hours: number) => shop.wait(hours * 3_600_000);
  const check = () => giveCommand(shop.context, booksCommand, 'check');
  const metrics = () => readFreshMetrics(shop.context);
  const texts = async () => {
    await runMessages(shop, 'books-differ');
    return (await shop.phone(OPERATOR)).map(({ text }) => text);
  };
  const intent = () => [...stripe.state.intents.values()][1];

  it('reports the same payment and refund totals for Stripe and for the shop', async () => {
    expect((await check()).output[2]).toMatch(
      /payments \$75\.00 \(3\) here and \$75\.00 \(3\) at the provider; refunds \$10\.00 \(1\) here and \$10\.00 \(1\) at the provider\.$/,
    );
  });

  it('reports a payment that only Stripe has and a payment that only the shop has', async () => {
    await shop.stored.change('payments', { state: 'declined' }, { id: 2 });
    expect((await check()).errorOutput.at(-1)).toBe(
      `Payment ${intent()?.id} of order 000000002: the provider shows $25.00, the shop shows nothing (declined).`,
    );
    await shop.stored.change('payments', { state: 'captured' }, { id: 2 });
    stripe.state.intents.delete(intent()?.id ?? '');
    expect((await check()).errorOutput.at(-1)).toMatch(/: the provider shows nothing, the shop shows \$25\.00/);
  });

  it('reports a dashboard refund whose webhook never arrived', async () => {
    stripe.state.refund({ payment_intent: intent()?.id, amount: 700 });
    expect((await check()).status).toBe(0);
    forward(2);
    expect((await check()).errorOutput.at(-1)).toMatch(
      /^Refund re_\w+: the provider shows \$7\.00, the shop shows nothing \(not recorded\)\.$/,
    );
  });

  it('ignores payments of other applications on the same Stripe account', async () => {
    const { id } = stripe.state.createIntent({
      customer: [...stripe.state.customers.keys()][0],
      amount: 900,
      currency: 'aud',
      payment_method: 'pm_card_visa',
    });
    stripe.state.confirm(id);
    stripe.state.refund({ payment_intent: id });
    forward(2);
    expect(await check()).toMatchObject({ status: 0 });
  });

  it("reads Stripe's payments in pages of a hundred", async () => {
    const like = intent();
    for (let index = 0; index < 150; index += 1)
      stripe.state.intents.set(`pi_other${index}`, { ...like, id: `pi_other${index}`, metadata: {} } as never);
    expect((await check()).output[2]).toContain('payments $75.00 (3) here and $75.00 (3) at the provider');
    const requests = stripe.requests.filter(({ path }) => path.startsWith('/v1/payment_intents?'));
    expect(requests.map(({ path }) => /starting_after=pi_other50\b/.test(path))).toEqual([false, true]);
  });

  it('reports that Stripe does not respond, and completes the hourly job', async () => {
    await stripe.proxy.set('down');
    expect(await check()).toMatchObject({
      status: 1,
      errorOutput: expect.arrayContaining([expect.stringMatching(/^The payment provider does not answer/)]),
    });
    await checkBooksHourly(shop.context);
    expect(await shop.stored.one('bookChecks')).toMatchObject({ differences: 0, providerUnanswered: true });
    expect(await metrics()).toMatch(/^handsel_books_provider_unanswered 1$/m);
    await stripe.proxy.set('works');
    forward(1);
    await checkBooksHourly(shop.context);
    expect(await metrics()).toMatch(/^handsel_books_provider_unanswered 0$/m);
  });

  it('checks the rest of the books if Stripe rejects the API key', async () => {
    stripe.denyRequests(/^\/v1\/payment_intents/);
    await checkBooksHourly(shop.context);
    expect(await shop.stored.one('bookChecks')).toMatchObject({ differences: 0, providerUnanswered: true });
  });

  it('alerts the operator once a day if Stripe has not responded for six hours', async () => {
    const checkFor = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        await checkBooksHourly(shop.context);
        forward(1);
      }
    };
    const alarmText = (hours: number) =>
      `Snowgum: the books are only partly checked. The payment provider has not answered for ${hours} hours: payments and refunds are not compared. Details: npm run books -- check`;
    const { payments } = shop.context.integrations;
    const throwUnreachable = async () => {
      throw paymentsUnreachable(new Error('no answer'));
    };
    shop.context.integrations.payments = { ...payments, movements: throwUnreachable };
    await checkFor(5);
    shop.context.integrations.payments = payments;
    await checkFor(1);
    shop.context.integrations.payments = { ...payments, movements: throwUnreachable };
    await checkFor(6);
    expect(await texts()).toEqual([]);
    await checkFor(3);
    expect(await texts()).toEqual([alarmText(6)]);
    await checkFor(24);
    expect(await texts()).toHaveLength(2);
    const checks = await shop.stored.all('bookChecks');
    expect(Math.max(...checks.map(({ differences }) => differences ?? 0))).toBe(0);
  });
});
