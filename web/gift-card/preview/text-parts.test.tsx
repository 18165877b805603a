import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { details, KEY, oneCard } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

const openPreview = (change: Partial<LocalGiftCard> = {}) =>
  openPage({
    ...{ at: `/giftcard/sendnoworschedule/${KEY}/${KEY}`, shows: 'Deliver To' },
    giftCards: oneCard({ scheduled_delivery: '2028-11-24 09:30:00', ...change }),
  });

describe('the text', () => {
  test('is the one that is sent: giver, value, seller and last day, the words, then the link', async () => {
    const { box } = await openPreview();
    const bubble = () => box.querySelector('[data-phone]')?.textContent ?? '';
    const sent =
      'Wren sent you a $50 Tide & Kiln gift card, valid to 24 Nov 2031: "Something small for your new shelf." ';
    await waitFor(() => expect(bubble()).toContain(`${sent}${new URL(globalThis.location.href).host}/card/…`));
  });

  test('of a card that never expires names no day', async () => {
    const card_life = { supplied_on: '2026-11-02T01:00:00Z', validity_months: null, expires_on: null };
    const { see } = await openPage({
      ...{ at: '/giftcard/sendnoworschedule/7/1', shows: 'Deliver To' },
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': {
          status: true,
          data: details({ order_id: '900000001', card_life }),
        },
      },
    });
    await see('Wren sent you a $50 Tide & Kiln gift card: "Something small for your new shelf." ');
  });

  test.each([
    ['For you', 'The text goes out in one part.'],
    ['Something small for your new shelf, and for the long evenings in front of it.', 'The text goes out in 2 parts.'],
    [
      'Something small for your new shelf 🎁',
      'The text goes out in 3 parts. Emoji and special characters make it longer; without them it takes fewer.',
    ],
    [
      `🎁 ${'A word, '.repeat(24)}`,
      'The text goes out in 4 parts. Emoji and special characters make it longer; without them it takes fewer. ' +
        'The end of your words is left out, so that it stays short enough.',
    ],
  ])('says in how many parts it is sent: %s', async (text_content, words) => {
    const { page } = await openPreview({ text_content });
    await waitFor(() => expect(page.getByText(/^The text goes out/).textContent?.trim()).toBe(words));
  });
});
