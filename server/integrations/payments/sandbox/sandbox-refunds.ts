import { randomBytes } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { Clock } from '../../../clock.ts';
import type { Payments, ProviderRefund, RefundRejected, RefundRequest } from '../port.ts';
import * as store from './sandbox-store.ts';

export function createSandboxRefunds(parts: {
  database: Database;
  clock: Clock;
}): Pick<Payments, 'refund' | 'refundById' | 'listRefunds' | 'movements' | 'disputeById' | 'warningById'> {
  const { database, clock } = parts;
  return {
    refund: (request) => database.transaction((tx) => refund(tx, { request, now: clock.now() })),
    async refundById(refundId) {
      const row = await store.findRefundById(database.orm, refundId);
      if (!row) throw new Error('The sandbox has no such refund.');
      return toProviderRefund(row);
    },
    listRefunds: async (paymentId) => (await store.listPaymentRefunds(database.orm, paymentId)).map(toProviderRefund),
    async movements(window) {
      const paid = await store.listPaidPayments(database.orm, window);
      const refunds = await store.listRefundsInWindow(database.orm, window);
      return {
        from: window.from,
        payments: paid.map(({ id, amountCents, idempotencyKey }) => ({
          paymentId: id,
          receivedCents: amountCents,
          key: idempotencyKey,
        })),
        refunds: refunds.map((row) => ({ ...toProviderRefund(row), createdAt: row.createdAt })),
      };
    },
    disputeById: async () => {
      throw new Error('The sandbox has no disputes.');
    },
    warningById: async () => {
      throw new Error('The sandbox has no fraud warnings.');
    },
  };
}

type NewRefund = { request: RefundRequest; now: Date };

async function refund(tx: Handle, { request, now }: NewRefund): Promise<ProviderRefund | RefundRejected> {
  const payment = await store.lockPayment(tx, request.paymentId);
  if (!payment) throw new Error('The sandbox has no such payment.');
  const refunds = await store.listPaymentRefunds(tx, payment.id);
  const earlierRefund = refunds.find((row) => row.idempotencyKey === request.key);
  if (earlierRefund) return toProviderRefund(earlierRefund);
  const left = payment.amountCents - sumCents(refunds.map((row) => row.amountCents));
  if (payment.status !== 'succeeded' || request.amountCents > left) {
    return { state: 'rejected', message: 'Refund amount is greater than unrefunded amount on charge.' };
  }
  const row = {
    id: `re_${randomBytes(12).toString('hex')}`,
    idempotencyKey: request.key,
    paymentId: payment.id,
    amountCents: request.amountCents,
    createdAt: now,
  };
  await store.insertRefund(tx, row);
  if (request.amountCents === left) {
    await store.movePayment(tx, { id: payment.id, from: 'succeeded', to: 'refunded' });
  }
  return toProviderRefund(row);
}

const toProviderRefund = (row: store.RefundRow): ProviderRefund => ({
  refundId: row.id,
  paymentId: row.paymentId,
  amountCents: row.amountCents,
  state: 'succeeded',
  key: row.idempotencyKey,
});
