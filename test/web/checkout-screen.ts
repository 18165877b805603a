import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import { customer, shippingMethods } from '#gallery/fixtures/customer.ts';
import { instant, order, singleCard } from '#gallery/fixtures/gift-cards.ts';
import type { Story } from '#gallery/story/story.ts';
import { type GiftCards, useGiftCards } from '#web/shop/state/gift-cards.ts';
import { createCartServer } from './cart-server.ts';
import { openPage } from './customer-page.ts';
import type { CallAnswers } from './watch-calls.ts';

export const PAY = 'POST carts/mine/payment-information';
export const NEW_METHOD = 'POST /sandbox/payment-methods';
export const DETAILS = 'POST mobiledigital/savegiftcarddetails';
export const CONFIRMED = 'POST mobiledigital/savegiftcardorderbycart';

export const notPlaced = { 'GET mobiledigital/checkoutsuccess': { status: false, placing: false } };

type Opened = {
  giftCards?: GiftCards;
  lines?: CartProduct[];
  addresses?: CustomerAddress[];
  answers?: CallAnswers;
  shows?: string;
  before?: () => void;
  session?: NonNullable<Story['session']>;
  settings?: NonNullable<Story['settings']>;
};

export async function openCheckout({
  giftCards = singleCard(),
  lines = [],
  addresses,
  answers = {},
  ...story
}: Opened = {}) {
  const owner = customer(addresses);
  let lastId = 200;
  const shop = await openPage({
    url: '/checkout',
    shows: 'Confirm Purchase',
    giftCards,
    ...story,
    answers: {
      ...createCartServer(lines, owner),
      'GET customers/me': owner,
      'GET mobiledigital/shippingmethods': shippingMethods,
      'POST carts/mine/estimate-shipping-methods': shippingMethods,
      'POST carts/mine/estimate-shipping-methods-by-address-id': shippingMethods,
      'POST carts/mine/shipping-information': {},
      [DETAILS]: () => ({ status: true, data: { last_insert_id: ++lastId } }),
      'POST mobiledigital/savegiftcardscheduleddate': { status: true, send_at: instant(7) },
      'POST mobiledigital/savegiftcardmmstemplate': { status: true },
      [PAY]: 77,
      'GET mobiledigital/checkoutsuccess': { status: true, data: { order_id: '000000012', shop_name: 'Tide & Kiln' } },
      'GET mobiledigital/order': { status: true, data: order({ increment_id: '000000012' }) },
      [CONFIRMED]: { status: true },
      [NEW_METHOD]: { id: 'pm_new' },
      ...answers,
    },
  });
  return {
    ...shop,
    confirm: () => shop.tap('Confirm Purchase'),
    charged: () =>
      shop
        .bodies(PAY)
        .map(
          (body) =>
            (body as { paymentMethod: { additional_data: { cc_stripejs_token: string } } }).paymentMethod
              .additional_data.cc_stripejs_token,
        ),
    async typeCard(number: string, expiry = '1229', cvc = '123') {
      for (const [label, typed] of [
        ['Card number', number],
        ['Expiry', expiry],
        ['CVC', cvc],
      ] as const) {
        await shop.user.clear(shop.field(label));
        await shop.user.type(shop.field(label), typed);
      }
    },
    async thanked() {
      await shop.see('000000012');
      await waitFor(() => expect(useGiftCards.getState().giftCards).toEqual({}));
    },
    amount: (name: string) => shop.box.querySelector(`[data-amount="${name}"]`)?.textContent ?? null,
    settled: () => waitFor(() => expect(shop.box.querySelector('[aria-busy=true]')).toBeNull()),
  };
}
