import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SPEND_CODE } from '#gallery/fixtures/spending.ts';
import { openSpend, PUT } from '#test/web/spend-screen.ts';
import { type CallAnswers, refuse, throwOffline } from '#test/web/watch-calls.ts';

const { canScanHere, isScanRequested } = vi.hoisted(() => ({
  canScanHere: vi.fn(() => true),
  isScanRequested: vi.fn(() => false),
}));
vi.mock('./scan-here.ts', () => ({ canScanHere, isScanRequested, clearAskToScan: () => undefined }));
const scanned = vi.hoisted(() => ({ onScan: (_text: string): void => undefined }));
vi.mock('#web/shared/scan/camera.tsx', () => ({
  Camera: ({ onScan }: { onScan: (text: string) => void }) => {
    scanned.onScan = onScan;
    return 'The camera';
  },
}));

describe('the sheet for a gift card code', () => {
  it('explains to a customer without gift cards that a code is for the seller named on the card', async () => {
    const { tap, see } = await openSpend({ ownCards: [] });
    await tap('Enter a code');
    await see('Use it on anything from the seller named on the card, shipping included.');
  });

  it('accepts a loosely typed code and sends it in normalised form', async () => {
    const { typeCode, amount, bodies, page } = await openSpend({ ownCards: [] });
    await typeCode('7f3q 9xkm-2p4d abiq');
    await waitFor(() => expect(amount('to pay')).toBe('$33.99 AUD'));
    expect(bodies(PUT)).toEqual([{ giftCardAccountData: { gift_cards: [SPEND_CODE] } }]);
    expect(page.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Enter a code'));
  });

  it.each([
    ['with a wrong letter', '7F3Q-9XKM-2P4D-AB1X', 'We can’t find that card. Check the code and try again.'],
    ['with a letter that codes never contain', '7F3Q-9XKM-2P4D-AB1U', 'We can’t find that card.'],
    ['that is too short', '7F3Q-9XKM-2P4D', 'That’s not a complete gift card code. Codes have 16 letters and digits.'],
  ])('does not send a code %s, and shows the error below the field', async (_what, typed, words) => {
    const { typeCode, field, text, count } = await openSpend();
    await typeCode(typed);
    expect(text()).toContain(words);
    expect(field('Card code').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field('Card code')));
    expect(count(PUT)).toBe(0);
  });

  it('asks for the PIN when the server refuses a code, keeps the typed code and sends both', async () => {
    const answers: CallAnswers = { [PUT]: refuse(404, { code: 'gift_card_invalid', message: 'x' }) };
    const { typeCode, field, user, tap, see, bodies, page, answers: now } = await openSpend({ answers });
    await typeCode(SPEND_CODE);
    await see('No gift card for your cart has this code and PIN.');
    await waitFor(() => expect(document.activeElement).toBe(field('PIN')));
    expect(field('Card code').value).toBe(SPEND_CODE);
    now[PUT] = true;
    await user.type(field('PIN'), '4821');
    await tap('Use this gift card');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(bodies(PUT).at(-1)).toEqual({
      giftCardAccountData: { gift_cards: [SPEND_CODE], extension_attributes: { pin: '4821' } },
    });
  });

  it('opens and focuses the PIN field when the customer taps "My card has a PIN"', async () => {
    const { tap, field } = await openSpend();
    await tap('Enter a code');
    await tap('My card has a PIN');
    await waitFor(() => expect(document.activeElement).toBe(field('PIN')));
  });

  it.each([
    [
      'too many wrong codes',
      refuse(429, { code: 'too_many_requests', message: 'x', retryAfter: 840 }),
      'try again in 14 minutes',
    ],
    [
      'reaching the gift card limit',
      refuse(400, { code: 'gift_cards_full', message: 'x', parameters: ['20'] }),
      'At most 20 gift cards',
    ],
    ['no connection', throwOffline, 'No connection. Nothing is lost: try again in a moment.'],
  ])('explains below the field what to do after %s', async (_what, answer, words) => {
    const { typeCode, see, field } = await openSpend({ answers: { [PUT]: answer } });
    await typeCode(SPEND_CODE);
    await see(words);
    expect(field('Card code').getAttribute('aria-invalid')).toBe('true');
  });

  it('submits a scanned code immediately', async () => {
    const { tap, see, bodies, page } = await openSpend({ ownCards: [] });
    await tap('Enter a code');
    await tap('Scan with the camera');
    await see('The camera');
    scanned.onScan(SPEND_CODE);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(bodies(PUT)).toEqual([{ giftCardAccountData: { gift_cards: [SPEND_CODE] } }]);
  });

  it('does not open the camera on a page without permission to use it', async () => {
    canScanHere.mockReturnValueOnce(false);
    const { tap, text } = await openSpend();
    await tap('Enter a code');
    await tap('Scan with the camera');
    expect(text()).not.toContain('The camera');
  });

  it('opens the camera on a page that was reloaded for scanning', async () => {
    isScanRequested.mockReturnValueOnce(true);
    const { see } = await openSpend();
    await see('The camera');
  });
});
