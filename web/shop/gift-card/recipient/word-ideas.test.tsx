import { expect, it } from 'vitest';
import { PICTURE_TEXT_LIMIT } from '#contract/rules/limits.ts';
import { unfilled } from '#gallery/fixtures/gift-cards.ts';
import { openLocalRecipient } from '#test/web/recipient-screen.ts';
import { saveLastOccasion } from '../../state/recently-viewed.ts';

const listIdeas = ({ page }: Awaited<ReturnType<typeof openLocalRecipient>>) =>
  [...page.getByRole('group', { name: 'Ideas' }).querySelectorAll('button')].map(
    ({ textContent }) => textContent ?? '',
  );

it('fills both messages with a tapped idea and replaces it when another idea is tapped', async () => {
  const shop = await openLocalRecipient(unfilled);
  const ideas = listIdeas(shop);
  expect(ideas).toEqual(['Happy birthday!', 'Thank you for everything!', 'A little something for you.']);
  expect(ideas.every(({ length }) => length <= PICTURE_TEXT_LIMIT)).toBe(true);
  for (const idea of ideas.slice(0, 2)) {
    await shop.tap(idea);
    expect([shop.input('picture').value, shop.input('text').value]).toEqual([idea, idea]);
  }
});

it('keeps a text message that the giver wrote when the giver taps an idea', async () => {
  const { fill, tap, input } = await openLocalRecipient(unfilled);
  await fill('text', 'For your new shelf');
  await tap('Happy birthday!');
  expect([input('picture').value, input('text').value]).toEqual(['Happy birthday!', 'For your new shelf']);
});

it('hides the ideas when the giver has written a picture message', async () => {
  const { fill, page } = await openLocalRecipient(unfilled);
  await fill('picture', 'For you');
  expect(page.queryByRole('group', { name: 'Ideas' })).toBeNull();
});

it('lists the idea for the last viewed occasion first', async () => {
  const shop = await openLocalRecipient(unfilled);
  saveLastOccasion('get-well');
  await shop.fill('picture', 'x');
  await shop.fill('picture', '');
  expect(listIdeas(shop)[0]).toBe('Get well soon!');
});
