import { within } from '@testing-library/react';
import type { Details } from '#contract/gift-cards.ts';
import { details, KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import type { LocalGiftCard } from '#web/shop/state/gift-cards.ts';
import { readStoredCard } from './card-in-storage.ts';
import { openPage } from './customer-page.ts';
import type { CallAnswers } from './watch-calls.ts';

export const SAVE_SCHEDULE = 'POST mobiledigital/savegiftcardscheduleddate';
/** Tuesday 24 November 2026, 11:00 in Sydney. */
export const TUESDAY = Date.UTC(2026, 10, 24, 0, 0);

export function withClock(shop: Awaited<ReturnType<typeof openPage>>) {
  const part = (name: 'Hour' | 'Minute') => shop.ground().getByRole<HTMLInputElement>('spinbutton', { name });
  return {
    ...shop,
    part,
    clock: () => `${part('Hour').value}:${part('Minute').value}`,
    notice: () =>
      shop
        .ground()
        .getAllByRole('status')
        .map((status) => status.textContent)
        .find((words) => /goes out|will arrive/.test(words ?? '')) ?? '',
    calendar: () => within(shop.ground().getByRole('grid')),
    zone: () => shop.field('Where is your friend?') as unknown as HTMLSelectElement,
  };
}
export const openLocalSchedule = async (change: Partial<LocalGiftCard> = {}, answers: CallAnswers = {}) =>
  withClock(
    await openPage({
      url: `/giftcard/schedule/${KEY}/${KEY}`,
      shows: 'Where is your friend?',
      giftCards: singleCard({ scheduled_delivery: '2026-11-28 09:30:00', ...change }),
      answers: { [SAVE_SCHEDULE]: { status: true }, ...answers },
    }),
  );
export const openPaidSchedule = async (answer: unknown, change: Partial<Details> = {}) =>
  withClock(
    await openPage({
      url: '/giftcard/schedule/7/1',
      shows: 'Where is your friend?',
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': {
          status: true,
          data: details({ scheduled_delivery: '2026-11-28 09:30:00', ...change }),
        },
        [SAVE_SCHEDULE]: answer,
      },
    }),
  );
export const readStoredSchedule = () => {
  const { scheduled_delivery, timezone } = readStoredCard() ?? {};
  return [scheduled_delivery, timezone];
};
