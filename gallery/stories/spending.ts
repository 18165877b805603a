import type { CartProduct } from '#contract/cart/cart.ts';
import type { CardOnCart, OwnCard } from '#contract/cart/gift-card-tender.ts';
import { writeTab } from '#web/shared/state/storage.ts';
import { muchSpent } from '../fixtures/card-page.ts';
import { cart, line, longAddress } from '../fixtures/customer.ts';
import { buildTenders, giftCardItem, instant, order, productItem, singleCard } from '../fixtures/gift-cards.ts';
import { jacket, novel, wordy } from '../fixtures/products.ts';
import { sellers } from '../fixtures/sellers.ts';
import { onCart, ownCard, SPEND_CODE, tenders } from '../fixtures/spending.ts';
import { type Answers, errorAnswer, slow } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories, type Story } from '../story/story.ts';

const PUT = 'POST carts/mine/giftCards';
const OWN = 'GET mobiledigital/giftcards';
const ORDER = 'GET mobiledigital/order';

const book = line(6, novel());
const coat = line(5, jacket(), { chosen: ['Pine', 'M'] });
const far = { seller: sellers.far, product_name: 'Far Paddock Main Range Card' };
const [first, second, third] = [
  ownCard(),
  ownCard({ id: 2, value: 60, from: 'Omar' }),
  ownCard({ id: 3, ...far, value: 100 }),
];
const frozen = ownCard({ id: 4, state: 'frozen', value: 40, from: '' });
const longSeller = { ...sellers.lamplight, name: wordy(novel()).seller_name };

type Spent = { lines?: CartProduct[]; ownCards?: OwnCard[]; on?: CardOnCart[]; due?: number };

function cartAnswers({ lines = [book], ownCards = [], on = [], due = 0 }: Spent): Answers {
  return {
    'GET carts/mine': cart(lines),
    'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: lines } },
    [OWN]: { status: true, data: ownCards },
    'GET carts/mine/giftCards': tenders(on, due),
  };
}

const SECTION = '[data-spend]';
const atCheckout = defineStories('Checkout', { session: signedInCustomer(), url: '/checkout' }, [
  {
    id: 'spend-none',
    title: 'Gift cards at the checkout, none of the customer’s own',
    shows: 'Enter a code',
    answers: cartAnswers({}),
  },
  {
    id: 'spend-one',
    title: 'Gift cards at the checkout, one',
    shows: 'Gift card ending 7F3K',
    answers: cartAnswers({ ownCards: [first] }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-part',
    title: 'Gift cards at the checkout, one pays a part',
    shows: 'Uses all of it',
    answers: cartAnswers({ ownCards: [first], on: [onCart(first, 25)], due: 18.99 }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-whole',
    title: 'Gift cards at the checkout, nothing left to pay',
    shows: 'Nothing left to pay',
    answers: cartAnswers({ ownCards: [first, second], on: [onCart(first, 25), onCart(second, 18.99)] }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-several',
    title: 'Gift cards at the checkout, of several sellers',
    shows: 'Use this one first',
    giftCards: singleCard(),
    answers: cartAnswers({
      lines: [coat, book],
      ownCards: [first, second, third, frozen],
      on: [onCart(first, 25), onCart(second, 14.49), onCart(third, 100)],
      due: 193.5,
    }),
    act: ({ show }) => show('[data-spend] h2'),
  },
  {
    id: 'spend-least',
    title: 'Gift cards at the checkout, the payment card pays its least',
    shows: 'A payment card pays at least $0.50',
    answers: cartAnswers({
      ownCards: [ownCard({ value: 43.8 })],
      on: [onCart(ownCard({ value: 43.8 }), 43.49)],
      due: 0.5,
    }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-lost',
    title: 'Gift cards at the checkout, one that cannot be used any more',
    shows: 'Tap to remove it',
    answers: cartAnswers({ on: [onCart(ownCard(), 0, { usable: false })], due: 43.99 }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-by-code',
    title: 'Gift cards at the checkout, one by its code',
    shows: 'Uses all of it',
    answers: cartAnswers({ on: [onCart(ownCard(), 25)], due: 18.99 }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-long',
    title: 'Gift cards at the checkout, long words',
    shows: 'Worrigee',
    answers: cartAnswers({
      lines: [line(6, wordy(novel()))],
      ownCards: [ownCard({ seller: longSeller, value: 1_000 })],
      on: [onCart(ownCard({ seller: longSeller, value: 1_000 }), 999.5)],
      due: 11_859.45,
    }),
    act: ({ show }) => show(SECTION),
  },
  {
    id: 'spend-code',
    title: 'A gift card’s code',
    shows: 'My card has a PIN',
    answers: cartAnswers({}),
    act: ({ press }) => press('Enter a code'),
  },
  {
    id: 'spend-code-short',
    title: 'A gift card’s code, too short',
    shows: 'Codes have 16 letters and digits',
    answers: cartAnswers({}),
    act: async ({ press, type }) => {
      await press('Enter a code');
      await type('Card code', '7F3Q-9XKM');
      await press('Use this gift card');
    },
  },
  {
    id: 'spend-code-wrong',
    title: 'A gift card’s code, unknown or without its PIN',
    shows: 'No gift card for your cart',
    answers: { ...cartAnswers({}), [PUT]: errorAnswer(404, 'No', { code: 'gift_card_invalid' }) },
    act: async ({ press, type }) => {
      await press('Enter a code');
      await type('Card code', SPEND_CODE);
      await press('Use this gift card');
    },
  },
  {
    id: 'spend-code-busy',
    title: 'A gift card’s code, on its way',
    shows: 'Use this gift card',
    answers: { ...cartAnswers({}), [PUT]: slow },
    act: async ({ press, type }) => {
      await press('Enter a code');
      await press('My card has a PIN');
      await type('Card code', SPEND_CODE);
      await type('PIN', '4821');
      await press('Use this gift card');
    },
  },
  {
    id: 'spend-scan',
    title: 'A gift card’s code, its camera refused',
    shows: 'Camera access is blocked',
    answers: cartAnswers({}),
    before: () => {
      writeTab('scan-a-gift-card', true);
      const refuse = async () => {
        throw new DOMException('No', 'NotAllowedError');
      };
      Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: refuse } });
    },
  },
]);

const AT_SUCCESS = '/success?order=900000001';
const items = [productItem(1, 0, 2)];
const orderAnswers = (change: Parameters<typeof order>[0]): Answers => ({
  [ORDER]: { status: true, data: order(change) },
});
const partly = { items, tenders: buildTenders(78.98, 25, 20) };
const wholly = { items, tenders: buildTenders(78.98, 50, 28.98) };
const tenderRefund = (amount: number, tender: 'gift_card' | 'payment_card', days: number) =>
  ({ amount, tender, currency: 'AUD', reason: 'returned', created_at: instant(-days), state: 'succeeded' }) as const;
const refunds = [tenderRefund(25, 'gift_card', 2), tenderRefund(12.5, 'payment_card', 1)];

const paid = [
  ...defineStories('Checkout', { session: signedInCustomer(), url: AT_SUCCESS }, [
    {
      id: 'success-tenders',
      title: 'Thank you, paid partly by gift card',
      shows: 'Payment card',
      answers: orderAnswers(partly),
    },
    {
      id: 'success-free-held',
      title: 'Thank you, paid by gift cards, being checked',
      shows: 'Your gift cards won’t be charged before then',
      answers: orderAnswers({ ...wholly, status: 'held', paid_at: null }),
    },
  ]),
  ...defineStories('Account', { session: signedInCustomer() }, [
    {
      id: 'order-tenders',
      title: 'An order paid partly by gift card, refunded in part',
      url: '/account/order/1',
      shows: 'Back on your gift card',
      answers: orderAnswers({ ...partly, refunds }),
      act: ({ show }) => show('[aria-labelledby=totals]'),
    },
    {
      id: 'orders-tenders',
      title: 'Your Orders, paid by gift card',
      url: '/account/orders',
      shows: 'Gift card ending 7F3K',
      answers: {
        'GET mobiledigital/orders': {
          status: true,
          orders: [
            order(partly),
            order({ ...wholly, id: 2, increment_id: '900000002' }),
            order({ id: 3, items: [giftCardItem(1)] }),
          ],
        },
      },
    },
  ]),
];

const [live, part] = [ownCard(), ownCard({ id: 2, value: 60, balance: 4.25, history: muchSpent, from: 'Omar' })];
const every = [
  live,
  part,
  third,
  frozen,
  ownCard({ id: 5, balance: 0 }),
  ownCard({ id: 6, state: 'void', balance: 0, ...far }),
  ownCard({ id: 7, state: 'expired', balance: 0, expires_on: instant(-20) }),
];
const ownCardsAnswers = (cards: OwnCard[]): Answers => ({ [OWN]: { status: true, data: cards } });
const wordyCard = ownCard({
  seller: longSeller,
  from: longAddress.firstname ?? '',
  value: 1_000,
  message: 'Congratulations on finishing it, you marvel! xxxxx',
  product_name: wordy(novel()).name,
});

const accountStories = defineStories('Account', { session: signedInCustomer(), url: '/account/giftcards' }, [
  { id: 'my-cards-none', title: 'My gift cards, none', shows: 'No gift cards yet' },
  { id: 'my-cards-one', title: 'My gift cards, one', shows: 'From Mia', answers: ownCardsAnswers([live]) },
  {
    id: 'my-cards-many',
    title: 'My gift cards, in every state',
    shows: 'Used, expired or cancelled',
    answers: ownCardsAnswers(every),
  },
  { id: 'my-cards-long', title: 'My gift cards, long words', shows: 'Worrigee', answers: ownCardsAnswers([wordyCard]) },
  { id: 'my-cards-loading', title: 'My gift cards, loading', shows: 'Loading', answers: { [OWN]: slow } },
  {
    id: 'my-cards-error',
    title: 'My gift cards, error',
    shows: 'This did not load',
    answers: { [OWN]: errorAnswer(500, 'Something went wrong on our side. Please try again in a minute.') },
  },
  ...(
    [
      ['opened', part, 'Where to spend it'],
      ['frozen', frozen, 'The payment for this card is being checked'],
      ['expired', every[6] ?? live, 'they may still be able to help'],
      ['wordy', wordyCard, 'Where to spend it'],
    ] as const
  ).map(([state, card, shows]) => ({
    id: `my-card-${state}`,
    title: `One of my gift cards: ${state}`,
    shows,
    answers: ownCardsAnswers([card]),
    act: ({ press }: Parameters<NonNullable<Story['act']>>[0]) => press(card.seller.name),
  })),
]);

export const spending: Story[] = [...atCheckout, ...paid, ...accountStories];
