import { type KeptLine, type Person, saveDraft } from '#web/shop/state/gift-card-drafts.ts';
import { giftCardItem, KEY, order, singleCard } from '../fixtures/gift-cards.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories } from '../story/story.ts';

const PREVIEW = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;
const NAMES = ['Ana Ng', 'Ben Wu', 'Chiamaka Okonkwo-Adeyemi', 'Dimitri Papadopoulos', 'Eve Li'];

const createPerson = (index: number): Person => {
  const [recipient_firstname = '', recipient_lastname = ''] = (NAMES[index % NAMES.length] ?? '').split(' ');
  return { recipient_firstname, recipient_lastname, recipient_mobile: `04${String(12_000_000 + index)}` };
};
const people = (count: number): Person[] => Array.from({ length: count }, (_, index) => createPerson(index));
const others = people(999);

const wrong: Record<number, Partial<KeptLine>> = {
  2: { asked: true, person: { ...createPerson(2), recipient_lastname: '' } },
  5: { asked: true, person: { ...createPerson(5), recipient_mobile: '61412' } },
  7: { asked: true, person: createPerson(1) },
  8: { asked: true, out: true },
  9: { asked: true },
};
const list: KeptLine[] = people(240).map((person, index) => ({
  line: index + 2,
  person,
  out: false,
  twice: false,
  asked: false,
  ...wrong[index],
}));

export const giftCardList = defineStories(
  'Gift card flow',
  { session: signedInCustomer(), url: PREVIEW, giftCards: singleCard() },
  [
    {
      id: 'list-choose',
      title: 'People from a file, none chosen',
      shows: 'Choose a file',
      act: ({ press }) => press('Add from a file'),
    },
    {
      id: 'list-look',
      title: 'People from a file, some wrong',
      shows: 'Row 9',
      before: () => saveDraft(KEY, { list }),
      act: ({ press }) => press('Add from a file'),
    },
    {
      id: 'list-wrong',
      title: 'People from a file, taken too soon',
      shows: 'Fix these rows',
      before: () => saveDraft(KEY, { list: list.slice(0, 4) }),
      act: async ({ press, see }) => {
        await press('Add from a file');
        await press('Fix 1 row first');
        await see('Fix these rows');
      },
    },
    {
      id: 'list-ready',
      title: 'People from a file, nothing wrong',
      shows: '20 people are ready.',
      before: () => saveDraft(KEY, { list: list.slice(10, 30) }),
      act: ({ press }) => press('Add from a file'),
    },
    {
      id: 'list-full',
      title: 'People from a file, one too many',
      shows: 'cards fit into one order',
      before: () =>
        saveDraft(KEY, { list: people(1_000).map((person, index) => ({ ...listLine, line: index + 2, person })) }),
      act: ({ press }) => press('Add from a file'),
    },
    {
      id: 'list-taken',
      title: 'Preview, with the people of a file',
      shows: 'and 996 more',
      giftCards: singleCard({ others, qty: 1_000 }),
      act: ({ see, show }) => see('and 996 more').then(() => show('[data-from-file]')),
    },
    {
      id: 'list-checkout',
      title: 'Checkout of a card for a thousand',
      url: '/checkout',
      shows: 'and 999 more',
      giftCards: singleCard({ others, qty: 1_000 }),
    },
    {
      id: 'list-cart',
      title: 'The cart with a card for a thousand',
      url: '/browse',
      shows: 'and 999 more',
      giftCards: singleCard({ others, qty: 1_000 }),
      popup: { kind: 'cart' },
    },
    {
      id: 'list-order',
      title: 'An order of a thousand cards',
      url: '/account/order/1',
      shows: 'and 990 more',
      answers: {
        'GET mobiledigital/order': () => ({ status: true, data: order({ items: people(1_000).map(toOrderItem) }) }),
      },
    },
  ],
);

const listLine = { out: false, twice: false, asked: false };

function toOrderItem({ recipient_firstname, recipient_lastname, recipient_mobile }: Person, index: number) {
  const state = index === 700 ? 'failed' : index % 3 === 0 ? 'delivered' : 'sent';
  const recipient_name = `${recipient_firstname} ${recipient_lastname}`;
  return giftCardItem(index + 1, { recipient_name, recipient_mobile, state, can_correct: state === 'failed' });
}
