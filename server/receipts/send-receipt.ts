import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { isOutsideFault } from '../outside/service/port.ts';
import { composeReceipt } from './compose-receipt.ts';
import * as store from './store.ts';

/** Writes the receipt and its job in the transaction that approves the order; nothing where the shop sends no mail. */
export async function queueReceipt(
  context: Context,
  tx: Transaction,
  order: { orderId: number; now: Date },
): Promise<void> {
  if (context.outside.mail.name === 'none') return;
  await store.insertReceipt(tx, order);
  await context.jobs.send(tx, 'send-receipt', { orderId: order.orderId });
}

/**
 * The job send-receipt: claim -> commit -> send -> record. What surely did not arrive is tried again by the queue; what may have arrived is
 * not sent twice. A process that dies while sending leaves the claim, which counts as 'may have arrived'.
 */
export async function sendReceipt(context: Context, orderId: number, attempt: { last: boolean }): Promise<void> {
  const { orm } = context.database;
  const now = () => context.clock.now();
  const facts = await store.receiptFacts(orm, orderId);
  if (!facts || !(await store.moveReceipt(orm, { orderId, from: 'queued', to: 'claimed', now: now() }))) return;
  const move = (to: store.ReceiptState, error: string | null = null) =>
    store.moveReceipt(orm, { orderId, from: 'claimed', to, error, now: now() });
  const { publicUrl, OPERATOR_NAME, OPERATOR_ABN } = context.settings;
  const shop = { publicUrl, operatorName: OPERATOR_NAME, operatorAbn: OPERATOR_ABN };
  try {
    const mail = { ref: `receipt-${orderId}`, to: facts.email, ...composeReceipt(facts, shop) };
    const handed = await context.outside.mail.send(mail);
    if (handed.state === 'sent') await move('sent');
    else await move('failed', handed.reason);
  } catch (error) {
    if (!isOutsideFault(error)) {
      await move('failed', 'the receipt could not be written');
      throw error;
    }
    context.log.warn({ err: error, orderId }, 'a receipt could not be handed to the mail server');
    if (error.carriedOut) {
      await move('unknown', error.message);
      return;
    }
    await move(attempt.last ? 'failed' : 'queued', error.message);
    throw error;
  }
}
