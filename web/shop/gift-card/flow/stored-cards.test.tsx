import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KEY, localGiftCard, singleCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { SAVE_SCHEDULE, TUESDAY, withClock } from '#test/web/schedule-screen.ts';
import { readDraft, restoreDrafts, saveDraft } from '../../state/gift-card-drafts.ts';
import { restoreGiftCards } from '../../state/gift-cards.ts';

const { name, sku, price } = localGiftCard();

const stored: [what: string, card: object][] = [
  ['no fields', {}],
  ['only SKU, name and price', { sku, name, price }],
  [
    'fields of the wrong types',
    { sku, name, price: '50', options: 'none', product_option: 3, recipient_firstname: 7, picture: 'x' },
  ],
  ['an invalid time and time zone', { ...localGiftCard(), scheduled_delivery: 'tomorrow', timezone: 'Mars/Base' }],
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

describe.each(stored)('stored gift card with %s', (_what, card) => {
  const before = withStored(card);

  it('shows the stored card in the cart as unfinished and lets the customer remove it', async () => {
    const { user, page, see } = await openPage({
      url: '/browse',
      shows: 'Not finished yet',
      popup: { kind: 'cart' },
      before,
      answers: { 'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: [] } } },
    });
    await user.click(page.getByText('Remove'));
    await see('Your cart is empty');
  });

  it('opens the checkout for the stored card, but disables Confirm Purchase', async () => {
    const { button, text } = await openCheckout({ giftCards: {}, before });
    expect(text()).toContain('Missing required information.');
    expect((button('Confirm Purchase') as HTMLButtonElement).disabled).toBe(true);
  });

  it.each(steps)('opens %s with as much data as the card has', async (path, shows) => {
    const { text, page } = await openPage({ url: path, shows, before });
    await waitFor(() => expect(text()).toContain(shows));
    expect(text()).not.toContain('Unexpected Error');
    expect(page.queryByRole('dialog')).toBeNull();
  });
});

describe('drafts from an older version of the steps', () => {
  const typed = { recipient: { recipient_firstname: 3 }, people: {}, schedule: { chosen: 'now' }, template: 7 };

  it.each(steps)('opens %s without an error', async (path, shows) => {
    restoreDrafts();
    const { text } = await openPage({
      url: path,
      shows,
      giftCards: { [KEY]: localGiftCard() },
      before: () => {
        localStorage.setItem('gift-card-drafts', JSON.stringify({ [KEY]: typed }));
        dispatchEvent(new StorageEvent('storage', { key: 'gift-card-drafts' }));
      },
    });
    expect(text()).not.toContain('Unexpected Error');
  });
});

const readStoredCard = () => JSON.parse(localStorage.getItem('gift-card-details') ?? '{}')[KEY];

it('stores recipient, picture message, wrapping and time in local storage [EN-37, EN-38, EN-41, EN-42]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TUESDAY });
  onTestFinished(() => void vi.useRealTimers());
  const shop = withClock(
    await openPage({
      url: `/giftcard/add/${KEY}`,
      shows: 'Text message',
      giftCards: singleCard({ ...unfilled, timezone: '' }),
      answers: { [SAVE_SCHEDULE]: { status: true } },
    }),
  );
  const { user, field, tap, see, part, zone, box } = shop;
  for (const [label, typed] of [
    ["Recipient's firstname", 'Zoe'],
    ["Recipient's lastname", 'Hart'],
    ["Recipient's mobile", '0491570110'],
    ['Image message to the recipient', 'On the picture'],
    ['Text message to the recipient', 'In the text'],
  ] as const) {
    await user.click(field(label));
    await user.clear(field(label));
    await user.paste(typed);
  }
  await tap('Continue');
  await see('Confetti');
  expect(readStoredCard()).toMatchObject({
    recipient_firstname: 'Zoe',
    recipient_lastname: 'Hart',
    recipient_mobile: '0491570110',
    recipient_message: 'On the picture',
    mms_template_id: '',
    scheduled_delivery: '',
  });
  const slides = [...box.querySelectorAll<HTMLElement>('[aria-roledescription=slide]')];
  const confetti = slides.find(({ textContent }) => textContent?.includes('Confetti')) ?? box;
  await user.click(within(confetti).getByRole('button', { name: 'Continue' }));
  await see('Where is your friend?');
  expect(readStoredCard()).toMatchObject({
    mms_template_id: 'congratulations',
    click2_giftcard_mms_template_id: expect.any(Number),
    mms_template_url: expect.stringContaining('/media/template-congratulations/'),
  });
  await user.selectOptions(zone(), 'Australia/Perth');
  await user.clear(part('Hour'));
  await user.type(part('Hour'), '17');
  await user.clear(part('Minute'));
  await user.type(part('Minute'), '45');
  await tap('Save');
  await see('Deliver To');
  expect(readStoredCard()).toMatchObject({ scheduled_delivery: '2026-11-24 17:45:00', timezone: 'Australia/Perth' });
  const phone = within(box.querySelector<HTMLElement>('[data-phone]') ?? box);
  expect(phone.getByRole('img', { name: /On the picture/ })).toBeTruthy();
  expect(phone.queryByRole('img', { name: /In the text/ })).toBeNull();
  expect(phone.getByText(/In the text/)).toBeTruthy();
});

it('keeps a half-typed recipient as a draft when the message is saved on the wrapping step', async () => {
  const typed = { recipient_firstname: 'Mi', recipient_lastname: 'Tran', recipient_mobile: '0491' };
  const words = { recipient_message: localGiftCard().recipient_message, text_content: 'Something small' };
  const shop = await openPage({
    url: `/giftcard/mmstemplates/${KEY}/${KEY}`,
    shows: 'Confetti',
    giftCards: singleCard(),
    before: () => saveDraft(KEY, { recipient: { ...typed, ...words } }),
  });
  await shop.tap('Change the words');
  await shop.user.clear(shop.field('Image message to the recipient'));
  await shop.user.paste('For the best shelf');
  await shop.user.click(shop.ground().getAllByRole('button', { name: 'Continue' })[0] as HTMLElement);
  await shop.see('Where is your friend?');
  const mia = { recipient_firstname: 'Mia', recipient_mobile: '0491570156' };
  expect(readStoredCard()).toMatchObject({ ...mia, recipient_message: 'For the best shelf' });
  expect(readDraft(KEY).recipient).toMatchObject({ ...typed, recipient_message: 'For the best shelf' });
});
