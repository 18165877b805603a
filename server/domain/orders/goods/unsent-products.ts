import type { Handle } from '#server/platform/database/handle.ts';
import { listUnsentOrders, type UnsentOrder } from '../stores/shipments-store.ts';
import { type GoodsLine, loadGoods } from './load-goods.ts';
import { countUnsentPieces } from './shipment-rules.ts';

/** 'paid': not yet in a parcel. 'packed, refunded': refunded after it was packed. */
type UnsentState = 'packed' | 'packed, refunded' | 'paid';
export type UnsentProducts = Omit<UnsentOrder, 'id'> & { shop_url: string; state: UnsentState; products: string };

/** Returns at most 200 rows, one per order, seller and state. */
export async function loadUnsentProducts(handle: Handle): Promise<UnsentProducts[]> {
  const orders = await listUnsentOrders(handle);
  const { lines } = await loadGoods(
    handle,
    orders.map(({ id }) => id),
  );
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders
    .flatMap(({ id, ...order }) => groupProducts(linesByOrder.get(id) ?? []).map((row) => ({ ...order, ...row })))
    .slice(0, 200);
}

function groupProducts(lines: readonly GoodsLine[]): Pick<UnsentProducts, 'shop_url' | 'state' | 'products'>[] {
  const pieces = lines.filter(({ isGiftcard }) => !isGiftcard).flatMap(splitByState);
  const groups = Map.groupBy(pieces, ({ sellerId, state }) => `${sellerId} ${state}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      const products = group.map(({ qty, name }) => `${qty} x ${name}`).join(', ');
      return first ? [{ ...first, products }] : [];
    })
    .sort((row, other) => row.sellerId - other.sellerId || (row.state < other.state ? -1 : 1))
    .map(({ shopUrl, state, products }) => ({ shop_url: shopUrl, state, products }));
}

function splitByState({ sellerId, shopUrl, name, ...line }: GoodsLine) {
  const { toPack, packed } = countUnsentPieces(line);
  const refunded = packed.reduce((sum, parcel) => sum + parcel.refunded, 0);
  const keptQty = packed.reduce((sum, parcel) => sum + parcel.qty, 0) - refunded;
  const states: [UnsentState, number][] = [
    ['packed', keptQty],
    ['packed, refunded', refunded],
    ['paid', toPack],
  ];
  return states.filter(([, qty]) => qty > 0).map(([state, qty]) => ({ sellerId, shopUrl, name, state, qty }));
}
