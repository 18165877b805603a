import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePayments } from '../provider-events/reconcile-payments.ts';
import { approveHeldOrder } from '../review/review-orders.ts';

describe.each(databaseKinds())('Stripe warnings that precede a dispute on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  afterEach(() => shop.close());
  const open = async (env = {}) => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe], env });
    wren = await shop.customer();
    await wren.buyCards();
  };
  const intent = () => [...stripe.state.intents.keys()][0] ?? '';
  const warnings = () => stripe.state.warnings;
  const tell = async (type: string) =>
    (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(type) })).statusCode;
  const status = async () => (await shop.stored.all('giftCardAccounts'))[0]?.status;
  const orders = (...argv: string[]) => giveCommand(shop.context, ordersCommand, ...argv);
  const WARNED = 'radar.early_fraud_warning.created';

  describe('for a paid order', () => {
    beforeEach(() => open());

    it('freezes the gift card immediately on an early fraud warning, even if the webhook is repeated', async () => {
      warnings().warn(intent());
      expect([await tell(WARNED), await tell(WARNED), await status()]).toEqual([200, 200, 'frozen']);
      const till = await shop.counter();
      const { code } = await shop.lastCard();
      expect(await till.redeem({ code }, 5)).toMatchObject({ status: 423 });
      expect((await orders('warned')).output.at(-1)).toMatch(
        /^000000001 +\$25\.00 +early fraud warning \(made_with_stolen_card\)/,
      );
    });

    it('unfreezes the card when an operator clears the warning, and ignores later updates from Stripe', async () => {
      warnings().warn(intent());
      await tell(WARNED);
      expect(await orders('clear', '000000001', '--note', 'spoke to the customer')).toEqual({
        status: 0,
        output: ['Order 000000001: its warning is cleared. Its gift cards can be spent.'],
        errorOutput: [],
      });
      expect(await status()).toBe('active');
      await tell(WARNED);
      expect(await status()).toBe('active');
      expect((await orders('warned')).output).toEqual(['No warnings.']);
      expect((await orders('clear', '000000001', '--note', 'again')).output).toEqual([
        'Order 000000001 has no open warning.',
      ]);
      expect((await orders('show', '000000001')).output.join('\n')).toMatch(
        /Warning cleared: early fraud warning \(made_with_stolen_card\), .*\(spoke to the customer\)/,
      );
      await expect(async () => orders('clear', '000000001')).rejects.toThrow('--note');
    });

    it('keeps the card frozen after a warning turned into a dispute, even if the warning is cleared', async () => {
      const { id } = warnings().warn(intent());
      await tell(WARNED);
      stripe.state.dispute(intent());
      await tell('charge.dispute.created');
      expect((await orders('clear', '000000001', '--note', 'looked')).output[0]).toMatch(/stay frozen/);
      warnings().endWarning(id);
      await tell('radar.early_fraud_warning.updated');
      expect(await status()).toBe('frozen');
      stripe.state.endDispute([...stripe.state.disputes.keys()][0] ?? '', 'won');
      await tell('charge.dispute.closed');
      expect(await status()).toBe('active');
    });

    it('keeps the card frozen until the dispute or refund that followed the warning is recorded', async () => {
      const { id } = warnings().warn(intent());
      await tell(WARNED);
      stripe.state.dispute(intent());
      warnings().endWarning(id);
      await tell('radar.early_fraud_warning.updated');
      expect(await status()).toBe('frozen');
      await tell('charge.dispute.created');
      await tell('radar.early_fraud_warning.updated');
      expect(await status()).toBe('frozen');
      expect((await orders('warned')).output.at(-1)).toMatch(/^000000001/);
      shop.wait(25 * 3_600_000);
      await reconcilePayments(shop.context);
      expect((await orders('warned')).output).toEqual(['No warnings.']);
      expect(await status()).toBe('frozen');
    });

    it('refuses to spend value that a reversal restored after the bank took the money back', async () => {
      const till = await shop.counter();
      const { code } = await shop.lastCard();
      const { redemption } = (await till.redeem({ code }, 25)).body;
      const { id } = stripe.state.dispute(intent());
      await tell('charge.dispute.created');
      stripe.state.endDispute(id, 'lost');
      await tell('charge.dispute.closed');
      expect(await till.reverse(redemption)).toMatchObject({ status: 200, body: { balance: 25 } });
      expect(await till.redeem({ code }, 25)).toMatchObject({ status: 423 });
    });

    it('refuses to spend a released hold after the order was fully refunded in the Stripe dashboard', async () => {
      const till = await shop.counter();
      const { code } = await shop.lastCard();
      const { hold } = (await till.authorise({ code }, 20)).body;
      stripe.state.refund({ payment_intent: intent() });
      await tell('charge.refunded');
      expect(await till.release(hold)).toMatchObject({ status: 200, body: { balance: 20 } });
      expect(await till.redeem({ code }, 20)).toMatchObject({ status: 423 });
    });

    it('freezes the card during a review, and unfreezes it after approval even without a webhook', async () => {
      const { id } = warnings().openReview(intent());
      await tell('review.opened');
      expect(await status()).toBe('frozen');
      warnings().closeReview(id, 'approved');
      shop.wait(25 * 3_600_000);
      await reconcilePayments(shop.context);
      expect(await status()).toBe('active');
      await tell('review.opened');
      expect(await status()).toBe('active');
    });

    it('unfreezes the card immediately when a review is approved', async () => {
      const { id } = warnings().openReview(intent());
      await tell('review.opened');
      expect(await status()).toBe('frozen');
      warnings().closeReview(id, 'approved');
      expect([await tell('review.closed'), await status()]).toEqual([200, 'active']);
    });

    it.each(['disputed', 'refunded', 'refunded_as_fraud'] as const)(
      'keeps the card frozen after a review closes as %s until that outcome is recorded',
      async (reason) => {
        const { id } = warnings().openReview(intent());
        await tell('review.opened');
        warnings().closeReview(id, reason);
        expect([await tell('review.closed'), await status()]).toEqual([200, 'frozen']);
        expect((await orders('warned')).output.at(-1)).toMatch(/^000000001/);
      },
    );

    it('ignores a warning about an unknown payment', async () => {
      warnings().warn('pi_foreign');
      expect([await tell(WARNED), await status()]).toEqual([200, 'active']);
      expect((await shop.stored.all('paymentEvents')).map(({ result }) => result)).toContain('not ours');
    });
  });

  it('issues a card frozen if a review of its payment was opened before', async () => {
    await open({ APPROVAL_MAX_TOTAL: '10' });
    warnings().openReview(intent());
    await tell('review.opened');
    expect(await status()).toBeUndefined();
    await approveHeldOrder(shop.context, {
      orderId: (await shop.stored.one('orders')).id,
      actor: machine,
    });
    expect(await status()).toBe('frozen');
  });
});
