import type { Product, Variant } from '#contract/catalogue.ts';
import type { AttributeCode } from '#contract/rules/limits.ts';
import type { RunningServer } from './server.ts';
import type { Session } from './signed-in.ts';

export async function addVariantToCart(
  server: RunningServer,
  { token }: Session,
  { product, variant }: { product: Product; variant: Variant | undefined },
): Promise<number> {
  const { body: cartId } = await server.send('POST carts/mine', { token });
  const configurable_item_options = Object.entries(variant?.options ?? {}).map(([code, option_value]) => ({
    option_id: product.configurable_options[code as AttributeCode]?.option_id ?? '',
    option_value,
  }));
  const product_option = { extension_attributes: { configurable_item_options } };
  const { sku, type_id: product_type } = product;
  const cartItem = { sku, qty: 1, quote_id: String(cartId), product_type, product_option };
  const added = await server.send('POST carts/mine/items', { token, body: { cartItem } });
  if (added.status !== 200) throw new Error(`Not added: ${JSON.stringify(added.body)}`);
  return added.body.item_id;
}
