import type { Order } from '#contract/account.ts';
import type { RefundReason } from '#contract/rules/refund-reasons.ts';
import { printedCard } from '../fixtures/card-page.ts';
import { cartAddress, longAddress, MOBILE } from '../fixtures/customer.ts';
import {
  everyState,
  giftCardItem,
  instant,
  longWords,
  manyOrders,
  order,
  productItem,
} from '../fixtures/gift-cards.ts';
import { sellers } from '../fixtures/sellers.ts';
import { errorAnswer, slow } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories, type Story } from '../story/story.ts';

const SERVER_ERROR = errorAnswer(500, 'Something went wrong on our side. Please try again in a minute.');
const orderAnswers = (data: ReturnType<typeof order>) => ({ 'GET mobiledigital/order': { status: true, data } });
const longOrder = order({
  customer_name: 'Bartholomew-Alexander Featherstonehaugh-Papadimitropoulos',
  shipping_address: cartAddress(longAddress),
  billing_address: cartAddress(longAddress),
  items: [
    {
      ...productItem(1, 0, 12),
      name: 'The Complete and Unabridged Backyard Almanac of Southern Stars, Weeds, Weather and Well-Meant Advice',
      seller_name: 'Worrigee and District Amateur Naturalists’ Cooperative Society Press',
      options: [
        { label: 'Colour', value: 'Weathered eucalyptus with a cream spine' },
        { label: 'Size', value: 'Extra large, for large pockets' },
      ],
    },
    giftCardItem(2, { recipient_name: 'Bartholomew-Alexander Featherstonehaugh-Papadimitropoulos' }),
  ],
});

const printAnswers = (change: Parameters<typeof printedCard>[0] = {}) => ({
  'GET mobiledigital/printcard': { status: true, data: printedCard(change) },
});
const recipient = { recipient_name: 'Wren Banks', recipient_mobile: MOBILE };

const paper = defineStories('Account', { session: signedInCustomer(), url: '/account/order/1/print/1' }, [
  { id: 'print-card', title: 'A card to print', shows: 'TKGC', answers: printAnswers() },
  {
    id: 'print-card-long',
    title: 'A card to print, long words',
    shows: 'TKGC',
    answers: printAnswers({
      recipient_firstname: longWords.recipient_firstname ?? '',
      purchaser_firstname: 'Featherstonehaugh-Papadim',
      recipient_message: longWords.recipient_message ?? '',
      text_content: (longWords.text_content ?? '').replace(' [gift-card]', ''),
      product_name: 'A year of the Worrigee and District Amateur Naturalists’ Cooperative Society',
      value: 1_000,
      balance: 912.4,
      seller: {
        ...sellers.tide,
        name: 'Worrigee and District Amateur Naturalists’ Cooperative Society Press and Bookshop',
      },
    }),
  },
  {
    id: 'print-card-plain',
    title: 'A card to print, without a wrapping, PIN or end',
    shows: 'TKGC',
    answers: printAnswers({ template: null, pin: null, expires_on: null, text_content: '' }),
  },
  {
    id: 'print-card-spent',
    title: 'A card to print, used up',
    shows: 'There is nothing to print',
    answers: printAnswers({ balance: 0 }),
  },
  {
    id: 'print-card-loading',
    title: 'A card to print, loading',
    shows: 'Loading',
    answers: { 'GET mobiledigital/printcard': slow },
  },
  {
    id: 'print-card-error',
    title: 'A card to print, error',
    shows: 'This did not load',
    answers: { 'GET mobiledigital/printcard': SERVER_ERROR },
  },
]);

const parcel = (change: Partial<Order['shipments'][number]>): Order['shipments'][number] => ({
  seller_name: 'Tide & Kiln',
  state: 'sent',
  carrier: null,
  tracking: null,
  tracking_url: null,
  packed_at: instant(-3),
  sent_at: null,
  received_at: null,
  items: [{ item_id: 1, qty: 1 }],
  ...change,
});
const parcelsOrder = order({
  items: [productItem(1, 0, 3), { ...productItem(2, 1, 2), seller_name: 'Lamplight Lane Books' }, productItem(3, 2)],
  shipments: [
    parcel({ state: 'received', sent_at: instant(-3), received_at: instant(-1), carrier: 'Sendle' }),
    parcel({
      state: 'sent',
      sent_at: instant(-1),
      items: [{ item_id: 1, qty: 2 }],
      carrier: 'Australia Post',
      tracking: '36LB4502837401000930900',
      tracking_url: 'https://auspost.com.au/mypost/track/details/36LB4502837401000930900',
    }),
    parcel({ seller_name: 'Lamplight Lane Books', state: 'packed', items: [{ item_id: 2, qty: 2 }] }),
  ],
});

const itemRefund = (amount: number, reason: RefundReason, days: number) => ({
  amount,
  reason,
  created_at: instant(-days),
});
const refundsOrder = order({
  items: [
    { ...productItem(1, 0, 2), refunds: [itemRefund(12.5, 'damaged', 2)], qty_refunded: 1 },
    {
      ...giftCardItem(2, { state: 'void', void_reason: 'refunded', send_at: instant(-3) }),
      refunds: [itemRefund(50, 'order changed', 1)],
    },
    giftCardItem(3, { state: 'delivered', send_at: instant(-3), sent_at: instant(-3), delivered_at: instant(-3) }, 1),
  ],
  refunds: [
    { ...itemRefund(12.5, 'damaged', 2), currency: 'AUD', state: 'succeeded', tender: 'payment_card' },
    { ...itemRefund(50, 'order changed', 1), currency: 'AUD', state: 'pending', tender: 'payment_card' },
    { ...itemRefund(7, 'goodwill', 1), currency: 'AUD', state: 'failed', tender: 'payment_card' },
    { ...itemRefund(5, 'other', 0), currency: 'AUD', state: 'queued', tender: 'payment_card' },
  ],
});

const ordered = defineStories('Account', { session: signedInCustomer() }, [
  {
    id: 'orders-empty',
    title: 'Your Orders, none',
    url: '/account/orders',
    shows: 'Your Orders',
    answers: { 'GET mobiledigital/orders': { status: true, orders: [] } },
  },
  {
    id: 'orders-one',
    title: 'Your Orders, one',
    url: '/account/orders',
    shows: '900000001',
    answers: { 'GET mobiledigital/orders': { status: true, orders: [order()] } },
  },
  {
    id: 'orders-many',
    title: 'Your Orders, many',
    url: '/account/orders',
    shows: '900000012',
    answers: { 'GET mobiledigital/orders': { status: true, orders: manyOrders } },
  },
  {
    id: 'orders-loading',
    title: 'Your Orders, loading',
    url: '/account/orders',
    shows: 'Loading',
    answers: { 'GET mobiledigital/orders': slow },
  },
  {
    id: 'orders-error',
    title: 'Your Orders, error',
    url: '/account/orders',
    shows: 'This did not load',
    answers: { 'GET mobiledigital/orders': SERVER_ERROR },
  },
  {
    id: 'order-gift',
    title: 'An order of one gift card',
    url: '/account/order/1',
    shows: 'Mia Tran',
    answers: { 'GET mobiledigital/order': { status: true, data: order() } },
  },
  {
    id: 'order-own',
    title: 'An order of a card to hand over',
    url: '/account/order/1',
    shows: 'Print the card',
    answers: orderAnswers(
      order({ items: [giftCardItem(1, { ...recipient, state: 'queued', can_edit: true, can_print: true })] }),
    ),
  },
  {
    id: 'order-own-held',
    title: 'An order of a card to hand over, being checked',
    url: '/account/order/1',
    shows: 'To hand it over yourself',
    answers: orderAnswers(
      order({ status: 'held', paid_at: null, items: [giftCardItem(1, { ...recipient, can_edit: true })] }),
    ),
  },
  {
    id: 'order-states',
    title: 'An order with a card in every state',
    url: '/account/order/1',
    shows: 'Ana Silva',
    answers: { 'GET mobiledigital/order': { status: true, data: order({ items: everyState }) } },
  },
  {
    id: 'order-send-again',
    title: 'Sending a card again',
    url: '/account/order/1',
    shows: 'Send it again?',
    answers: orderAnswers(order({ items: everyState.slice(3, 4) })),
    act: ({ press }) => press('Send again'),
  },
  {
    id: 'order-correct',
    title: 'Correcting a number',
    url: '/account/order/1',
    shows: 'This is the number it went to',
    answers: orderAnswers(order({ items: everyState.slice(4, 5) })),
    act: async ({ press }) => {
      await press('Correct the number');
      await press('Correct and send');
    },
  },
  {
    id: 'order-products',
    title: 'An order of products and a card',
    url: '/account/order/1',
    shows: 'Salt on the Line',
    answers: {
      'GET mobiledigital/order': {
        status: true,
        data: order({ items: [productItem(1, 0, 2), productItem(2, 1), giftCardItem(3)] }),
      },
    },
  },
  {
    id: 'order-refused',
    title: 'An order that was declined',
    url: '/account/order/1',
    shows: '900000001',
    answers: {
      'GET mobiledigital/order': {
        status: true,
        data: order({
          status: 'refused',
          refusal_reason: 'payment declined',
          items: [giftCardItem(1, { state: 'void', send_at: instant(-1) })],
        }),
      },
    },
  },
  {
    id: 'order-held',
    title: 'An order that is being checked',
    url: '/account/order/1',
    shows: 'Goes out once your order has been checked',
    answers: orderAnswers(order({ status: 'held', paid_at: null, items: [giftCardItem(1), productItem(2, 0, 2)] })),
  },
  {
    id: 'order-parcels',
    title: 'An order with parcels: packed, sent, received',
    url: '/account/order/1',
    shows: 'Follow this parcel',
    answers: orderAnswers(parcelsOrder),
    act: ({ show }) => show('[aria-labelledby=parcels]'),
  },
  {
    id: 'orders-parcels',
    title: 'Your Orders, one with parcels',
    url: '/account/orders',
    shows: 'Partly sent',
    answers: { 'GET mobiledigital/orders': { status: true, orders: [parcelsOrder] } },
  },
  {
    id: 'order-refunds',
    title: 'An order with refunds, in part and of a card',
    url: '/account/order/1',
    shows: 'Your bank sent it back. Please contact us.',
    answers: orderAnswers(refundsOrder),
  },
  {
    id: 'order-refunds-amounts',
    title: 'An order with refunds, its amounts',
    url: '/account/order/1',
    shows: 'It was damaged',
    answers: orderAnswers(refundsOrder),
    act: ({ show }) => show('[aria-labelledby=totals]'),
  },
  {
    id: 'order-long',
    title: 'An order, long words',
    url: '/account/order/1',
    shows: 'Unabridged',
    answers: { 'GET mobiledigital/order': { status: true, data: longOrder } },
  },
  {
    id: 'order-loading',
    title: 'An order, loading',
    url: '/account/order/1',
    shows: 'Loading',
    answers: { 'GET mobiledigital/order': slow },
  },
  {
    id: 'order-error',
    title: 'An order, error',
    url: '/account/order/1',
    shows: 'This did not load',
    answers: { 'GET mobiledigital/order': SERVER_ERROR },
  },
]);

export const orders: Story[] = [...ordered, ...paper];
