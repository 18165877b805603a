import { expect, it, onTestFinished, vi } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { createFreeAmountGiftCard, createGiftCard, toAmountLimits } from './create-gift-card.ts';

const picture = { id: 'card', version: '1', width: 1200, height: 744, ground: '#fff' };
const option = (value_index: number, option_title: string) => ({
  attribute_code: 'gift_card_price' as const,
  value_index,
  super_attribute_label: 'Gift Card Price',
  option_title,
});
const card = {
  id: 7,
  sku: 'GC',
  name: 'Shelf Card',
  price: 25,
  images: ['/media/card/640.jpg'],
  picture,
  type_id: 'configurable',
  is_giftcard: true,
  short_desc: 'For an empty shelf',
  options: [option(5602, '$25'), option(5604, '$50')],
  configurable_options: { gift_card_price: { option_id: '216', options: [] } },
  configurable_products: [
    { id: 1, sku: 'SHELF-25', price: 25, qty: 5, options: { gift_card_price: 5602 } },
    { id: 2, sku: 'SHELF-50', price: 50, qty: 5, options: { gift_card_price: 5604 } },
  ],
} as unknown as Product;

it('builds a gift card with the ids, options and price of the chosen variant [EN-34, EN-35, BC-23]', () => {
  expect(createGiftCard(card, 5604)).toMatchObject({
    id: 7,
    sku: 'GC',
    configurable_product_sku: 'SHELF-50',
    price: 50,
    name: 'Shelf Card',
    images: ['/media/card/640.jpg'],
    qty: 1,
    product_type: 'configurable',
    is_giftcard: true,
    short_desc: 'For an empty shelf',
    options: [option(5604, '$50')],
    product_option: {
      extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: 5604 }] },
    },
  });
});

it('leaves the other fields of a new gift card empty, and returns null for a price that is not offered [EN-43, EN-44]', () => {
  const open = ['recipient_firstname', 'recipient_lastname', 'recipient_mobile', 'recipient_message', 'text_content'];
  const later = ['scheduled_delivery', 'mms_template_id', 'mms_template_url', 'pass_id'];
  const giftCard = createGiftCard(card, 5602);
  for (const field of [...open, ...later]) expect(giftCard).toHaveProperty(field, '');
  expect(giftCard).toMatchObject({
    click2_giftcard_mms_template_id: null,
    cart_id: null,
    cart_item_id: null,
  });
  expect(createGiftCard(card, 9999)).toBeNull();
});

it("defaults the recipient's time zone to that of the customer", () => {
  const ownOptions = Intl.DateTimeFormat().resolvedOptions();
  const perth = { ...ownOptions, timeZone: 'Australia/Perth' };
  const clock = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(perth);
  onTestFinished(() => clock.mockRestore());
  expect(createGiftCard(card, 5602)?.timezone).toBe('Australia/Perth');
});

it('builds a gift card for a custom amount with its price, title and cart option', () => {
  const free = { sku: 'GC-OWN', option_value: 5699, currency: 'AUD' as const, min: 10, max: 500, qty: 3 };
  const open = { ...card, free_amount: free };
  expect(toAmountLimits(open)).toEqual({ minCents: 1_000, maxCents: 50_000 });
  expect(createFreeAmountGiftCard(open, 3_700)).toMatchObject({
    sku: 'GC',
    configurable_product_sku: 'GC-OWN',
    price: 37,
    recipient_firstname: '',
    options: [{ attribute_code: 'gift_card_price', value_index: 5699, option_title: '$37' }],
    product_option: {
      extension_attributes: {
        configurable_item_options: [{ option_id: '216', option_value: 5699 }],
        giftcard_item_option: { custom_giftcard_amount: 37 },
      },
    },
  });
  expect(toAmountLimits({ free_amount: { ...free, qty: 0 } })).toBeNull();
  expect([toAmountLimits(card), createFreeAmountGiftCard(card, 3_700)]).toEqual([null, null]);
});
