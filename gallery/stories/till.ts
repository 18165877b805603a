import { checked, emptyDay, fullDay, linked, storeEnrolledTill, TILL_CODE } from '../fixtures/till.ts';
import { errorAnswer, offline, slow } from '../story/answers.ts';
import type { Interactions } from '../story/interactions.ts';
import { defineStories, type Story } from '../story/story.ts';

const CHECK = 'POST seller/giftcards/check';
const REDEEM = 'POST seller/giftcards/redeem';
const REVERSE = 'POST seller/giftcards/redemptions/{id}/reverse';
const DAY = 'GET seller/giftcards/redemptions';
const LINK = 'POST seller/till/check';
const TAKE = 'Take $12.50';

const redeemed = { redemption: 'gr_2', amount: 12.5, balance: 37.5 };

async function show({ type, press }: Interactions, code = TILL_CODE): Promise<void> {
  await type('Card code', code);
  await press('Check balance');
}

async function choose(interactions: Interactions, digits = ['1', '2', '5', '0']): Promise<void> {
  await show(interactions);
  for (const digit of digits) await interactions.press(digit);
}

/** Presses the button twice, because keyboard users confirm with a second press instead of holding it. */
async function redeemCard(interactions: Interactions): Promise<void> {
  await choose(interactions);
  await interactions.press(TAKE);
  await interactions.see('Take it without holding');
  await interactions.press(TAKE);
}

const pasteLink = async ({ type, press }: Interactions): Promise<void> => {
  await type('Or paste the link here', 'https://shop.example/till#code-of-the-link');
  await press('Continue');
};

async function pasteWithoutStorage(interactions: Interactions): Promise<void> {
  const { localStorage } = globalThis;
  const set = (value: unknown) => Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
  set(undefined);
  await pasteLink(interactions);
  await interactions.see('Open the link in a normal window.').finally(() => set(localStorage));
}

const devices = defineStories('Till', { url: '/till' }, [
  { id: 'till-no-device', title: 'The till, no device yet', shows: 'This device isn’t set up as a till' },
  {
    id: 'till-enrolling',
    title: 'The till, enrolling',
    shows: 'Use this device as a till for Tide & Kiln?',
    answers: { [LINK]: linked },
    act: pasteLink,
  },
  {
    id: 'till-keeps-nothing',
    title: 'The till, a browser that keeps nothing',
    shows: 'This browser can’t remember the till',
    act: pasteWithoutStorage,
  },
  {
    id: 'till-link-over',
    title: 'The till, a link that is over',
    shows: 'This link does not work any more',
    answers: { [LINK]: errorAnswer(410, 'Over', { code: 'till_link_over' }) },
    act: pasteLink,
  },
  {
    id: 'till-ended',
    title: 'The till, ended by its seller',
    shows: 'This till has been switched off',
    before: storeEnrolledTill,
    answers: { [CHECK]: errorAnswer(401, 'No', { code: 'not_authorised' }) },
    act: (interactions) => show(interactions),
  },
]);

const waiting = defineStories('Till', { url: '/till', before: storeEnrolledTill }, [
  { id: 'till-ready', title: 'The till, ready', shows: 'Check balance' },
  {
    id: 'till-camera-refused',
    title: 'The till, its camera refused',
    shows: 'Camera access is blocked',
    before: () => {
      storeEnrolledTill();
      const refuse = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
      Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: refuse } });
    },
    act: ({ press }) => press('Scan with the camera'),
  },
  {
    id: 'till-checking',
    title: 'The till, a card is looked at',
    shows: 'Check balance',
    answers: { [CHECK]: slow },
    act: (interactions) => show(interactions),
  },
  {
    id: 'till-not-a-card',
    title: 'The till, another barcode',
    shows: 'We can’t find that card',
    act: (interactions) => show(interactions, '9312345678907'),
  },
  {
    id: 'till-wrong-code',
    title: 'The till, a code nobody has or a wrong PIN',
    shows: 'None of your gift cards has this code',
    answers: { [CHECK]: errorAnswer(404, 'No', { code: 'gift_card_invalid' }) },
    act: (interactions) => show(interactions),
  },
  {
    id: 'till-resting',
    title: 'The till, resting after wrong codes',
    shows: 'You can try again at',
    answers: { [CHECK]: errorAnswer(429, 'Wait', { code: 'too_many_requests', retryAfter: 900 }) },
    act: (interactions) => show(interactions),
  },
  {
    id: 'till-no-network',
    title: 'The till, no network',
    shows: 'No network: nothing can be taken.',
    answers: { [CHECK]: offline, 'GET directory/countries/{countryId}': slow },
    act: (interactions) => show(interactions),
  },
]);

const taking = defineStories(
  'Till',
  { url: '/till', before: storeEnrolledTill, answers: { [CHECK]: checked(), [REDEEM]: redeemed } },
  [
    { id: 'till-balance', title: 'The till, a balance', shows: 'On the card ending in 2P4D', act: (all) => show(all) },
    { id: 'till-amount', title: 'The till, an amount', shows: TAKE, act: (all) => choose(all) },
    {
      id: 'till-over-balance',
      title: 'The till, more than there is',
      shows: 'There is only $50.00 on this card.',
      act: (interactions) => choose(interactions, ['6', '0', '00']),
    },
    {
      id: 'till-confirming',
      title: 'The till, confirming',
      shows: 'Take it without holding',
      act: async (interactions) => {
        await choose(interactions);
        await interactions.press(TAKE);
      },
    },
    {
      id: 'till-taking',
      title: 'The till, taking',
      shows: 'Taking $12.50',
      answers: { [CHECK]: checked(), [REDEEM]: slow },
      act: redeemCard,
    },
    {
      id: 'till-not-yet-known',
      title: 'The till, no answer came',
      shows: 'Not yet known',
      answers: { [CHECK]: checked(), [REDEEM]: errorAnswer(502, 'Bad gateway') },
      act: redeemCard,
    },
    { id: 'till-done', title: 'The till, done', shows: 'Balance $37.50', act: redeemCard },
    {
      id: 'till-undo',
      title: 'The till, undo',
      shows: 'Refund $12.50?',
      act: async (interactions) => {
        await redeemCard(interactions);
        await interactions.press('Undo');
      },
    },
    {
      id: 'till-undone',
      title: 'The till, undone',
      shows: '$12.50 refunded',
      answers: { [CHECK]: checked(), [REDEEM]: redeemed, [REVERSE]: { ...redeemed, balance: 50, reversed: 12.5 } },
      act: async (interactions) => {
        await redeemCard(interactions);
        await interactions.press('Undo');
        await interactions.press('The amount was wrong');
      },
    },
    {
      id: 'till-frozen',
      title: 'The till, a frozen card',
      shows: 'This card is frozen',
      answers: { [CHECK]: checked({ status: 'frozen' }) },
      act: (interactions) => show(interactions),
    },
    {
      id: 'till-expired',
      title: 'The till, an expired card',
      shows: 'This card expired on',
      answers: { [CHECK]: checked({ status: 'expired', expires_on: '2025-06-30T13:59:59.000Z' }) },
      act: (interactions) => show(interactions),
    },
    {
      id: 'till-spent',
      title: 'The till, a card with nothing left',
      shows: 'Nothing is left on this card.',
      answers: { [CHECK]: checked({ balance: 0, expires_on: null }) },
      act: (interactions) => show(interactions),
    },
  ],
);

const days = defineStories('Till', { url: '/till', before: storeEnrolledTill, act: ({ press }) => press('Today') }, [
  { id: 'till-today', title: 'The till, today', shows: 'Show more', answers: { [DAY]: fullDay() } },
  {
    id: 'till-today-empty',
    title: 'The till, nothing today',
    shows: 'No sales yet today',
    answers: { [DAY]: emptyDay },
  },
  {
    id: 'till-earlier-day',
    title: 'The till, an earlier day',
    shows: 'Download this day',
    answers: { [DAY]: { ...fullDay(), redemptions: fullDay().redemptions.slice(1), next_cursor: null } },
    act: async ({ press, type, see }) => {
      await press('Today');
      await type('Day', '2026-11-20');
      await see('20 Nov 2026');
    },
  },
]);

export const till: Story[] = [...devices, ...waiting, ...taking, ...days];
