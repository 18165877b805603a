import type { Context } from '#server/context.ts';
import { isFormerMailbox, isFormerRecord, resolveContactMobile } from '#server/domain/customers/customer.ts';
import { findCustomer } from '#server/domain/customers/queries.ts';
import { findTextableTime } from '#server/domain/customers/textable-time.ts';
import { orderSubject, recordAction } from '#server/domain/operators/record-action.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator, queueMessage } from '#server/platform/messaging/queue-message.ts';
import { findOrderById, lockOrder, type OrderRow } from '../stores/orders-store.ts';
import { findRefundById } from '../stores/refunds-store.ts';
import { findShipmentById } from '../stores/shipments-store.ts';
import { listTenders } from '../views/order-tenders.ts';
import {
  composeApprovedText,
  composeHeldMail,
  composeHeldText,
  composeRefundedText,
  composeRefundFailedText,
  composeRefusedText,
  composeSentText,
} from './compose-order-message.ts';
import { composeReceipt } from './compose-receipt.ts';
import { isRefundTextSent, listReceiptLines, listReceiptStates } from './order-messages-store.ts';

type About = { orderId: number; now: Date };

/** Call within the transaction that holds the order. */
export async function queueHeldMessages(context: Context, tx: Transaction, about: About): Promise<void> {
  await queueForOperator(context, tx, { ...about, purpose: 'order-held', ref: `order-${about.orderId}-held` });
}

/** Call within the transaction that refuses the order. The text is never sent at night, because it is not urgent. */
export async function queueRefusedMessage(context: Context, tx: Transaction, about: About): Promise<void> {
  await queueCustomerText(context, tx, { ...about, ref: 'refused', purpose: 'order-refused' });
}

/** Call within the transaction that approves the order. */
export async function queueApprovedMessage(context: Context, tx: Transaction, about: About): Promise<void> {
  await queueCustomerText(context, tx, { ...about, ref: 'approved', purpose: 'order-approved' });
}

export async function queueRefundedMessage(
  context: Context,
  tx: Transaction,
  { refundId, ...about }: About & { refundId: number },
): Promise<void> {
  const refunded = { ref: `refund-${refundId}`, purpose: 'order-refunded', subject: { refundId } } as const;
  await queueCustomerText(context, tx, { ...about, ...refunded });
}

/** The text is sent only if the text about the refund was sent. */
export async function queueRefundFailedMessage(
  context: Context,
  tx: Transaction,
  { refundId, ...about }: About & { refundId: number },
): Promise<void> {
  const failed = { ref: `refund-${refundId}-failed`, purpose: 'refund-failed', subject: { refundId } } as const;
  await queueCustomerText(context, tx, { ...about, ...failed });
}

export async function queueSentMessage(
  context: Context,
  tx: Transaction,
  { shipmentId, ...about }: About & { shipmentId: number },
): Promise<void> {
  const messageFields = { ref: `shipment-${shipmentId}`, purpose: 'order-sent', subject: { shipmentId } } as const;
  await queueCustomerText(context, tx, { ...about, ...messageFields });
}

type CustomerText = About & {
  ref: string;
  purpose: 'order-refused' | 'order-approved' | 'order-refunded' | 'refund-failed' | 'order-sent';
  subject?: { refundId: number } | { shipmentId: number };
};

/** Queues a text to the customer, to be sent outside quiet hours. Skips numbers that may belong to someone else. */
async function queueCustomerText(context: Context, tx: Transaction, text: CustomerText): Promise<void> {
  const { orderId, now, purpose } = text;
  const { mobile: recipient } = await findContact(tx, orderId);
  if (recipient === null) return;
  const ref = `order-${orderId}-${text.ref}-text`;
  const message = { ref, channel: 'sms', purpose, recipient, orderId, ...text.subject } as const;
  await queueMessage(context, tx, {
    ...message,
    notBefore: await findTextableTime(tx, { mobile: recipient, now }),
    now,
  });
}

export async function queueReceipt(context: Context, tx: Transaction, { orderId, now }: About): Promise<void> {
  if (context.integrations.mail.name === 'none') return;
  const { email: recipient } = await findContact(tx, orderId);
  if (recipient === null) return;
  const receipt = { ref: `receipt-${orderId}`, channel: 'email', purpose: 'receipt', recipient } as const;
  await queueMessage(context, tx, { ...receipt, orderId, now });
}

export type ReceiptResult = 'queued' | 'on its way' | 'not approved' | 'no mail' | 'no mailbox';

/**
 * Resends a receipt on an operator's request. A receipt that may have been delivered is never resent automatically
 * (docs/decisions/008).
 */
export async function sendReceiptAgain(
  context: Context,
  { orderId, actor }: { orderId: number; actor: Actor },
): Promise<ReceiptResult> {
  if (context.integrations.mail.name === 'none') return 'no mail';
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'approved' && order?.status !== 'refunded') return 'not approved';
    const { email: recipient } = await findContact(tx, orderId);
    if (recipient === null) return 'no mailbox';
    const states = await listReceiptStates(tx, orderId);
    if (states.some((state) => state === 'queued' || state === 'claimed')) return 'on its way';
    const receipt = { channel: 'email', purpose: 'receipt', recipient, orderId } as const;
    const ref = `receipt-${orderId}-${states.length + 1}`;
    await queueMessage(context, tx, { ...receipt, ref, now: context.clock.now() });
    await recordAction({ actor, clock: context.clock }, tx, {
      action: 'order.receipt_sent',
      subject: orderSubject(order),
      after: { message: ref },
    });
    return 'queued';
  });
}

/** Returns null for a number or email that may belong to someone else (docs/decisions/033). */
async function findContact(handle: Handle, orderId: number): Promise<{ mobile: string | null; email: string | null }> {
  const { customerId, createdAt } = await requireOrder(handle, orderId);
  const customer = await findCustomer(handle, customerId);
  if (!customer) throw new Error(`The customer of order ${orderId} does not exist.`);
  const belongsToMailbox = isFormerRecord(customer, createdAt) === isFormerMailbox(customer);
  return { mobile: resolveContactMobile(customer, createdAt), email: belongsToMailbox ? customer.email : null };
}

async function requireOrder(handle: Handle, orderId: number | null): Promise<OrderRow> {
  const order = await findOrderById(handle, Number(orderId));
  if (!order) throw new Error(`Order ${orderId} does not exist.`);
  return order;
}

export const heldOrderMessages: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { orderId, channel }) {
    const order = await requireOrder(database.orm, orderId);
    if (order.status !== 'held') return 'not needed';
    return channel === 'email' ? composeHeldMail(order, settings) : { text: composeHeldText(order, settings) };
  },
};

const byDay: Pick<PurposeHandler, 'retriedBy' | 'admit'> = {
  retriedBy: 'job',
  admit: async (tx, { message, now }) => ({ sendAt: await findTextableTime(tx, { mobile: message.recipient, now }) }),
};

export const refusedOrderMessages: PurposeHandler = {
  ...byDay,
  async compose({ database, settings }, { orderId }) {
    return { text: composeRefusedText(await requireOrder(database.orm, orderId), settings) };
  },
};

export const approvedOrderMessages: PurposeHandler = {
  ...byDay,
  async compose({ database, settings }, { orderId }) {
    const order = await requireOrder(database.orm, orderId);
    return order.status === 'approved' ? { text: composeApprovedText(order, settings) } : 'not needed';
  },
};

export const refundedOrderMessages: PurposeHandler = {
  ...byDay,
  async compose({ database, settings }, { orderId, refundId }) {
    const order = await requireOrder(database.orm, orderId);
    const refund = await findRefundById(database.orm, Number(refundId));
    return refund && refund.state !== 'failed'
      ? { text: composeRefundedText({ order, refund }, settings) }
      : 'not needed';
  },
};

export const failedRefundMessages: PurposeHandler = {
  ...byDay,
  async compose({ database, settings }, { orderId, refundId }) {
    const order = await requireOrder(database.orm, orderId);
    const refund = await findRefundById(database.orm, Number(refundId));
    if (refund?.state !== 'failed' || !(await isRefundTextSent(database.orm, refund.id))) return 'not needed';
    return { text: composeRefundFailedText({ order, refund }, settings) };
  },
};

export const sentOrderMessages: PurposeHandler = {
  ...byDay,
  async compose({ database, settings }, { orderId, shipmentId }) {
    const order = await requireOrder(database.orm, orderId);
    const shipment = await findShipmentById(database.orm, Number(shipmentId));
    return shipment ? { text: composeSentText({ order, shipment }, settings) } : 'not needed';
  },
};

export const receiptMessages: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { orderId }) {
    const { publicUrl, OPERATOR_NAME, OPERATOR_ABN } = settings;
    const shop = { publicUrl, operatorName: OPERATOR_NAME, operatorAbn: OPERATOR_ABN };
    const order = await requireOrder(database.orm, orderId);
    const lines = await listReceiptLines(database.orm, order.id);
    const tenders = (await listTenders(database.orm, [order])).get(order.id) ?? [];
    return composeReceipt({ order, lines, tenders }, shop);
  },
};
