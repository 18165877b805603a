import type { Order } from '#contract/account.ts';
import { giftCardItem, instant, order, productItem } from '../fixtures/gift-cards.ts';
import { itemAt, templates } from '../fixtures/products.ts';
import { mediaUrl } from '../fixtures/sellers.ts';
import type { Answers } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories, type Story } from '../story/story.ts';

const answer = (data: Order): Answers => ({ 'GET mobiledigital/order': { status: true, data } });

const masked = order({
  items: [
    giftCardItem(1, {
      recipient_name: 'M. T.',
      recipient_mobile: '•••156',
      masked: true,
      picture: mediaUrl(itemAt(templates, 0).picture),
      wrapped: null,
      state: 'failed',
      send_at: instant(-1),
      sent_at: instant(-1),
      can_correct: true,
      can_send_again: true,
    }),
  ],
});

const novels = order({ items: [productItem(1, 0, 2)] });
const unregistered = order({
  ...novels,
  tax_amount: 0,
  sellers: novels.sellers.map((seller) => ({ ...seller, gst_registered: false })),
});

export const orderNotes: Story[] = defineStories('Account', { session: signedInCustomer(), url: '/account/order/1' }, [
  { id: 'order-masked', title: 'An order whose recipient is masked', shows: 'M. T.', answers: answer(masked) },
  {
    id: 'order-masked-correct',
    title: 'Correcting a number that is masked',
    shows: 'The gift card for M. T. is sent to this number.',
    answers: answer(masked),
    act: ({ press }) => press('Correct the number'),
  },
  {
    id: 'order-gst-free',
    title: 'An order with GST-free goods, its amounts',
    shows: 'GST-free: Salt on the Line',
    answers: answer(order({ items: [{ ...productItem(1, 0), gst_free: true }, productItem(2, 1), giftCardItem(3)] })),
    act: ({ show }) => show('[aria-labelledby=totals]'),
  },
  {
    id: 'order-gst-unregistered',
    title: 'An order of a seller who is not registered for GST, its amounts',
    shows: 'is not registered for GST',
    answers: answer(unregistered),
    act: ({ show }) => show('[aria-labelledby=totals]'),
  },
]);
