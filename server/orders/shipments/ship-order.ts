import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { transactionResult } from '../../database/transaction-result.ts';
import { appError, isAppError, type Result } from '../../kernel/errors.ts';
import { orderSubject, recordAction } from '../../operators/record-action.ts';
import { queueSentMessage } from '../messages/order-messages.ts';
import { linesWithShops } from '../stores/order-lines-store.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { insertShipment, moveShipment, type Shipment, shipmentById, shipmentsOf } from '../stores/shipments-store.ts';
import { type Content, type ShipmentInput, sellerOfShipment, shipmentContents } from './shipment-rules.ts';

type Carrier = { carrier: string | null; tracking: string | null };
/** `repeated`: it was so before, and nothing was done. */
export type ShipmentsDone = { shipments: Shipment[]; repeated: boolean };

/** Packs products of one seller: what is not in a shipment yet, or the lines that are named. */
export function packOrder(
  context: Context,
  input: ShipmentInput & { orderId: number },
): Promise<Result<ShipmentsDone>> {
  return change(context, { ...input, action: 'orders pack' }, async (tx, { sellerId, own, contents, now }) => {
    const added = contents();
    if (isAppError(added)) return own.length > 0 && input.lines.length === 0 ? [] : added;
    const { orderId } = input;
    const packed = { orderId, sellerId, state: 'packed', packedAt: now, createdAt: now } as const;
    return [(await insertShipment(tx, { ...packed, contents: added })).id];
  });
}

/**
 * Sends products of one seller and tells the customer: what is packed, or where nothing is, what is in no shipment yet;
 * or the lines that are named.
 */
export function shipOrder(
  context: Context,
  input: ShipmentInput & Carrier & { orderId: number },
): Promise<Result<ShipmentsDone>> {
  return change(context, { ...input, action: 'orders ship' }, async (tx, { sellerId, own, contents, now }) => {
    const { orderId, carrier, tracking } = input;
    const sent = { state: 'sent', carrier, tracking, sentAt: now } as const;
    const packed = input.lines.length === 0 ? own.filter(({ state }) => state === 'packed') : [];
    const ids = packed.map(({ id }) => id);
    for (const id of ids) await moveShipment(tx, { id, to: 'sent', set: { carrier, tracking, sentAt: now } });
    if (ids.length === 0) {
      const added = contents();
      if (isAppError(added)) return own.length > 0 && input.lines.length === 0 ? [] : added;
      ids.push((await insertShipment(tx, { ...sent, orderId, sellerId, createdAt: now, contents: added })).id);
    }
    for (const shipmentId of ids) await queueSentMessage(context, tx, { orderId, shipmentId, now });
    return ids;
  });
}

/** What one seller has sent has arrived. */
export function receiveOrder(
  context: Context,
  input: Pick<ShipmentInput, 'seller'> & { orderId: number },
): Promise<Result<ShipmentsDone>> {
  return change(context, { ...input, lines: [], action: 'orders received' }, async (tx, { own, now }) => {
    const sent = own.filter(({ state }) => state === 'sent');
    for (const { id } of sent) await moveShipment(tx, { id, to: 'received', set: { receivedAt: now } });
    const received = own.some(({ state }) => state === 'received');
    return sent.length > 0 || received ? sent.map(({ id }) => id) : appError('nothing_to_ship');
  });
}

type Facts = { sellerId: number; own: Shipment[]; contents: () => Result<Content[]>; now: Date };

/** Only an order that is paid is packed and sent: one that is held, refused or refunded stays where it is. */
function change(
  context: Context,
  { action, ...input }: ShipmentInput & { orderId: number; action: 'orders pack' | 'orders ship' | 'orders received' },
  act: (tx: Transaction, facts: Facts) => Promise<Result<number[]>>,
): Promise<Result<ShipmentsDone>> {
  return transactionResult(context.database, async (tx): Promise<Result<ShipmentsDone>> => {
    const order = await lockOrder(tx, input.orderId);
    if (order?.status !== 'approved') return appError('order_not_shippable');
    const lines = await linesWithShops(tx, order.id);
    const sellerId = sellerOfShipment(lines, input);
    if (isAppError(sellerId)) return sellerId;
    const own = (await shipmentsOf(tx, [order.id])).filter((shipment) => shipment.sellerId === sellerId);
    const shipped = own.flatMap((shipment) => shipment.contents);
    const contents = () => shipmentContents({ lines, sellerId, shipped }, input);
    const ids = await act(tx, { sellerId, own, contents, now: context.clock.now() });
    if (isAppError(ids)) return ids;
    const changed = await Promise.all(ids.map((id) => shipmentById(tx, id)));
    const shipments = changed.filter((shipment) => shipment !== null);
    if (ids.length > 0) {
      const statesOf = (all: readonly Shipment[]) =>
        Object.fromEntries(all.filter(({ id }) => ids.includes(id)).map(({ id, state }) => [`shipment ${id}`, state]));
      const act = { action, subject: orderSubject(order), before: statesOf(own), after: statesOf(shipments) };
      await recordAction(context, tx, act);
    }
    return { shipments, repeated: ids.length === 0 };
  });
}
