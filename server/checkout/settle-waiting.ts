import type { Context } from '../context.ts';
import { isFailure } from '../http/failures.ts';
import { settleOrder } from './settle-order.ts';
import { livePaymentOf, touchPayment, waitingOrders } from './store.ts';

/** A shopper has this long for the bank's challenge; then the attempt is released and the stock goes back. */
const CHALLENGE_MS = 30 * 60_000;
const QUIET_MS = 60_000;

/** The job settle-order: finishes an order whose placing was cut off. Throws (and is retried) while the provider is silent. */
export async function settleWaitingOrder(context: Context, orderId: number): Promise<void> {
  const payment = await livePaymentOf(context.database.orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return;
  const challengeOver = context.clock.ms() - payment.createdAt.getTime() > CHALLENGE_MS;
  await touchPayment(context.database.orm, payment.id, context.clock.now());
  const settled = await settleOrder(context, { orderId, abandon: challengeOver });
  context.log.info(
    { orderId, settled: isFailure(settled) ? settled.code : settled },
    'a waiting order was looked after',
  );
}

/** The sweep behind the job: every order that has waited for a minute, whatever became of its job. */
export async function settleWaitingOrders(context: Context): Promise<void> {
  const before = new Date(context.clock.ms() - QUIET_MS);
  for (const orderId of await waitingOrders(context.database.orm, before)) {
    await settleWaitingOrder(context, orderId).catch((error) => {
      context.log.error({ err: error, orderId }, 'an order still waits for the payment provider');
    });
  }
}
