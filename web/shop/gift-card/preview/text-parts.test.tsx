import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { details, KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

const openPreview = (change: Partial<LocalGiftCard> = {}) =>
  openPage({
    url: `/giftcard/sendnoworschedule/${KEY}/${KEY}`,
    shows: 'Deliver To',
    giftCards: singleCard({ scheduled_delivery: '2028-11-24 09:30:00', ...change }),
  });

describe('text message in the preview', () => {
  it('previews the text message with giver, value, seller, last day, message, shop and link', async () => {
    const { box } = await openPreview();
    const bubble = () => box.querySelector('[data-phone]')?.textContent ?? '';
    const words = '"Something small for your new shelf." Handsel: ';
    const sentText = `Wren sent you a $50 Tide & Kiln gift card, valid to 24 Nov 2031: ${words}`;
    await waitFor(() => expect(bubble()).toContain(`${sentText}${new URL(globalThis.location.href).host}/card/…`));
  });

  it('omits the last day from the text message for a card that never expires', async () => {
    const card_life = { supplied_on: '2026-11-02T01:00:00Z', validity_months: null, expires_on: null };
    const { see } = await openPage({
      url: '/giftcard/sendnoworschedule/7/1',
      shows: 'Deliver To',
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': {
          status: true,
          data: details({ order_id: '900000001', card_life }),
        },
      },
    });
    await see('Wren sent you a $50 Tide & Kiln gift card: "Something small for your new shelf." ');
  });

  const TOO_LONG = 'Your message is too long for a text, so the end is left out.';

  it('warns that the end of a long message is left out', async () => {
    const { see } = await openPreview({ text_content: `🎁 ${'A word, '.repeat(24)}` });
    await see(TOO_LONG);
  });

  it('shows no warning about the length of a text that fits', async () => {
    const { page, see } = await openPreview({ text_content: 'Something small for your new shelf 🎁' });
    await see('Something small for your new shelf 🎁');
    expect(page.queryByText(TOO_LONG)).toBeNull();
  });
});
