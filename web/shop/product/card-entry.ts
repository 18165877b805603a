import type { Product } from '#contract/catalogue.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import type { GiftCardEntry } from '../../state/gift-cards.ts';
import { itemOptions, variantOf } from './choices.ts';

/** The local entry of a gift card at one price (EN-34..EN-44), with everything the flow asks for still open; null: no such price. */
export function cardEntry(product: Product, price: number): GiftCardEntry | null {
  const choice = { gift_card_price: price };
  const variant = variantOf(product, choice);
  if (!variant) return null;
  return {
    id: product.id,
    sku: product.sku,
    configurable_product_sku: variant.sku,
    price: variant.price,
    name: product.name,
    images: product.images,
    qty: 1,
    product_type: product.type_id,
    is_giftcard: product.is_giftcard,
    short_desc: product.short_desc,
    options: product.options.filter(
      ({ attribute_code, value_index }) => attribute_code === 'gift_card_price' && value_index === price,
    ),
    product_option: { extension_attributes: { configurable_item_options: itemOptions(product, choice) } },
    ...stillOpen,
    picture: product.picture,
  };
}

const stillOpen = {
  recipient_firstname: '',
  recipient_lastname: '',
  recipient_mobile: '',
  recipient_message: '',
  text_content: '',
  scheduled_delivery: '',
  timezone: DEFAULT_ZONE,
  mms_template_id: '',
  click2_giftcard_mms_template_id: null,
  mms_template_url: '',
  pass_id: '',
  cart_id: null,
  cart_item_id: null,
};
