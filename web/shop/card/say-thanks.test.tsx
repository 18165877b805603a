import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { card } from '#gallery/fixtures/card-page.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { Card } from '#web/shared/gift-cards/card-facts.ts';
import { useToast } from '../state/toasts.ts';

const THANK = 'POST mobiledigital/thankgiver';
const SAID = 'You said thanks';

function openCard(change: Partial<Card> = {}, answer: unknown = { status: true }) {
  return openPage({
    url: '/card/s3cret',
    shows: 'Tide & Kiln',
    session: {},
    loaded: { card: card(change) },
    answers: { [THANK]: answer },
  });
}

it('sends a prepared thank-you message with two taps and shows it on the page', async () => {
  const { tap, bodies, see, text, ground } = await openCard();
  await tap('Say thanks to Wren');
  await tap('I love it, thank you!');
  await tap('Send thanks');
  await see(SAID);
  expect(bodies(THANK)).toEqual([{ secret: 's3cret', message: 'I love it, thank you!' }]);
  expect(text()).toContain('I love it, thank you!');
  expect(ground().queryByRole('button', { name: 'Say thanks to Wren' })).toBeNull();
  expect(ground().getByText(SAID).closest('[role=status]')).toBeTruthy();
  expect(useToast.getState().text).toBe('');
});

it('rejects empty and long thank-you messages, and those with links, before sending', async () => {
  const { tap, user, field, see, count } = await openCard();
  await tap('Say thanks to Wren');
  await tap('Send thanks');
  await see('Please write a few words');
  await user.type(field('Your words'), 'See evil.example');
  await tap('Send thanks');
  await see('Links cannot be sent');
  await user.clear(field('Your words'));
  await user.paste('x'.repeat(141));
  await tap('Send thanks');
  await see('Your words must be at most 140 characters');
  await waitFor(() => expect(document.activeElement).toBe(field('Your words')));
  expect(count(THANK)).toBe(0);
});

it("shows the server's reason for rejecting the thank-you message under the field", async () => {
  const { tap, see, text } = await openCard({}, { status: false, codes: { message: 'thanks_with_link' } });
  await tap('Say thanks to Wren');
  await tap('You made my day.');
  await tap('Send thanks');
  await see('Links cannot be sent');
  expect(text()).not.toContain(SAID);
});

it('shows the first thank-you message when it was already sent from another phone', async () => {
  const first = card({ thanks: { message: 'First!', said_at: '2026-11-02T01:00:00Z' }, can_thank: false });
  const { tap, see, answers } = await openCard({}, { status: false, already: true });
  answers['GET mobiledigital/card'] = { status: true, data: first };
  await tap('Say thanks to Wren');
  await tap('You made my day.');
  await tap('Send thanks');
  await see('First!');
  await see(SAID);
});

it.each<[string, Partial<Card>, boolean, boolean]>([
  ['were already sent', { thanks: { message: 'Ta!', said_at: '2026-11-02T01:00:00Z' }, can_thank: false }, false, true],
  ['have no recipient', { can_thank: false }, false, false],
  ['can still be sent after the balance is spent', { balance: 0 }, true, false],
])('shows the thanks button only when thanks can be sent: they %s', async (_what, change, isOffered, isSaid) => {
  const { page, text } = await openCard(change);
  expect(page.queryByRole('button', { name: 'Say thanks to Wren' }) !== null).toBe(isOffered);
  expect(text().includes(SAID)).toBe(isSaid);
});

it("shows the recipient's thanks beside the gift card in the giver's order", async () => {
  const { giftCardItem, order } = await import('#gallery/fixtures/gift-cards.ts');
  const item = giftCardItem(1, {
    state: 'delivered',
    thanks: { message: 'Love it!', said_at: '2026-11-02T01:00:00Z' },
  });
  const { see } = await openPage({
    url: '/account/order/1',
    shows: 'Mia Tran',
    answers: { 'GET mobiledigital/order': { status: true, data: order({ items: [item] }) } },
  });
  await see('Love it!');
  await waitFor(() => see('Mia Tran says thanks'));
});
