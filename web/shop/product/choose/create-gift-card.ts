import type { Product } from '#contract/catalogue.ts';
import { cardValueText } from '#contract/rules/gift-card/gift-picture.ts';
import { ATTRIBUTE_IDS } from '#contract/rules/limits.ts';
import type { AmountLimits } from '#contract/rules/money/free-amount.ts';
import { toCents, toDollars } from '#contract/rules/money/money.ts';
import { resolveInitialZone } from '../../send-time/own-zone.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import { findVariant, itemOptions } from './choices.ts';

export function createGiftCard(product: Product, price: number): LocalGiftCard | null {
  const choice = { gift_card_price: price };
  const variant = findVariant(product, choice);
  if (!variant) return null;
  return {
    ...pickProductFields(product),
    configurable_product_sku: variant.sku,
    price: variant.price,
    options: product.options.filter(
      ({ attribute_code, value_index }) => attribute_code === 'gift_card_price' && value_index === price,
    ),
    product_option: { extension_attributes: { configurable_item_options: itemOptions(product, choice) } },
  };
}

export function toAmountLimits({ free_amount: free }: Pick<Product, 'free_amount'>): AmountLimits | null {
  return free && free.qty > 0 ? { minCents: toCents(free.min), maxCents: toCents(free.max) } : null;
}

/** The server checks the amount against the limits again. */
export function createFreeAmountGiftCard(product: Product, cents: number): LocalGiftCard | null {
  const free = product.free_amount;
  if (!free) return null;
  const label = product.options.find(({ attribute_code }) => attribute_code === 'gift_card_price');
  return {
    ...pickProductFields(product),
    configurable_product_sku: free.sku,
    price: toDollars(cents),
    options: [
      {
        attribute_code: 'gift_card_price',
        value_index: free.option_value,
        super_attribute_label: label?.super_attribute_label ?? 'Gift Card Price',
        option_title: cardValueText(cents),
      },
    ],
    product_option: {
      extension_attributes: {
        configurable_item_options: [
          { option_id: String(ATTRIBUTE_IDS.gift_card_price), option_value: free.option_value },
        ],
        giftcard_item_option: { custom_giftcard_amount: toDollars(cents) },
      },
    },
  };
}

type Priced = 'configurable_product_sku' | 'price' | 'options' | 'product_option';

function pickProductFields(product: Product): Omit<LocalGiftCard, Priced> {
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    images: product.images,
    qty: 1,
    product_type: product.type_id,
    is_giftcard: product.is_giftcard,
    short_desc: product.short_desc,
    ...stillOpen,
    timezone: resolveInitialZone(),
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
  mms_template_id: '',
  click2_giftcard_mms_template_id: null,
  mms_template_url: '',
  pass_id: '',
  cart_id: null,
  cart_item_id: null,
};
