import type { ShipmentInput } from '#server/domain/orders/goods/shipment-rules.ts';
import type { OrderWithCustomer } from '#server/domain/orders/review/operator-order-queries.ts';
import { packOrder, receiveOrder, type ShipmentsDone, shipOrder } from '#server/domain/orders/shipments/ship-order.ts';
import { isTracking, KNOWN_CARRIERS, tidyTracking } from '#server/domain/orders/tracking-rules.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { errorAnswer, isAppError } from '#server/platform/kernel/errors.ts';
import type { Context } from '../context.ts';
import { done, failed, type Outcome } from './shared/command.ts';
import { formatOrderNumber, formatShipment } from './shared/order-texts.ts';

export type Shipping = ShipmentInput & {
  action: 'pack' | 'ship' | 'received';
  carrier: string | null;
  tracking: string | null;
};

type Values = { seller?: string; line?: string[]; carrier?: string; tracking?: string };

export function readShipping(action: Shipping['action'], values: Values): Shipping {
  const { seller, line = [], carrier = '' } = values;
  const tracking = tidyTracking(values.tracking ?? '');
  if (carrier.length > 60) throw new TypeError('--carrier takes at most 60 characters.');
  if (tracking !== '' && !isTracking(tracking))
    throw new TypeError(`--tracking takes a tracking number or an https address, not "${tracking}".`);
  const lines = line.map(readLine);
  return { action, seller, lines, carrier: normalizeCarrier(carrier.trim()), tracking: tracking || null };
}

function normalizeCarrier(carrier: string): string | null {
  return KNOWN_CARRIERS.find((name) => name.toLowerCase() === carrier.toLowerCase()) ?? (carrier || null);
}

/** Parses '31' as the rest of line 31, and '31x2' as two items of line 31. */
export function readLine(text: string): ShipmentInput['lines'][number] {
  const [, line, qty] = /^([1-9]\d{0,8})(?:x([1-9]\d{0,4}))?$/.exec(text) ?? [];
  if (line === undefined)
    throw new TypeError(
      `--line takes a line number from show, such as 31, or a number of pieces of it, such as 31x2, not "${text}".`,
    );
  return { orderLineId: Number(line), qty: qty === undefined ? undefined : Number(qty) };
}

export async function shipOrders(
  { context, actor }: { context: Context; actor: Actor },
  { id: orderId, number }: OrderWithCustomer['order'],
  { action, seller, lines, carrier, tracking }: Shipping,
): Promise<Outcome> {
  const name = `Order ${formatOrderNumber({ number })}`;
  const result = await {
    pack: () => packOrder(context, { orderId, actor, seller, lines }),
    ship: () => shipOrder(context, { orderId, actor, seller, lines, carrier, tracking }),
    received: () => receiveOrder(context, { orderId, actor, seller }),
  }[action]();
  if (isAppError(result)) return failed(`${name}: ${errorAnswer(result).body.message}`);
  return done(result.repeated ? `${name}: ${BEFORE[action]}` : `${name}: ${formatShipments(action, result)}`);
}

const BEFORE = {
  pack: 'everything is already packed.',
  ship: 'everything has already been sent.',
  received: 'everything that was sent has already been received.',
};

function formatShipments(action: Shipping['action'], { shipments }: ShipmentsDone): string {
  const message = action === 'ship' ? ' The customer gets a message.' : '';
  return `${shipments.map(formatShipment).join(' ')}${message}`;
}
