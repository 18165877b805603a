import { saveDraft } from '#web/shop/state/gift-card-drafts.ts';
import { details, KEY, localGiftCard, longWords, onDay, singleCard, unfilled } from '../fixtures/gift-cards.ts';
import { errorAnswer, slow } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories } from '../story/story.ts';

const RECIPIENT = `/giftcard/add/${KEY}`;
const TEMPLATES = `/giftcard/mmstemplates/${KEY}/${KEY}`;
const SCHEDULE = `/giftcard/schedule/${KEY}/${KEY}`;
const PREVIEW = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;
const omar = { recipient_firstname: 'Omar', recipient_lastname: 'Haddad', recipient_mobile: '0491570157' };
const recipients = [omar, { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' }];
const detailsAnswers = (change: Parameters<typeof details>[0] = {}) => ({
  'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details(change) },
});

export const giftCardFlow = defineStories('Gift card flow', { session: signedInCustomer() }, [
  {
    id: 'recipient-new',
    title: 'Who is it for, empty',
    url: RECIPIENT,
    shows: 'Mobile',
    giftCards: singleCard(unfilled),
  },
  {
    id: 'recipient',
    title: 'Who is it for, filled in',
    url: RECIPIENT,
    shows: 'Image message',
    giftCards: singleCard(),
  },
  {
    id: 'recipient-errors',
    title: 'Who is it for, mistakes',
    url: RECIPIENT,
    shows: 'Please enter',
    giftCards: singleCard(unfilled),
    act: ({ press }) => press('Continue'),
  },
  {
    id: 'recipient-long',
    title: 'Who is it for, long words',
    url: RECIPIENT,
    shows: '50',
    giftCards: singleCard(longWords),
  },
  {
    id: 'recipient-draft',
    title: 'Who is it for, too much typed',
    url: RECIPIENT,
    shows: '72/50',
    giftCards: singleCard(),
    before: () =>
      saveDraft(KEY, {
        recipient: {
          recipient_firstname: 'Mia',
          recipient_lastname: 'Tran',
          recipient_mobile: '049157',
          recipient_message: 'Happy birthday to you, '.repeat(3).padEnd(72, '!'),
          text_content: 'x'.repeat(230),
        },
      }),
  },
  {
    id: 'preview-people',
    title: 'The same card for more people',
    url: PREVIEW,
    shows: 'Person 3',
    giftCards: singleCard(),
    before: () => saveDraft(KEY, { people: recipients }),
    act: ({ see, show }) => see('Person 3').then(() => show('fieldset')),
  },
  {
    id: 'preview-people-in-cart',
    title: 'The same card for more people, two in the cart already',
    url: PREVIEW,
    shows: 'Already in your cart',
    giftCards: {
      ...singleCard(),
      second: localGiftCard(omar),
      third: localGiftCard({ ...omar, qty: 3, others: recipients }),
    },
    act: ({ see, show }) => see('Already in your cart').then(() => show('h3')),
  },
  {
    id: 'preview-people-errors',
    title: 'The same card for more people, mistakes',
    url: PREVIEW,
    shows: 'Please enter a mobile',
    giftCards: singleCard(),
    before: () => saveDraft(KEY, { people: [{ ...omar, recipient_mobile: '' }] }),
    act: async ({ press, see, show }) => {
      await press('Continue');
      await see('Please enter a mobile');
      await show('fieldset');
    },
  },
  {
    id: 'recipient-loading',
    title: 'Who is it for, loading',
    url: RECIPIENT,
    shows: 'Mobile',
    giftCards: singleCard(unfilled),
    answers: { 'GET mobiledigital/getgiftcardmmstemplates': slow, 'GET mobiledigital/product': slow },
  },
  {
    id: 'recipient-gone',
    title: 'A card that is not there',
    url: RECIPIENT,
    shows: 'This gift card is not here any more',
  },
  {
    id: 'recipient-paid',
    title: 'Change a card already bought',
    url: '/giftcard/edit/7',
    shows: 'Image message',
    answers: detailsAnswers(),
  },
  {
    id: 'recipient-sent',
    title: 'Change a card that has gone out',
    url: '/giftcard/edit/7',
    shows: 'already gone out',
    answers: detailsAnswers({ state: 'sent', can_edit: false }),
  },
  {
    id: 'recipient-failed',
    title: 'Change a card that did not arrive',
    url: '/giftcard/edit/7',
    shows: 'did not arrive',
    answers: detailsAnswers({ state: 'failed', can_edit: false }),
  },
  {
    id: 'recipient-void',
    title: 'Change a card that is void',
    url: '/giftcard/edit/7',
    shows: 'no longer valid',
    answers: detailsAnswers({ state: 'void', can_edit: false }),
  },
  {
    id: 'recipient-paid-loading',
    title: 'Change a card, loading',
    url: '/giftcard/edit/7',
    shows: 'Loading',
    answers: { 'GET mobiledigital/getgiftcarddetailsbyid': slow },
  },
  {
    id: 'recipient-paid-error',
    title: 'Change a card, error',
    url: '/giftcard/edit/7',
    shows: 'This did not load',
    answers: { 'GET mobiledigital/getgiftcarddetailsbyid': errorAnswer(500, 'Something went wrong on our side.') },
  },
  { id: 'templates', title: 'Wrapping', url: TEMPLATES, shows: 'Birthday cake', giftCards: singleCard() },
  {
    id: 'templates-long',
    title: 'Wrapping, long words',
    url: TEMPLATES,
    shows: 'Birthday cake',
    giftCards: singleCard(longWords),
  },
  {
    id: 'templates-loading',
    title: 'Wrapping, loading',
    url: TEMPLATES,
    shows: 'Loading',
    giftCards: singleCard(),
    answers: { 'GET mobiledigital/getgiftcardmmstemplates': slow },
  },
  {
    id: 'templates-empty',
    title: 'Wrapping, none',
    url: TEMPLATES,
    shows: 'There is no wrapping for this card yet',
    giftCards: singleCard(),
    answers: { 'GET mobiledigital/getgiftcardmmstemplates': { status: true, data: [] } },
  },
  {
    id: 'templates-error',
    title: 'Wrapping, error',
    url: TEMPLATES,
    shows: 'Something went wrong on our side',
    giftCards: singleCard(),
    answers: { 'GET mobiledigital/getgiftcardmmstemplates': errorAnswer(500, 'Something went wrong on our side.') },
  },
  {
    id: 'schedule-new',
    title: 'When, nothing chosen',
    url: SCHEDULE,
    shows: 'Where is your friend?',
    giftCards: singleCard({ scheduled_delivery: '' }),
  },
  { id: 'schedule', title: 'When, a day', url: SCHEDULE, shows: 'Where is your friend?', giftCards: singleCard() },
  {
    id: 'schedule-night',
    title: 'When, at night',
    url: SCHEDULE,
    shows: 'We don’t text at night',
    giftCards: singleCard({ scheduled_delivery: onDay(7, '23:15:00') }),
  },
  {
    id: 'schedule-rejected',
    title: 'When, rejected',
    url: '/giftcard/schedule/7/1',
    shows: 'This card has gone out.',
    answers: {
      ...detailsAnswers(),
      'POST mobiledigital/savegiftcardscheduleddate': {
        status: false,
        input_validation: { scheduled_delivery: 'This card has gone out.' },
      },
    },
    act: ({ press }) => press('Save'),
  },
  { id: 'preview', title: 'Preview', url: PREVIEW, shows: 'Deliver To', giftCards: singleCard() },
  {
    id: 'preview-long',
    title: 'Preview, long words',
    url: PREVIEW,
    shows: 'Deliver To',
    giftCards: singleCard(longWords),
  },
  {
    id: 'preview-incomplete',
    title: 'Preview, not complete',
    url: PREVIEW,
    shows: 'Almost there',
    giftCards: { [KEY]: localGiftCard(unfilled) },
  },
  {
    id: 'preview-loading',
    title: 'Preview, loading',
    url: PREVIEW,
    shows: 'Deliver To',
    giftCards: singleCard(),
    answers: { 'GET mobiledigital/getgiftcardmmstemplates': slow, 'GET mobiledigital/product': slow },
  },
  {
    id: 'preview-paid',
    title: 'Preview of a card already bought',
    url: '/giftcard/sendnoworschedule/7/1',
    shows: 'Deliver To',
    answers: detailsAnswers(),
  },
]);
