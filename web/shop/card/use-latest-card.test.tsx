import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { card } from '#gallery/fixtures/card-page.ts';
import { openPage } from '#test/web/customer-page.ts';
import { throwOffline } from '#test/web/watch-calls.ts';

const CALL = 'GET mobiledigital/card';

const openKept = () =>
  openPage({
    url: '/card/s3cret',
    shows: 'Tide & Kiln',
    session: {},
    loaded: { card: card({ balance: 40 }) },
    answers: { [CALL]: throwOffline },
    before: () => {
      document.documentElement.dataset.kept = '2026-11-20T03:05:00Z';
    },
  });

it('shows the age of a stored page and warns that the balance may have changed', async () => {
  const { see, text, names } = await openKept();
  await see('As of 20 Nov 2026, ');
  expect(text()).toContain('You can show the code. The balance may have changed since.');
  expect(text()).toContain('You’re offline.');
  expect(text()).toContain('TKGC 7F3Q 9XKM 2P4D');
  expect(names()).not.toContain('POST mobiledigital/cardopened');
});

it('refreshes a stored page when the network is back', async () => {
  const { see, answers, text } = await openKept();
  await see('As of');
  answers[CALL] = { status: true, data: card({ balance: 12.4 }) };
  globalThis.dispatchEvent(new Event('online'));
  await see('$12.40');
  expect(text()).not.toContain('As of');
});

it('hides the card on a stored page when its link has been replaced', async () => {
  const { see, answers, text } = await openKept();
  answers[CALL] = { status: false, replaced: true };
  globalThis.dispatchEvent(new Event('online'));
  await see('A newer text replaced this link');
  await waitFor(() => expect(text()).not.toContain('TKGC'));
});

it('does not load the card again when the page came from the server', async () => {
  const { names, text } = await openPage({
    url: '/card/s3cret',
    shows: 'Tide & Kiln',
    session: {},
    loaded: { card: card() },
  });
  expect(names()).not.toContain(CALL);
  expect(text()).not.toContain('As of');
});
