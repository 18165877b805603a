import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { Refund } from '#test/fakes/stripe-state.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spendAtTill } from '#test/support/ledger-acts.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { type RefundInput, refundOrder } from './refund-order.ts';
import { sendQueuedRefunds } from './send-refund.ts';

const { sellers } = testShop;

describe.each(databaseKinds())(
  "an order of a teapot, a 25-dollar gift card and another seller's shirt on %s",
  (kind) => {
    let stripe: Awaited<ReturnType<typeof startStripe>>;
    let shop: TestShop;
    let wren: Customer;
    beforeEach(async () => {
      stripe = await startStripe();
      shop = await openTestShop(kind, { providers: [stripe] });
      wren = await shop.customer();
      const { cartId } = await wren.fillCart([], { TEAPOT: 1, 'SHIRT-RED-S': 1 });
      await wren.addCard(cartId);
      expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(200);
    });
    afterEach(() => shop.close());

    const refund = async (target: RefundInput['target'], note = 'asked by the seller') =>
      refundOrder(shop.context, {
        actor: machine,
        orderId: (await shop.stored.one('orders')).id,
        target,
        note,
      });
    const shares = async () => {
      const { id } = await shop.stored.last('refunds');
      return (await shop.stored.all('refundShares', { refundId: id }))
        .map(({ sellerId: seller, part, cents, gstCents: gst }) => ({ seller, part, cents, gst }))
        .sort(
          (share, other) =>
            share.seller - other.seller || share.part.localeCompare(other.part) || share.cents - other.cents,
        );
    };
    const unequal = async () => {
      const all = await shop.stored.all('refundShares');
      return (await shop.stored.all('refunds')).filter(
        ({ id, amountCents }) =>
          sumCents(all.filter(({ refundId }) => refundId === id).map(({ cents }) => cents)) !== amountCents,
      );
    };
    const keptShares = async () => {
      const keptIds = (await shop.stored.all('refunds')).filter(({ state }) => state !== 'failed').map(({ id }) => id);
      return shop.stored.all('refundShares', { refundId: keptIds });
    };
    const refunded = async () => {
      const storedShares = await keptShares();
      return {
        cents: sumCents(storedShares.map(({ cents }) => cents)),
        gst: sumCents(storedShares.map(({ gstCents }) => gstCents)),
      };
    };
    const tell = async (type: string) =>
      (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(type) })).statusCode;

    it("stores each seller's tax, tenders and sales at the current rates", async () => {
      expect(await shop.stored.all('orderLines')).toMatchObject([
        { name: 'Teapot', gstCents: 545 },
        { name: 'Shirt', gstCents: 409 },
        { name: 'Gift card', gstCents: 0 },
      ]);
      expect(await shop.stored.all('orders')).toMatchObject([
        { totalCents: 14_490, gstCents: 1_089, shippingGstCents: 135, giftCardTenderCents: 0, cardDueCents: 14_490 },
      ]);
      expect(await shop.stored.all('payments')).toMatchObject([{ amountCents: 14_490 }]);
      const rates = { giftCardTenderCents: 0, commissionBp: 310, serviceFeeBp: 290 };
      expect(await shop.stored.all('orderSellers')).toMatchObject([
        {
          ...rates,
          sellerId: sellers.teapots,
          goodsCents: 5_995,
          shippingCents: 995,
          cardsCents: 2_500,
          gstCents: 545,
          shippingGstCents: 90,
          commissionCents: 294,
          serviceFeeCents: 275,
        },
        {
          ...rates,
          sellerId: sellers.prints,
          goodsCents: 4_500,
          shippingCents: 500,
          cardsCents: 0,
          gstCents: 409,
          shippingGstCents: 45,
          commissionCents: 155,
          serviceFeeCents: 145,
        },
      ]);
    });

    it('shows the tax stored with an order, even if the tax rules change later', async () => {
      expect((await wren.orders())[0]?.tax_amount).toBe(10.89);
      await shop.stored.change('orders', { gstCents: 200 });
      expect((await wren.orders())[0]?.tax_amount).toBe(2);
    });

    it('splits a refunded amount over lines and shipping to the cent, including GST', async () => {
      expect(await refund({ amountCents: 300 })).toMatchObject({ amountCents: 300 });
      expect(await shares()).toEqual([
        { seller: sellers.teapots, part: 'goods', cents: 150, gst: 14 },
        { seller: sellers.teapots, part: 'shipping', cents: 25, gst: 2 },
        { seller: sellers.prints, part: 'goods', cents: 113, gst: 10 },
        { seller: sellers.prints, part: 'shipping', cents: 12, gst: 1 },
      ]);
      expect(await refund('everything')).toMatchObject({ amountCents: 14_190 });
      expect([await unequal(), await refunded()]).toEqual([[], { cents: 14_490, gst: 1_089 }]);
    });

    it('assigns the refund of a gift card line to that card alone', async () => {
      const { orderLineId } = await shop.lastCard();
      expect(await refund({ orderLineId })).toMatchObject({ amountCents: 2_500 });
      expect(await shares()).toEqual([{ seller: sellers.teapots, part: 'card', cents: 2_500, gst: 0 }]);
    });

    it("splits a dashboard refund over the order's lines, even if the gift card is spent", async () => {
      await spendAtTill(shop, 2_000);
      const intent = [...stripe.state.intents.keys()][0];
      stripe.state.refund({ payment_intent: intent, amount: '14490' });
      expect(await tell('refund.created')).toBe(200);
      expect(sumCents((await shares()).map(({ cents }) => cents))).toBe(14_490);
      expect(await refunded()).toEqual({ cents: 14_490, gst: 1_089 });
    });

    it('ignores the shares of a failed refund when it splits another refund', async () => {
      const intent = [...stripe.state.intents.keys()][0];
      const providerRefund = stripe.state.refund({ payment_intent: intent, amount: '14490' });
      expect(await tell('refund.created')).toBe(200);
      providerRefund.status = 'failed';
      stripe.tell('refund.failed', providerRefund);
      expect(await tell('refund.failed')).toBe(200);
      expect(await refund('everything')).toMatchObject({ amountCents: 14_490 });
      expect([await unequal(), await refunded()]).toEqual([[], { cents: 14_490, gst: 1_089 }]);
    });

    const notAsSold = async () => {
      const storedShares = await keptShares();
      return (await shop.stored.all('orderLines')).filter(
        ({ id, totalCents }) =>
          sumCents(storedShares.filter(({ orderLineId }) => orderLineId === id).map(({ cents }) => cents)) !==
          totalCents,
      );
    };

    it('splits a refund again if it succeeds after failing, considering refunds made in the meantime', async () => {
      expect(await refund({ amountCents: 8_000 })).toMatchObject({ amountCents: 8_000 });
      const first = [...stripe.state.refunds.values()][0] as Refund;
      first.status = 'failed';
      stripe.tell('refund.failed', first);
      expect(await tell('refund.failed')).toBe(200);
      expect(await refund({ amountCents: 6_490 })).toMatchObject({ amountCents: 6_490 });
      first.status = 'succeeded';
      stripe.tell('refund.updated', first);
      expect(await tell('refund.updated')).toBe(200);
      expect([await unequal(), await notAsSold(), await refunded()]).toEqual([[], [], { cents: 14_490, gst: 1_089 }]);
    });

    it('splits a refund again when it voids value that a failed refund restored', async () => {
      const { orderLineId } = await shop.lastCard();
      await stripe.proxy.set('down');
      expect(await refund({ orderLineId })).toMatchObject({ state: 'queued' });
      await stripe.proxy.set('works');
      stripe.state.refund({ payment_intent: [...stripe.state.intents.keys()][0], amount: '14490' });
      expect(await tell('refund.created')).toBe(200);
      shop.wait(10 * 60_000);
      await sendQueuedRefunds(shop.context);
      expect(await shop.stored.all('refunds')).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }]);
      expect([await unequal(), await notAsSold(), await refunded()]).toEqual([[], [], { cents: 14_490, gst: 1_089 }]);
    });
  },
);
