import { awaitOrder } from '#web/shop/state/checkout/awaited-order.ts';
import { cart, customer, line, longAddress, MOBILE, manyAddresses, savedCards } from '../fixtures/customer.ts';
import {
  everyState,
  fiveCards,
  giftCardItem,
  KEY,
  localGiftCard,
  longWords,
  order,
  productItem,
  singleCard,
  unfilled,
} from '../fixtures/gift-cards.ts';
import { jacket, novel, wordy } from '../fixtures/products.ts';
import type { Answers } from '../story/answers.ts';
import { errorAnswer, slow } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories, type Story } from '../story/story.ts';

const SERVER_ERROR = errorAnswer(500, 'Something went wrong on our side. Please try again in a minute.');
const lines = [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];

const places = ['12 Fig Street', '12 Fig Lane', '12 Figtree Drive and Old Orchard Service Road North'].map(
  (street) => ({
    label: `${street}, Pyrmont NSW 2009`,
    street,
    suburb: 'Pyrmont',
    state: 'New South Wales',
    postcode: '2009',
    country: 'AU',
  }),
);

function cartAnswers(items: typeof lines, owner = customer()): Answers {
  return {
    'GET customers/me': owner,
    'GET carts/mine': cart(items, owner),
    'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items } },
  };
}

const cartStories = defineStories('Cart', { session: signedInCustomer(), url: '/browse', popup: { kind: 'cart' } }, [
  { id: 'cart-empty', title: 'The cart, empty', shows: 'Cart is empty' },
  { id: 'cart-one', title: 'The cart, one gift card', shows: 'Checkout', giftCards: singleCard() },
  {
    id: 'cart-many',
    title: 'The cart, gift cards and products',
    shows: 'Clear Cart',
    giftCards: fiveCards({ incomplete: 1 }),
    answers: cartAnswers(lines),
  },
  {
    id: 'cart-few-left',
    title: 'The cart, fewer left than wanted',
    shows: 'Only 1 left',
    answers: cartAnswers([line(6, { ...novel(), qty: 1 }, { qty: 3 })]),
  },
  {
    id: 'cart-long',
    title: 'The cart, long words',
    shows: 'Unabridged',
    giftCards: { [KEY]: wordyCard() },
    answers: cartAnswers([line(6, wordy(novel()), { qty: 2 })]),
  },
  {
    id: 'cart-loading',
    title: 'The cart, loading',
    shows: 'Loading your cart',
    answers: { 'GET mobiledigital/cartproducts': slow },
  },
]);

function wordyCard() {
  const card = localGiftCard(longWords);
  return { ...card, ...wordyName() };
}
function wordyName() {
  const { name, short_desc } = wordy(novel());
  return { name, short_desc };
}

const checkoutStories = defineStories('Checkout', { session: signedInCustomer(), url: '/checkout' }, [
  { id: 'checkout', title: 'Checkout, a gift card', shows: 'Confirm', giftCards: singleCard() },
  { id: 'checkout-empty', title: 'Checkout, empty', shows: 'Cart is empty' },
  {
    id: 'checkout-loading',
    title: 'Checkout, loading',
    shows: 'Loading your order',
    giftCards: singleCard(),
    answers: { 'GET carts/mine': slow, 'GET mobiledigital/savedcards': slow },
  },
  {
    id: 'checkout-error',
    title: 'Checkout, error',
    shows: 'Your order could not be loaded',
    giftCards: singleCard(),
    answers: { 'GET carts/mine': SERVER_ERROR },
  },
  {
    id: 'checkout-incomplete',
    title: 'Checkout, a card not complete',
    shows: 'Missing required information',
    giftCards: { [KEY]: localGiftCard(unfilled) },
  },
  { id: 'checkout-five', title: 'Checkout, five gift cards', shows: 'GiftCard x 5', giftCards: fiveCards() },
  {
    id: 'checkout-five-incomplete',
    title: 'Checkout, five gift cards, two not complete',
    shows: 'Missing required information',
    giftCards: fiveCards({ incomplete: 2 }),
  },
  {
    id: 'checkout-products',
    title: 'Checkout, products, several addresses and cards',
    shows: 'Snowgum',
    answers: {
      ...cartAnswers(lines, customer(manyAddresses)),
      'GET mobiledigital/savedcards': { status: true, data: savedCards },
    },
  },
  {
    id: 'checkout-mixed',
    title: 'Checkout, a gift card and products',
    shows: 'Snowgum',
    giftCards: singleCard(),
    answers: cartAnswers(lines),
  },
  {
    id: 'checkout-new',
    title: 'Checkout, a new customer',
    shows: 'Sandbox',
    giftCards: singleCard(),
    answers: { ...cartAnswers([], { ...customer([]) }), 'GET mobiledigital/savedcards': { status: true, data: [] } },
  },
  {
    id: 'checkout-places',
    title: 'Checkout, addresses found',
    shows: '12 Fig Lane',
    giftCards: singleCard(),
    answers: {
      ...cartAnswers([], customer([])),
      'GET mobiledigital/places': { status: true, data: places, attribution: '' },
    },
    act: async ({ type, show }) => {
      await type('Address', '12 fig');
      await show('[role=combobox]');
    },
  },
  {
    id: 'checkout-address',
    title: 'Checkout, address fields revealed',
    shows: 'Street address',
    giftCards: singleCard(),
    answers: { ...cartAnswers([], customer([])) },
    act: ({ press }) => press('Enter it yourself'),
  },
  {
    id: 'checkout-address-errors',
    title: 'Checkout, address with mistakes',
    shows: 'Missing suburb',
    giftCards: singleCard(),
    answers: { ...cartAnswers([], customer([])) },
    act: async ({ press }) => {
      await press('Enter it yourself');
      await press('Save Address');
    },
  },
  {
    id: 'checkout-address-edit',
    title: 'Checkout, a saved address is corrected',
    shows: 'Edit Address',
    giftCards: singleCard(),
    answers: { ...cartAnswers([], customer(manyAddresses)) },
    act: ({ press }) => press('Edit 3 Tram Lane'),
  },
  {
    id: 'checkout-unproved',
    title: 'Checkout, after 90 days',
    shows: 'Your saved addresses and cards are hidden',
    giftCards: singleCard(),
    answers: {
      ...cartAnswers([], { ...customer([]), email: 'w•••@example.com', lastname: 'B.', unproved: true }),
      'GET mobiledigital/savedcards': { status: true, data: [] },
    },
  },
  {
    id: 'checkout-no-card',
    title: 'Checkout, no card entered',
    shows: 'Please enter a Card for Payment',
    giftCards: singleCard(),
    answers: {
      'GET mobiledigital/savedcards': { status: true, data: [] },
      'POST mobiledigital/clearcart': { status: true },
    },
    act: ({ press }) => press('Confirm Purchase'),
  },
  {
    id: 'checkout-card-error',
    title: 'Checkout, card declined by the provider',
    shows: 'Your card number is invalid.',
    giftCards: singleCard(),
    answers: {
      'GET mobiledigital/savedcards': { status: true, data: [] },
      'POST mobiledigital/clearcart': { status: true },
      'POST /sandbox/payment-methods': { error: { code: 'invalid_number', message: 'Your card number is invalid.' } },
    },
    act: async ({ press, type }) => {
      await type('Card number', '4242 4242 4242 4241');
      await type('Expiry', '1229');
      await type('CVC', '123');
      await press('Confirm Purchase');
    },
  },
  {
    id: 'checkout-new-device',
    title: 'Checkout, a saved card on a new device',
    shows: 'Security code',
    giftCards: singleCard(),
    answers: {
      'GET mobiledigital/savedcards': {
        status: true,
        data: savedCards.slice(0, 2).map((card) => ({ ...card, wants_security_code: true })),
      },
    },
  },
  {
    id: 'checkout-busy',
    title: 'Checkout, paying',
    shows: 'Confirm',
    giftCards: singleCard(),
    answers: { 'POST mobiledigital/clearcart': slow },
    act: ({ press }) => press('Confirm Purchase'),
  },
  {
    id: 'checkout-us',
    title: 'Checkout, a customer from the US',
    shows: 'USD',
    session: { ...signedInCustomer(), country_code: 'US' },
    giftCards: singleCard(),
    answers: cartAnswers([line(6, novel())]),
  },
  {
    id: 'checkout-long',
    title: 'Checkout, long words',
    shows: 'Unabridged',
    giftCards: { [KEY]: wordyCard() },
    answers: cartAnswers([line(6, wordy(novel()), { qty: 2 })], customer([longAddress])),
  },
]);

const ORDER = 'GET mobiledigital/order';
const sellersOrder = order({
  items: [
    ...everyState.slice(0, 3),
    productItem(8, 0, 2),
    { ...productItem(9, 1), seller_name: 'Lamplight Lane Books' },
  ],
});
const heldOrder = order({ status: 'held', paid_at: null, items: [giftCardItem(1), productItem(2, 0, 2)] });

const successStories = defineStories('Checkout', { session: signedInCustomer(), url: '/success?order=900000001' }, [
  {
    id: 'success',
    title: 'Thank you, one gift card',
    shows: 'From Tide & Kiln',
    answers: { [ORDER]: { status: true, data: order({ items: [giftCardItem(1, { state: 'queued' })] }) } },
  },
  {
    id: 'success-many',
    title: 'Thank you, gift cards and products of several sellers',
    shows: 'From Lamplight Lane Books',
    answers: { [ORDER]: { status: true, data: sellersOrder } },
  },
  {
    id: 'success-held',
    title: 'Thank you, the order is being checked',
    shows: 'We’re checking your order. We’ll text you once it’s approved. You won’t be charged before then.',
    answers: { [ORDER]: { status: true, data: heldOrder } },
  },
  {
    id: 'success-awaited',
    title: 'The order is being confirmed',
    url: '/success',
    shows: 'Your order is being confirmed',
    before: () => awaitOrder({ mobile: MOBILE, cartId: 1, keys: [KEY] }),
    giftCards: singleCard(),
    answers: { 'GET mobiledigital/checkoutsuccess': { status: false, placing: true } },
  },
  { id: 'success-plain', title: 'Thank you, opened directly', url: '/success', shows: 'Your order has been placed' },
]);

export const buying: Story[] = [...cartStories, ...checkoutStories, ...successStories];
