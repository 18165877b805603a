import type { CartProduct } from '#contract/cart/cart.ts';
import { cart, customer } from '#gallery/fixtures/customer.ts';
import type { Received } from './fake-server.ts';

const PRICE_OPTIONS = 5_600;

type Added = {
  item_id?: number;
  sku: string;
  qty: number;
  product_option?: { extension_attributes: { configurable_item_options: { option_value: number }[] } };
};

export function createCartServer(lines: readonly CartProduct[], owner = customer()) {
  const productBySku = new Map(
    lines.flatMap(({ product }) => [product.sku, product.variant_sku].map((sku) => [sku, product] as const)),
  );
  let items = [...lines];
  let lastId = 100;
  function saveItem({ body }: Received['parts']) {
    const { item_id, sku, qty, product_option } = (body as { cartItem: Added }).cartItem;
    const product = productBySku.get(sku);
    if (!product) {
      const [price] = product_option?.extension_attributes.configurable_item_options ?? [];
      return { item_id: ++lastId, sku, qty, price: (price?.option_value ?? 0) - PRICE_OPTIONS, name: sku };
    }
    const id = item_id ?? ++lastId;
    const changed = { id: 1, item_id: id, qty, product_seller_image: '', taxable: !product.is_giftcard, product };
    items = items.some((line) => line.item_id === item_id)
      ? items.map((line) => (line.item_id === item_id ? changed : line))
      : [...items, changed];
    return { item_id: id, sku, qty, price: product.price, name: product.name };
  }
  return {
    'POST carts/mine': 1,
    'GET carts/mine': () => cart(items, owner),
    'GET mobiledigital/cartproducts': () => ({ status: true, data: { id: 1, items } }),
    'POST carts/mine/items': saveItem,
    'DELETE carts/mine/items/{itemId}': ({ params }: Received['parts']) => {
      items = items.filter((line) => String(line.item_id) !== params?.itemId);
      return true;
    },
    'POST mobiledigital/clearcart': () => {
      items = [];
      return { status: true };
    },
    'GET mobiledigital/deletegiftcarddetailsbycartid': { status: true },
    'POST mobiledigital/deletegiftcarddetailsbycartitemid': { status: true },
  };
}
