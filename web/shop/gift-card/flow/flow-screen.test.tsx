import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { details, KEY, order, singleCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { giftCard } from '#gallery/fixtures/products.ts';
import { openPage } from '#test/web/customer-page.ts';
import { EDIT_DETAILS, openPaidRecipient, recipientFields, TEMPLATES_TITLE } from '#test/web/recipient-screen.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { setPlacedOrder } from '../../checkout/placed/placed-order.ts';
import { readDraft } from '../../state/gift-card-drafts.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

const DETAILS = 'GET mobiledigital/getgiftcarddetailsbyid';
const openFirst = (change: Partial<LocalGiftCard>) =>
  openPage({ url: `/giftcard/add/${KEY}`, shows: 'Text message', giftCards: singleCard(change) });

it('stores one card under a UUID when an amount is tapped, and opens the page for its recipient [RT-10, RT-11, EN-32, EN-33]', async () => {
  const product = giftCard();
  const { tap, see, address } = await openPage({ url: `/product/${product.id}`, shows: product.name });
  await tap('$75');
  await see('Who are you sending it to?');
  const keys = Object.keys(JSON.parse(localStorage.getItem('gift-card-details') ?? '{}'));
  expect(keys).toEqual([
    expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  ]);
  expect(address()).toBe(`/giftcard/add/${keys[0]}`);
});

describe('step trail', () => {
  it.each<[string, Partial<LocalGiftCard>, string[]]>([
    ['a new card', unfilled, ['Who']],
    ['a card with a recipient', { mms_template_id: '', scheduled_delivery: '' }, ['Who', 'Wrap']],
    ['a card with a wrapping', { scheduled_delivery: '' }, ['Who', 'Wrap', 'When']],
    ['a complete card', {}, ['Who', 'Wrap', 'When', 'Preview']],
    ['a card without a message', { recipient_message: '' }, ['Who']],
  ])('links the steps of %s up to the first unfinished one', async (_what, change, names) => {
    const { page } = await openFirst(change);
    const trail = within(page.getByRole('navigation', { name: 'Steps' }));
    expect(trail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
    expect(trail.getByRole('link', { current: 'step' }).textContent).toBe('Who');
  });
});

it('shows a saved card to a session signed in by a link only after a code is confirmed', async () => {
  let isProved = false;
  const masked = {
    recipient_firstname: 'M.',
    recipient_lastname: 'T.',
    recipient_mobile: '•••156',
    masked: true as const,
  };
  const { page, user } = await openPage({
    url: '/giftcard/edit/7',
    shows: 'Is it you?',
    answers: {
      [DETAILS]: () => ({ status: true, data: details(isProved ? {} : masked) }),
      'POST mobiledigital/sendmobilecode': { status: true },
      'POST mobiledigital/confirmmobilecode': () => {
        isProved = true;
        return { status: true, jwt: 'proof' };
      },
      'POST mobiledigital/signout': { status: true },
      'POST mobiledigital/auth': {
        status: true,
        existing_user: true,
        mobile: '+61412345678',
        token: 'anew',
        token_ttl: 3_300_000,
      },
    },
  });
  expect(page.queryByDisplayValue('M.')).toBeNull();
  await user.type(await page.findByLabelText('Enter Code'), '123456');
  expect(await page.findByDisplayValue('Mia')).toBeTruthy();
});

describe('saving the recipient of a paid card', () => {
  it('sends changes to the saved details once on repeated taps, then opens the templates [RT-15, RT-16, ST-057, ST-058]', async () => {
    const answer = holdAnswer({ status: true, data: details({ recipient_firstname: 'Ona' }) });
    const { fill, input, tapTwice, button, sentTimes, see, bodies, titles, address } = await openPaidRecipient({
      [EDIT_DETAILS]: () => answer.answer(),
    });
    expect(titles()).toEqual(['Gift Card Recipient Details']);
    expect(recipientFields.map((field) => input(field).value)).toEqual([
      'Mia',
      'Tran',
      '0491570156',
      'Happy birthday, Mia!',
      'Something small for your new shelf.',
    ]);
    await fill('firstname', 'Ona');
    await fill('mobile', '0491 570 110');
    await tapTwice('Continue');
    await sentTimes(EDIT_DETAILS, 1);
    button('Continue').click();
    answer.release();
    await see(TEMPLATES_TITLE);
    expect(address()).toBe('/giftcard/mmstemplates/7/1');
    expect(bodies(EDIT_DETAILS)).toHaveLength(1);
    const { gift_card_details_id, data } = bodies(EDIT_DETAILS)[0] as { gift_card_details_id: number; data: string };
    expect(gift_card_details_id).toBe(7);
    expect(JSON.parse(data)).toEqual({
      recipient_firstname: 'Ona',
      recipient_lastname: 'Tran',
      recipient_mobile: '0491570110',
      recipient_message: 'Happy birthday, Mia!',
      text_content: expect.stringMatching(/\[gift-card\]$/),
    });
  });

  it.each([
    ['words', { input_validation: { recipient_mobile: 'No phone answers there.' } }, 'No phone answers there.'],
    [
      'list of messages',
      { input_validation: { recipient_mobile: ['No phone.', 'Try again.'] } },
      'No phone. Try again.',
    ],
    ['error code', { codes: { recipient_mobile: 'mobile_invalid' } }, 'Please enter a valid mobile'],
  ])("shows the server's %s at the field when the server rejects the card [ER-22]", async (_what, answer, words) => {
    const { tap, message, input, fill, text } = await openPaidRecipient({
      [EDIT_DETAILS]: { status: false, ...answer },
    });
    await tap('Continue');
    await waitFor(() => expect(message('mobile')).toBe(words));
    await waitFor(() => expect(document.activeElement).toBe(input('mobile')));
    expect(text()).not.toContain(TEMPLATES_TITLE);
    await fill('mobile', '0491570110');
    expect(message('mobile')).toBe('');
  });

  it.each([
    ['an error', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['an error code', refuse(400, { code: 'card_already_sent', message: 'x' }), 'This gift card has already gone out'],
    ['no connection', throwOffline, 'No connection'],
  ])('keeps the typed values after %s and lets the customer try again', async (_what, failure, words) => {
    const { fill, tap, see, input, button, sentTimes } = await openPaidRecipient({ [EDIT_DETAILS]: failure });
    await fill('firstname', 'Ona');
    await tap('Continue');
    await see(words);
    expect(input('firstname').value).toBe('Ona');
    expect(readDraft('7').recipient?.recipient_firstname).toBe('Ona');
    await tap(words === 'No connection' ? 'Close' : 'OK');
    await waitFor(() => expect(button('Continue').getAttribute('aria-busy')).toBeNull());
    await tap('Continue');
    await sentTimes(EDIT_DETAILS, 2);
  });

  it('saves a paid card without showing the later steps and returns to its order', async () => {
    const bought = { status: true, data: details({ order_id: '900000001', recipient_mobile: '+61491570156' }) };
    const { fill, tap, see, bodies, address, input } = await openPaidRecipient({
      [DETAILS]: bought,
      [EDIT_DETAILS]: bought,
      'GET mobiledigital/order': { status: true, data: order() },
    });
    expect(input('mobile').value).toBe('0491570156');
    await fill('text', 'One word more');
    await tap('Save');
    await see('Saved');
    expect(address()).toBe('/account/order/900000001');
    expect(bodies(EDIT_DETAILS)).toHaveLength(1);
  });

  it('shows no Finish button for a paid card, because it is in no cart', async () => {
    const { page } = await openPaidRecipient();
    expect(page.queryByRole('button', { name: 'Finish' })).toBeNull();
  });
});

describe('gift card that cannot be changed', () => {
  it.each([
    ['queued', 'This gift card has already gone out'],
    ['delivered', 'This gift card has already gone out'],
    ['failed', 'This gift card did not arrive'],
    ['void', 'This gift card is no longer valid'],
  ] as const)('explains in place of the form why a %s card cannot be changed', async (state, words) => {
    const { page, link } = await openPage({
      url: '/giftcard/edit/7',
      shows: words,
      answers: { [DETAILS]: { status: true, data: details({ state, can_edit: false }) } },
    });
    expect(page.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(link('Your Orders').getAttribute('href')).toBe('/account/orders');
  });

  it.each([
    ['in this browser', `/giftcard/add/${KEY}`, { status: true }],
    ['on the server', '/giftcard/edit/7', { status: false }],
  ])('reports a missing card %s and links to other gift cards', async (_what, path, answer) => {
    const { link, page } = await openPage({
      url: path,
      shows: 'This gift card is not here any more',
      answers: { [DETAILS]: answer },
    });
    expect(link('Choose a gift card').getAttribute('href')).toBe('/browse');
    expect(page.queryByRole('navigation', { name: 'Steps' })).toBeNull();
  });

  it('links a card that the customer has just bought to its order', async () => {
    const success = { order_id: '000000012', shop_name: 'Tide & Kiln' };
    const { link } = await openPage({
      url: `/giftcard/sendnoworschedule/${KEY}/${KEY}`,
      shows: 'You have bought this gift card',
      before: () => setPlacedOrder({ order: { cartId: 1, orderId: 12, success }, keys: [KEY] }),
    });
    expect(link('See your order').getAttribute('href')).toBe('/account/order/000000012');
  });

  it('offers to try again when the card does not load', async () => {
    let fails = true;
    const { tap, see, page } = await openPage({
      url: '/giftcard/edit/7',
      shows: 'This did not load',
      answers: { [DETAILS]: () => (fails ? refuse(500)() : { status: true, data: details() }) },
    });
    fails = false;
    await tap('OK');
    await tap('Try again');
    await see('Gift Card Recipient Details');
    expect(page.queryByText('This did not load')).toBeNull();
  });
});

it.each(['add', 'schedule', 'mmstemplates'])('asks a visitor at /giftcard/%s to sign in', async (step) => {
  const path = `/giftcard/${step}/${KEY}${step === 'add' ? '' : `/${KEY}`}`;
  openPage({ url: path, shows: 'Deliver To', session: {}, giftCards: singleCard() }).catch(() => undefined);
  await waitFor(() => expect(document.body.textContent).toContain('Send Mobile Code'));
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Browse Gift Cards'));
});
