import { card, muchSpent } from '../fixtures/card-page.ts';
import { MOBILE } from '../fixtures/customer.ts';
import { instant, longWords, phoneMessages } from '../fixtures/gift-cards.ts';
import { offline, slow } from '../story/answers.ts';
import { defineStories, type Story } from '../story/story.ts';

const phoneData = { isEnabled: true, publicUrl: globalThis.location?.origin ?? '' };
const messages = () => phoneMessages(phoneData.publicUrl);
const thread = `/phone?to=${encodeURIComponent('+61491570156')}`;

const cards = defineStories('Card page and phone', { url: '/card/story' }, [
  { id: 'card', title: 'The card page', shows: 'TKGC', loaded: { card: card() } },
  {
    id: 'card-code',
    title: 'The card, its code',
    shows: 'Card code',
    loaded: { card: card() },
    act: ({ show }) => show('[aria-labelledby=card-title]'),
  },
  {
    id: 'card-wallets',
    title: 'The card, for both wallets',
    shows: 'Add to Apple Wallet',
    settings: { passes: ['apple', 'google'] },
    loaded: { card: card(), onApple: true },
    act: ({ show }) => show('[aria-labelledby=wallets-title]'),
  },
  {
    id: 'card-part-spent',
    title: 'The card, partly spent, no PIN',
    shows: 'AUD left of',
    loaded: { card: card({ balance: 12.4, pin: null }) },
    act: ({ show }) => show('[aria-labelledby=card-title]'),
  },
  {
    id: 'card-sent-on',
    title: 'The card, sent on to another number',
    shows: 'Passed on by Wren',
    loaded: { card: card({ sent_on: true, recipient_firstname: '', recipient_message: '', text_content: '' }) },
  },
  {
    id: 'card-history',
    title: 'The card, what became of it',
    shows: 'Balance',
    loaded: { card: card({ balance: 4.25, history: muchSpent }) },
    act: ({ show }) => show('[aria-labelledby=history-title]'),
  },
  {
    id: 'card-where',
    title: 'The card, where to use it',
    shows: 'How to use it',
    loaded: { card: card() },
    act: ({ show }) => show('[aria-labelledby=use-title]'),
  },
  {
    id: 'card-qr-whole',
    title: 'The card, its QR code full screen',
    shows: 'Turn up your brightness',
    loaded: { card: card() },
    act: ({ press }) => press('Show the QR code full screen'),
  },
  {
    id: 'card-barcode-whole',
    title: 'The card, its barcode full screen',
    shows: 'Turn up your brightness',
    loaded: { card: card() },
    act: ({ press }) => press('Show the barcode full screen'),
  },
  {
    id: 'card-thanks',
    title: 'The card, saying thanks',
    shows: 'Send thanks',
    loaded: { card: card() },
    act: async ({ press }) => {
      await press('Say thanks to Wren');
      await press('I love it, thank you!');
    },
  },
  {
    id: 'card-thanks-link',
    title: 'The card, thanks with a link',
    shows: 'Links cannot be sent',
    loaded: { card: card() },
    act: async ({ press, type, see }) => {
      await press('Say thanks to Wren');
      await type('Your words', 'Look at tide.example');
      await press('Send thanks');
      await see('Links cannot be sent');
    },
  },
  {
    id: 'card-thanked',
    title: 'The card, thanks were said',
    shows: 'You said thanks',
    loaded: { card: card({ thanks: { message: 'I love it, thank you!', said_at: instant(-1) }, can_thank: false }) },
    act: ({ show }) => show('blockquote'),
  },
  {
    id: 'card-kept',
    title: 'The card without a network',
    shows: 'As of',
    loaded: { card: card({ balance: 12.4 }) },
    answers: { 'GET mobiledigital/card': offline },
    before: () => {
      document.documentElement.dataset.kept = instant(-1);
    },
    act: ({ show }) => show('[aria-labelledby=card-title]'),
  },
  {
    id: 'card-frozen',
    title: 'The card while its payment is checked',
    shows: 'being checked',
    loaded: { card: card({ state: 'frozen', can_thank: false }) },
    act: ({ show }) => show('[aria-labelledby=card-title]'),
  },
  {
    id: 'card-used',
    title: 'The card, used up',
    shows: 'This gift card has been used up',
    loaded: { card: card({ balance: 0 }) },
  },
  {
    id: 'card-void',
    title: 'The card, cancelled',
    shows: 'This gift card was cancelled',
    loaded: { card: card({ state: 'void', balance: 0, can_thank: false }) },
  },
  {
    id: 'card-expired',
    title: 'The card, expired',
    shows: 'This gift card expired on',
    loaded: { card: card({ state: 'expired', balance: 32, expires_on: instant(-3) }) },
  },
  {
    id: 'card-long',
    title: 'The card, long words',
    shows: 'TKGC',
    loaded: {
      card: card({
        recipient_firstname: longWords.recipient_firstname ?? '',
        purchaser_firstname: 'Featherstonehaugh-Papadim',
        recipient_message: longWords.recipient_message ?? '',
        text_content: (longWords.text_content ?? '').replace(' [gift-card]', ''),
        value: 1_000,
        balance: 1_000,
      }),
    },
  },
  { id: 'card-plain', title: 'The card without a wrapping', shows: 'TKGC', loaded: { card: card({ template: null }) } },
  {
    id: 'card-missing',
    title: 'A link that opens no card',
    shows: 'This link doesn’t open a gift card',
    loaded: { card: null },
  },
  {
    id: 'card-replaced',
    title: 'A link that a newer text replaced',
    shows: 'A newer text replaced this link',
    loaded: { card: null, replaced: true },
  },
]);

const phone = defineStories('Card page and phone', { url: '/phone', loaded: phoneData }, [
  { id: 'phone', title: 'The demo phone', shows: 'Messages', answers: { 'GET /phone/messages': messages() } },
  {
    id: 'phone-empty',
    title: 'The demo phone, empty',
    shows: 'No messages yet',
    answers: { 'GET /phone/messages': [] },
  },
  {
    id: 'phone-loading',
    title: 'The demo phone, loading',
    shows: 'Messages',
    answers: { 'GET /phone/messages': slow },
  },
  {
    id: 'phone-error',
    title: 'The demo phone, error',
    shows: 'The shop cannot be reached',
    answers: { 'GET /phone/messages': offline },
  },
  {
    id: 'phone-gift',
    title: 'The demo phone, a gift',
    url: thread,
    shows: 'A gift card is waiting for you',
    answers: { 'GET /phone/messages': messages().filter(({ to }) => to !== MOBILE) },
  },
  {
    id: 'phone-code',
    title: 'The demo phone, a code',
    url: `/phone?to=${encodeURIComponent(MOBILE)}`,
    shows: 'Copy 318498',
    answers: { 'GET /phone/messages': messages().filter(({ to }) => to === MOBILE) },
  },
  {
    id: 'phone-thread-empty',
    title: 'The demo phone, a number without messages',
    url: thread,
    shows: 'Nothing has been sent to this number yet.',
    answers: { 'GET /phone/messages': [] },
  },
]);

export const cardAndPhone: Story[] = [...cards, ...phone];
