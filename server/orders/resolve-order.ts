import type { Handle } from '../database/handle.ts';
import { incrementId, readOrderId } from './order-number.ts';
import { placedOrder } from './store.ts';

/** An order by internal id or nine-digit number, whoever's it is: for the sandbox's ledger and operators' tools. */
export async function resolveOrder(
  handle: Handle,
  text: string,
): Promise<{ id: number; incrementId: string | null } | null> {
  const asked = readOrderId(text);
  const order = asked ? await placedOrder(handle, { asked }) : null;
  return order ? { id: order.id, incrementId: order.number ? incrementId(order.number) : null } : null;
}
