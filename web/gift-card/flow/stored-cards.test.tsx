import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KEY, localGiftCard } from '#gallery/fixtures/gift-cards.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { restoreDrafts } from '../../state/gift-card-drafts.ts';
import { restoreGiftCards } from '../../state/gift-cards.ts';

const { name, sku, price } = localGiftCard();

/** What an older version may have left, or a hand in the browser's storage. */
const stored: [what: string, card: object][] = [
  ['nothing at all', {}],
  ['a name and a price alone', { sku, name, price }],
  [
    'fields of other kinds',
    { sku, name, price: '50', options: 'none', product_option: 3, recipient_firstname: 7, picture: 'x' },
  ],
  ['a time that is none', { ...localGiftCard(), scheduled_delivery: 'tomorrow', timezone: 'Mars/Base' }],
  ['no product', { ...localGiftCard(), id: undefined, options: null, images: null, text_content: null }],
];

const steps = [
  [`/giftcard/add/${KEY}`, 'Who are you sending it to?'],
  [`/giftcard/mmstemplates/${KEY}/${KEY}`, 'How would you like your gift wrapped?'],
  [`/giftcard/schedule/${KEY}/${KEY}`, 'Where is your friend?'],
  [`/giftcard/sendnoworschedule/${KEY}/${KEY}`, 'Gift Card Preview'],
] as const;

const withStored = (card: object) => () => {
  localStorage.setItem('gift-card-details', JSON.stringify({ [KEY]: card }));
  restoreGiftCards();
};

describe.each(stored)('a stored card with %s', (_what, card) => {
  const before = withStored(card);

  test('stands in the cart as not finished, and can be removed', async () => {
    const { user, page, see } = await openPage({
      ...{ at: '/browse', shows: 'Not finished yet', popup: { kind: 'cart' }, before },
      answers: { 'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: [] } } },
    });
    await user.click(page.getByText('Remove'));
    await see('Your cart is empty');
  });

  test('keeps checkout from being confirmed, and nothing else', async () => {
    const { button, text } = await openCheckout({ giftCards: {}, before });
    expect(text()).toContain('Missing required information.');
    expect((button('Confirm Purchase') as HTMLButtonElement).disabled).toBe(true);
  });

  test.each(steps)('%s goes on with what is there', async (at, shows) => {
    const { text, page } = await openPage({ at, shows, before });
    await waitFor(() => expect(text()).toContain(shows));
    expect(text()).not.toContain('Unexpected Error');
    expect(page.queryByRole('dialog')).toBeNull();
  });
});

describe('what was typed into an older version of the steps', () => {
  const typed = { recipient: { recipient_firstname: 3 }, people: {}, schedule: { chosen: 'now' }, template: 7 };

  test.each(steps)('does not end %s', async (at, shows) => {
    restoreDrafts();
    const { text } = await openPage({
      ...{ at, shows, giftCards: { [KEY]: localGiftCard() } },
      before: () => {
        localStorage.setItem('gift-card-drafts', JSON.stringify({ [KEY]: typed }));
        dispatchEvent(new StorageEvent('storage', { key: 'gift-card-drafts' }));
      },
    });
    expect(text()).not.toContain('Unexpected Error');
  });
});
