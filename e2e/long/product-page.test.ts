import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { PHONE, WIDE } from '../steps/browser.ts';
import { findTile, isConfigurable, isGiftCard } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { findOutOfOrder } from '../steps/reading-order.ts';

const shop = setUpShop();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openSome = async (isWanted: (tile: TileProduct) => boolean, size = PHONE) =>
  shop.open(`/product/${(await findTile(shop.server(), isWanted)).id}`, { size });
const findElementIndex = (element: Element) => [...document.querySelectorAll('*')].indexOf(element);

describe.each([
  ['a phone', PHONE],
  ['a wide screen', WIDE],
])('the product page on %s', (_where, size) => {
  it.each([
    ['a gift card', isGiftCard, '[data-amount]', 'text="About this gift card"'],
    ['goods', isConfigurable, 'input[type=radio]', '[role=tab]'],
  ])('shows %s in the same reading, tab and visual order', async (_what, isWanted, choice, after) => {
    const page = await openSome(isWanted, size);
    await button(page, 'Add to Cart').waitFor();
    expect(await findOutOfOrder(page)).toBeNull();
    const parts = ['h1', choice, 'text="Add to Cart"', 'a[href^="/sellerprofile/"]', after];
    const places = await Promise.all(
      parts.map((part) => page.locator(`#main >> ${part}`).first().evaluate(findElementIndex)),
    );
    expect(places).toEqual(places.toSorted((place, other) => place - other));
  });
});

it('keeps the action bar at the bottom of a phone while scrolling, without covering content', async () => {
  const page = await openSome(isGiftCard);
  const bar = async () => (await button(page, 'Add to Cart').boundingBox())?.y ?? 0;
  expect(await bar()).toBeGreaterThan(PHONE.height - 80);
  await page.evaluate(() => scrollTo(0, document.querySelector('[data-amount]')?.getBoundingClientRect().bottom ?? 0));
  expect(await bar()).toBeGreaterThan(PHONE.height - 80);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.locator('#main section[aria-label]').last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(await bar());
});
