import { waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { customer, home } from '#gallery/fixtures/customer.ts';
import { details, order } from '#gallery/fixtures/gift-cards.ts';
import { giftCard, itemAt } from '#gallery/fixtures/products.ts';
import { variedTiles } from '#gallery/fixtures/tiles.ts';
import { wholeAddress } from '#test/web/address-forms.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { EDIT_DETAILS, openPaidRecipient } from '#test/web/recipient-screen.ts';
import { openPaidSchedule, SAVE_SCHEDULE } from '#test/web/schedule-screen.ts';
import { saveFormDraft } from './shop/state/form-drafts.ts';
import { listGiftCards } from './shop/state/gift-cards.ts';

/** Never resolves, so that the next screen never renders. */
const showPage = vi.hoisted(() => vi.fn(() => new Promise<void>(() => undefined)));
vi.mock(import('./shop/state/route-shown.ts'), async (original) => ({
  ...(await original()),
  useShowPage: () => showPage,
}));

const bought = { status: true, data: details({ order_id: order().increment_id }) };
const TEMPLATE = 'POST mobiledigital/savegiftcardmmstemplate';
const ADDRESS = 'PUT customers/me';
const tile = itemAt(variedTiles, 0);

type Shop = Awaited<ReturnType<typeof openPage>>;
type Form = { open: () => Promise<Shop>; button: string; call?: string };

const forms: Record<string, Form> = {
  'the recipient of a gift card': { open: () => openPaidRecipient(), button: 'Continue', call: EDIT_DETAILS },
  'one change of a paid card': {
    open: () => openPaidRecipient({ 'GET mobiledigital/getgiftcarddetailsbyid': bought, [EDIT_DETAILS]: bought }),
    button: 'Save',
    call: EDIT_DETAILS,
  },
  'the time of a gift card': {
    open: () => openPaidSchedule({ status: true }),
    button: 'Save',
    call: SAVE_SCHEDULE,
  },
  'an address': {
    open: () =>
      openPage({
        url: '/account/addaddress',
        shows: 'Save Address',
        before: () => saveFormDraft('account-address', wholeAddress),
        answers: { [ADDRESS]: customer([home]) },
      }),
    button: 'Save Address',
    call: ADDRESS,
  },
  'a tile of a product with options': {
    open: () =>
      openPage({
        url: '/browse',
        shows: tile.name,
        answers: { ...createCartServer([]), 'GET mobiledigital/browseProducts': { status: true, data: [tile] } },
      }),
    button: 'Add To Cart',
  },
};

it.each(Object.entries(forms))(
  'submits %s once, ignoring a second tap until the next screen renders',
  async (_what, form) => {
    showPage.mockClear();
    const { tap, count } = await form.open();
    await tap(form.button);
    await waitFor(() => expect(showPage).toHaveBeenCalledTimes(1));
    await tap(form.button);
    await tap(form.button);
    expect(showPage).toHaveBeenCalledTimes(1);
    if (form.call) expect(count(form.call)).toBe(1);
  },
);

it('ignores a second tap on a wrapping until the next screen renders', async () => {
  showPage.mockClear();
  const { box, user, count } = await openPage({
    url: '/giftcard/mmstemplates/7/1',
    shows: 'Confetti',
    answers: {
      'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details() },
      [TEMPLATE]: { status: true },
    },
  });
  const chosen = [...box.querySelectorAll<HTMLElement>('[aria-roledescription=slide] button')];
  for (const button of chosen.slice(0, 2)) await user.click(button);
  await waitFor(() => expect(showPage).toHaveBeenCalledTimes(1));
  for (const button of chosen) await user.click(button);
  expect([showPage.mock.calls.length, count(TEMPLATE)]).toEqual([1, 1]);
});

it('adds only one gift card when an amount is tapped again before the next screen renders', async () => {
  showPage.mockClear();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const product = giftCard();
  const { tap } = await openPage({
    url: `/product/${product.id}`,
    shows: 'How much?',
    answers: { ...createCartServer([]), 'GET mobiledigital/product': { status: true, data: product } },
  });
  for (let taps = 0; taps < 2; taps += 1) {
    await tap('$75');
    vi.advanceTimersByTime(1_000);
  }
  expect(showPage).toHaveBeenCalledTimes(1);
  expect(listGiftCards()).toHaveLength(1);
});
