import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { giftCard, itemAt, soldOut } from '#gallery/fixtures/products.ts';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { scrollToEverything, scrollToParts } from '#test/web/browser-parts.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, refuse } from '#test/web/watch-calls.ts';

const LIST = 'GET mobiledigital/browseProducts';
const TITLE = 'More from Tide & Kiln';
const otherTiles = cardTiles.slice(0, 3);

const openProduct = (data: Product, answers: CallAnswers = {}) =>
  openPage({
    url: `/product/${data.id}`,
    shows: data.name,
    session: {},
    before: () => scrollToParts(),
    answers: {
      'GET mobiledigital/product': { status: true, data },
      [LIST]: { status: true, data: otherTiles },
      ...answers,
    },
  });

it('loads other products by the seller of a gift card only when the section scrolls into view', async () => {
  const card = giftCard(itemAt(cardTiles, 0));
  const { page, queries, count, loaded } = await openProduct(card);
  const section = within(await page.findByRole('region', { name: TITLE }));
  expect([loaded.includes(LIST), count(LIST), section.queryAllByRole('link')]).toEqual([false, 0, []]);
  scrollToEverything();
  await waitFor(() => expect(section.getAllByRole('link')).toHaveLength(2));
  expect(queries(LIST)).toMatchObject([{ seller: 'tide-and-kiln' }]);
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    otherTiles.slice(1).map(({ id }) => `/product/${id}`),
  );
});

it.each([
  ['has no other products', { status: true, data: otherTiles.slice(0, 1) }],
  ['cannot be loaded', refuse(500)],
])("hides the seller's other products when the seller %s", async (_what, answer) => {
  const { page } = await openProduct(giftCard(itemAt(cardTiles, 0)), { [LIST]: answer });
  await page.findByRole('region', { name: TITLE });
  scrollToEverything();
  await waitFor(() => expect(page.queryByRole('region', { name: TITLE })).toBeNull());
});

it("hides the seller's other products when the card is sold out, because the sold-out notice links to them", async () => {
  const { page } = await openProduct(giftCard(soldOut(itemAt(cardTiles, 0))));
  scrollToEverything();
  expect(page.queryByRole('region', { name: TITLE })).toBeNull();
  expect(page.getByRole('link', { name: TITLE })).toBeTruthy();
});
