import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { details, order } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { useToast } from '../../state/toasts.ts';

const TEMPLATE = 'POST mobiledigital/savegiftcardmmstemplate';
const SCHEDULE = 'POST mobiledigital/savegiftcardscheduleddate';
const { increment_id } = order();

const openPaid = (path: string, shows: string) =>
  openPage({
    url: path,
    shows,
    answers: {
      'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details({ order_id: increment_id }) },
      'GET mobiledigital/order': { status: true, data: order() },
      [TEMPLATE]: { status: true },
      [SCHEDULE]: { status: true },
    },
  });

it('returns to the order of a paid card after saving another wrapping', async () => {
  const { box, user, see, writes } = await openPaid('/giftcard/mmstemplates/7/1', 'Confetti');
  const slides = [...box.querySelectorAll<HTMLElement>('[aria-roledescription=slide]')];
  const confetti = slides.find(({ textContent }) => textContent?.includes('Confetti')) ?? box;
  await user.click(within(confetti).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(useToast.getState().text).toBe('Saved'));
  await see(increment_id);
  expect(writes()).toEqual([TEMPLATE]);
});

it('returns to the order of a paid card after saving another time', async () => {
  const { tap, see, writes } = await openPaid('/giftcard/schedule/7/1', 'Where is your friend?');
  await tap('Tomorrow 9\u00a0am');
  await tap('Save');
  await waitFor(() => expect(useToast.getState().text).toBe('Saved'));
  await see(increment_id);
  expect(writes()).toEqual([SCHEDULE]);
});
