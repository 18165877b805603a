import type { CartItem } from '#contract/cart/cart.ts';
import { ATTRIBUTE_IDS } from '#contract/rules/limits.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { CartLine } from './cart-lines.ts';

type Shown = Pick<CartLine, 'lineId' | 'sku' | 'name' | 'priceCents' | 'qty' | 'typeId' | 'options' | 'amountCents'>;

/** Returns the variant's sku, the product's name and quote_id as text, as Magento does. */
export function toCartItem(line: Shown, cartId: number): CartItem {
  const item = {
    item_id: line.lineId,
    sku: line.sku,
    qty: line.qty,
    name: line.name,
    price: toDollars(line.priceCents),
    product_type: line.typeId,
    quote_id: String(cartId),
  };
  if (line.options.length === 0) return item;
  const configurable_item_options = line.options.map((option) => ({
    option_id: String(ATTRIBUTE_IDS[option.attribute_code]),
    option_value: option.value_index,
  }));
  const chosen =
    line.amountCents === null ? {} : { giftcard_item_option: { custom_giftcard_amount: toDollars(line.amountCents) } };
  return { ...item, product_option: { extension_attributes: { configurable_item_options, ...chosen } } };
}
