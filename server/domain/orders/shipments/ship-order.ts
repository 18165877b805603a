import type { Context } from '#server/context.ts';
import { orderSubject, recordAction } from '#server/domain/operators/record-action.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { loadGoods } from '../goods/load-goods.ts';
import {
  chooseParcelsToSend,
  resolveShipmentContents,
  resolveShipmentSeller,
  type ShipmentInput,
  type ShippableLine,
} from '../goods/shipment-rules.ts';
import { queueSentMessage } from '../messages/order-messages.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { findShipmentById, insertShipment, moveShipment, type Shipment } from '../stores/shipments-store.ts';

type Carrier = { carrier: string | null; tracking: string | null };
export type ShipmentsDone = { shipments: Shipment[]; repeated: boolean };

/** Skips items that are packed or refunded, unless the input names their order lines. */
export function packOrder(
  context: Context,
  input: ShipmentInput & { orderId: number; actor: Actor },
): Promise<Result<ShipmentsDone>> {
  return change(
    context,
    { ...input, action: 'shipment.packed' },
    async (tx, { sellerId, lines, sellerShipments, now }) => {
      const added = resolveShipmentContents({ lines, sellerId }, input);
      if (isAppError(added)) return sellerShipments.length > 0 && input.lines.length === 0 ? [] : added;
      const { orderId } = input;
      const packed = { orderId, sellerId, state: 'packed', packedAt: now, createdAt: now } as const;
      return [(await insertShipment(tx, { ...packed, contents: added })).id];
    },
  );
}

/** Sends packed parcels or unpacked products, and texts the customer. */
export function shipOrder(
  context: Context,
  input: ShipmentInput & Carrier & { orderId: number; actor: Actor },
): Promise<Result<ShipmentsDone>> {
  return change(context, { ...input, action: 'shipment.sent' }, async (tx, { sellerId, lines, now }) => {
    const { orderId, carrier, tracking } = input;
    const sentFields = { carrier, tracking, sentAt: now };
    const leaving = chooseParcelsToSend({ lines, sellerId }, input);
    if (isAppError(leaving)) return leaving;
    const { packed, contents } = leaving;
    for (const id of packed) await moveShipment(tx, { id, to: 'sent', set: sentFields });
    const added = { ...sentFields, orderId, sellerId, state: 'sent', createdAt: now, contents } as const;
    const ids = contents.length > 0 ? [...packed, (await insertShipment(tx, added)).id] : packed;
    for (const shipmentId of ids) await queueSentMessage(context, tx, { orderId, shipmentId, now });
    return ids;
  });
}

export function receiveOrder(
  context: Context,
  input: Pick<ShipmentInput, 'seller'> & { orderId: number; actor: Actor },
): Promise<Result<ShipmentsDone>> {
  return change(context, { ...input, lines: [], action: 'shipment.received' }, async (tx, { sellerShipments, now }) => {
    const sentShipments = sellerShipments.filter(({ state }) => state === 'sent');
    for (const { id } of sentShipments) await moveShipment(tx, { id, to: 'received', set: { receivedAt: now } });
    const received = sellerShipments.some(({ state }) => state === 'received');
    return sentShipments.length > 0 || received ? sentShipments.map(({ id }) => id) : appError('nothing_to_ship');
  });
}

type Facts = { sellerId: number; lines: readonly ShippableLine[]; sellerShipments: Shipment[]; now: Date };

function change(
  context: Context,
  {
    action,
    actor,
    ...input
  }: ShipmentInput & {
    orderId: number;
    actor: Actor;
    action: 'shipment.packed' | 'shipment.sent' | 'shipment.received';
  },
  act: (tx: Transaction, facts: Facts) => Promise<Result<number[]>>,
): Promise<Result<ShipmentsDone>> {
  return runResultTransaction(context.database, async (tx): Promise<Result<ShipmentsDone>> => {
    const order = await lockOrder(tx, input.orderId);
    if (order?.status !== 'approved') return appError('order_not_shippable');
    const { lines, shipments: all } = await loadGoods(tx, [order.id]);
    const sellerId = resolveShipmentSeller(lines, input);
    if (isAppError(sellerId)) return sellerId;
    const sellerShipments = all.filter((shipment) => shipment.sellerId === sellerId);
    const ids = await act(tx, { sellerId, lines, sellerShipments, now: context.clock.now() });
    if (isAppError(ids)) return ids;
    const changed = await Promise.all(ids.map((id) => findShipmentById(tx, id)));
    const shipments = changed.filter((shipment) => shipment !== null);
    if (ids.length > 0) {
      const collectStates = (all: readonly Shipment[]) =>
        Object.fromEntries(all.filter(({ id }) => ids.includes(id)).map(({ id, state }) => [`shipment ${id}`, state]));
      const act = {
        action,
        subject: orderSubject(order),
        before: collectStates(sellerShipments),
        after: collectStates(shipments),
      };
      await recordAction({ actor, clock: context.clock }, tx, act);
    }
    return { shipments, repeated: ids.length === 0 };
  });
}
