import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { card } from '#gallery/fixtures/card-page.ts';
import { openPage } from '#test/web/customer-page.ts';

const openCard = (pin: string | null = '4821') =>
  openPage({ url: '/card/s3cret', shows: 'Tide & Kiln', session: {}, loaded: { card: card({ pin }) } });

it.each([
  ['QR code', 'Show the QR code full screen', 'Show the barcode instead', /^Barcode/],
  ['Barcode', 'Show the barcode full screen', 'Show the QR code instead', /^QR code/],
])(
  'shows the %s full screen with code, PIN and instructions on a tap, and switches to the other code',
  async (...row) => {
    const [name, opens, swaps, other] = row;
    const { tap, see, ground } = await openCard();
    await tap(opens);
    await see('Turn up your brightness');
    expect(ground().getByText('Balance $50.00 AUD')).toBeTruthy();
    expect(ground().getByRole('img').getAttribute('alt')).toBe(`${name} of the card code TKGC-7F3Q-9XKM-2P4D`);
    expect([ground().getByText('TKGC 7F3Q 9XKM 2P4D'), ground().getByText('PIN 4821')]).toHaveLength(2);
    await tap(swaps);
    expect(ground().getByRole('img').getAttribute('alt')).toMatch(other);
  },
);

it('shows the barcode full screen when the recipient taps Use it now', async () => {
  const { tap, see, ground } = await openCard();
  await tap('Use it now');
  await see('Turn up your brightness');
  expect(ground().getByRole('img').getAttribute('alt')).toMatch(/^Barcode/);
});

it('returns the focus to the button that opened the code', async () => {
  const { tap, button, box } = await openCard(null);
  await tap('Show the QR code full screen');
  await tap('Close');
  await waitFor(() => expect(box.querySelector('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button('Show the QR code full screen')));
});
