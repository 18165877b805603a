import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { details, KEY, oneCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { refuse } from '#test/web/watch-calls.ts';
import { keepPlacedOrder } from '../../checkout/placed/placed-order.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

const DETAILS = 'GET mobiledigital/getgiftcarddetailsbyid';
const openFirst = (change: Partial<LocalGiftCard>) =>
  openPage({ at: `/giftcard/add/${KEY}`, shows: 'Text message', giftCards: oneCard(change) });

describe('the trail of steps', () => {
  test.each<[string, Partial<LocalGiftCard>, string[]]>([
    ['a card just begun', unfilled, ['Who']],
    ['one that says who', { mms_template_id: '', scheduled_delivery: '' }, ['Who', 'Wrap']],
    ['one that is wrapped', { scheduled_delivery: '' }, ['Who', 'Wrap', 'When']],
    ['a complete one', {}, ['Who', 'Wrap', 'When', 'Preview']],
    ['one whose words are missing', { recipient_message: '' }, ['Who']],
  ])('of %s leads as far as it got', async (_what, change, names) => {
    const { page } = await openFirst(change);
    const trail = within(page.getByRole('navigation', { name: 'Steps' }));
    expect(trail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
    expect(trail.getByRole('link', { current: 'step' }).textContent).toBe('Who');
  });
});

describe('a card that cannot be changed', () => {
  test.each([
    ['queued', 'This gift card has already gone out'],
    ['delivered', 'This gift card has already gone out'],
    ['failed', 'This gift card did not arrive'],
    ['void', 'This gift card is no longer valid'],
  ] as const)('%s says so in place of the form', async (state, words) => {
    const { page, link } = await openPage({
      ...{ at: '/giftcard/edit/7', shows: words },
      answers: { [DETAILS]: { status: true, data: details({ state, can_edit: false }) } },
    });
    expect(page.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(link('Your Orders').getAttribute('href')).toBe('/account/orders');
  });

  test.each([
    ['of this browser', `/giftcard/add/${KEY}`, { status: true }],
    ['of the server', '/giftcard/edit/7', { status: false }],
  ])('because it is not there any more, %s', async (_what, at, answer) => {
    const { link, page } = await openPage({
      ...{ at, shows: 'This gift card is not here any more' },
      answers: { [DETAILS]: answer },
    });
    expect(link('Choose a gift card').getAttribute('href')).toBe('/browse');
    expect(page.queryByRole('navigation', { name: 'Steps' })).toBeNull();
  });

  test('because it was bought a moment ago leads to its order', async () => {
    const success = { order_id: '000000012', shop_name: 'Tide & Kiln' };
    const { link } = await openPage({
      ...{ at: `/giftcard/sendnoworschedule/${KEY}/${KEY}`, shows: 'You have bought this gift card' },
      before: () => keepPlacedOrder({ order: { cartId: 1, orderId: 12, success }, keys: [KEY] }),
    });
    expect(link('See your order').getAttribute('href')).toBe('/account/order/000000012');
  });

  test('because it does not come can be asked for again', async () => {
    let fails = true;
    const { tap, see, page } = await openPage({
      ...{ at: '/giftcard/edit/7', shows: 'This did not load' },
      answers: { [DETAILS]: () => (fails ? refuse(500)() : { status: true, data: details() }) },
    });
    fails = false;
    await tap('OK');
    await tap('Try again');
    await see('Gift Card Recipient Details');
    expect(page.queryByText('This did not load')).toBeNull();
  });
});

test.each(['add', 'schedule', 'mmstemplates'])('a visitor at /giftcard/%s is asked to sign in', async (step) => {
  const at = `/giftcard/${step}/${KEY}${step === 'add' ? '' : `/${KEY}`}`;
  // Such a story never stands still where it began.
  openPage({ at, shows: 'Deliver To', session: {}, giftCards: oneCard() }).catch(() => undefined);
  await waitFor(() => expect(document.body.textContent).toContain('Send Mobile Code'));
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Browse Gift Cards'));
});
