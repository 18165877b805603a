import { readOrderId, toIncrementId } from '#contract/rules/order-number.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { findPlacedOrder } from '../stores/orders-store.ts';

/** Finds an order of any customer. Use only for the sandbox's ledger. */
export async function resolveOrder(
  handle: Handle,
  text: string,
): Promise<{ id: number; incrementId: string | null } | null> {
  const key = readOrderId(text);
  const order = key ? await findPlacedOrder(handle, { key }) : null;
  return order ? { id: order.id, incrementId: order.number ? toIncrementId(order.number) : null } : null;
}
