import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { phoneMessages } from '#gallery/fixtures/gift-cards.ts';
import { offline } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';

const publicUrl = globalThis.location.origin;
const messages = phoneMessages(publicUrl);
const RECIPIENT = '+61491570156';

const openPhone = (to: string | null, answer: unknown = messages, overrides: Partial<Story> = {}) =>
  openShop({
    url: to === null ? '/phone' : `/phone?to=${encodeURIComponent(to)}`,
    loaded: { isEnabled: true, publicUrl },
    shows: 'Messages',
    ...overrides,
    answers: { 'GET /phone/messages': answer },
  });
const filterByNumber = (number: string) => messages.filter(({ to }) => to === number);

describe('conversation list', () => {
  it('shows one conversation per number with its latest message', async () => {
    const { page } = await openPhone(null);
    const rows = within(page.getByRole('region', { name: 'Conversations' })).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([
      `/phone?to=${encodeURIComponent(MOBILE)}`,
      `/phone?to=${encodeURIComponent(RECIPIENT)}`,
    ]);
    expect(rows[0]?.textContent).toContain('0412 345 678');
    expect(rows[0]?.textContent).toContain('your code is 318498');
  });

  it('reports a lost connection and reconnects automatically', async () => {
    let tries = 0;
    const { page } = await openPhone(
      null,
      () => {
        tries += 1;
        return tries === 1 ? offline : messages;
      },
      { shows: 'The shop cannot be reached' },
    );
    expect(await page.findByText('0412 345 678')).toBeTruthy();
    await waitFor(() => expect(page.queryByText(/cannot be reached/)).toBeNull());
  });

  it.each(['', 'abc', '123', '0412345'])('rejects the input %j as the number of a demo phone', async (typed) => {
    const { page, user } = await openPhone(null);
    const field = page.getByLabelText('Open the phone of');
    if (typed) await user.type(field, typed);
    await user.click(page.getByText('Open'));
    expect(readFieldError(field)).toBe('Please enter a valid mobile');
  });

  it('opens the demo phone of a typed number, and returns to the list with the back arrow', async () => {
    const { page, user } = await openPhone(null);
    await user.type(page.getByLabelText('Open the phone of'), '0491 570 156{Enter}');
    expect(await page.findByRole('heading', { level: 1, name: '0491 570 156' })).toBeTruthy();
    await user.click(page.getByLabelText('All conversations'));
    expect(await page.findByLabelText('Open the phone of')).toBeTruthy();
  });
});

describe('messages of one phone', () => {
  it('shows the oldest message of a conversation at the top', async () => {
    const { page } = await openPhone(RECIPIENT, filterByNumber(RECIPIENT), { shows: 'A gift card is waiting for you' });
    const bubbles = within(page.getByRole('log')).getAllByRole('listitem');
    expect(bubbles[0]?.querySelector('img')).toBeTruthy();
    expect(bubbles[1]?.textContent).toContain('Something small for your new shelf.');
  });

  it('previews shop links and opens them in the same tab, but opens other links in a new tab', async () => {
    const text = `Look: ${publicUrl}/card/abc and https://elsewhere.example/x.`;
    const { page } = await openPhone(RECIPIENT, [{ ...filterByNumber(RECIPIENT)[0], text }], { shows: 'Look' });
    expect(page.getByText('Tap to unwrap it').closest('a')?.getAttribute('href')).toBe('/card/abc');
    const other = page.getByText('https://elsewhere.example/x');
    expect([other.getAttribute('href'), other.getAttribute('target')]).toEqual([
      'https://elsewhere.example/x',
      '_blank',
    ]);
    expect(page.getByText(`${publicUrl}/card/abc`).getAttribute('target')).toBeNull();
  });

  it('copies the code of a message on tap', async () => {
    const { page, user } = await openPhone(MOBILE, filterByNumber(MOBILE), { shows: 'Copy 318498' });
    await user.click(page.getByText('Copy 318498'));
    expect(await page.findAllByText('Copied')).not.toHaveLength(0);
    expect(await navigator.clipboard.readText()).toBe('318498');
  });

  it('shows a hint when no message was sent to the number', async () => {
    const { page } = await openPhone(RECIPIENT, [], { shows: 'Nothing has been sent' });
    expect(page.getByText('Nothing has been sent to this number yet.')).toBeTruthy();
  });

  it('shows Page not found when the demo phone is off', async () => {
    const { page } = await openPhone(null, [], { loaded: { isEnabled: false, publicUrl }, shows: 'Page not found' });
    expect(page.queryByText('Conversations')).toBeNull();
  });
});
