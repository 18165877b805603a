import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product, TileProduct } from '#contract/catalogue.ts';
import { PHONE, WIDE } from '../steps/browser.ts';
import { holdCall, watchCalls } from '../steps/calls.ts';
import { allTiles, isGiftCard, isSimple, productOf } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { paragraphs } from '../steps/paragraphs.ts';
import { outOfOrder } from '../steps/reading-order.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const UNKNOWN = 99_999_999;
const shop = ownShop();
let tiles: TileProduct[];
let products: Product[];
let customer: Session;

beforeAll(async () => {
  tiles = await allTiles(shop.server());
  products = await Promise.all(tiles.map((tile) => productOf(shop.server(), tile)));
  customer = await customerOf(shop.server());
});

function productWith(wanted: (product: Product) => boolean): Product {
  const product = products.find(wanted);
  if (!product) throw new Error('The shop has no such product.');
  return product;
}
const valuesOf = (product: Product, code: 'color' | 'size') => product.configurable_options[code]?.options ?? [];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const option = (page: Page, title: string) =>
  page.getByRole('radio', { name: new RegExp(`^${title}\\s*(, sold out)?$`) });
const width = (image: HTMLImageElement) => image.naturalWidth;
const isWithOptions = (product: Product) => !product.is_giftcard && product.configurable_products.length > 0;
/** Where an element stands among all of the document. */
const placeOf = (element: Element) => [...document.querySelectorAll('*')].indexOf(element);

describe.each([
  ['a phone', PHONE],
  ['a wide screen', WIDE],
])('on %s', (_where, size) => {
  test.each([
    ['a gift card', (item: Product) => item.is_giftcard, '[data-amount]', 'text="About this gift card"'],
    ['goods', isWithOptions, 'input[type=radio]', '[role=tab]'],
  ])('the page of %s is read and tabbed to in the order in which it is seen', async (_what, wanted, choice, after) => {
    const page = await shop.open(`/product/${productWith(wanted).id}`, { size });
    await button(page, 'Add to Cart').waitFor();
    expect(await outOfOrder(page)).toBeNull();
    const parts = ['h1', choice, 'text="Add to Cart"', 'a:has-text("Sold by")', after];
    const places = await Promise.all(parts.map((part) => page.locator(`#main >> ${part}`).first().evaluate(placeOf)));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});

test('on a phone the action hangs at the thumb all along, and covers nothing that can be scrolled to', async () => {
  const page = await shop.open(`/product/${productWith((item) => item.is_giftcard).id}`);
  const bar = async () => (await button(page, 'Add to Cart').boundingBox())?.y ?? 0;
  expect(await bar()).toBeGreaterThan(PHONE.height - 80);
  // Its own place in the page has gone out of sight above.
  await page.evaluate(() => scrollTo(0, document.querySelector('[data-amount]')?.getBoundingClientRect().bottom ?? 0));
  expect(await bar()).toBeGreaterThan(PHONE.height - 80);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const tabs = await page.getByRole('tabpanel').boundingBox();
  expect((tabs?.y ?? 0) + (tabs?.height ?? 0)).toBeLessThan(await bar());
});

describe('the product page', () => {
  test('shows the pictures, as high as 62 % of their width [PD-01, BC-31]', async () => {
    const product = productWith((item) => item.pictures.length > 1 && !item.is_giftcard);
    const page = await shop.open(`/product/${product.id}`);
    const images = page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name: /, picture \d of \d$/ });
    expect(await images.count()).toBe(product.pictures.length);
    await expect.poll(() => images.first().evaluate(width)).toBeGreaterThan(0);
    const box = await images.first().boundingBox();
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(0.62, 2);
    expect(box?.width).toBe(390);
  });

  test('shows name, sku and price with its currency [PD-02, PD-03, PD-06]', async () => {
    const product = productWith(isSimple);
    const page = await shop.open(`/product/${product.id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(product.name);
    expect(await page.getByText(`SKU ${product.sku}`, { exact: true }).isVisible()).toBe(true);
    expect(
      await page
        .getByText(`$${product.price.toFixed(2)} AUD`, { exact: true })
        .first()
        .isVisible(),
    ).toBe(true);
  });

  test.each([
    ['PD-04', 'In Stock', 'Out of Stock', (qty: number) => qty > 3],
    ['PD-05', 'Out of Stock', 'In Stock', (qty: number) => qty === 0],
  ] as const)('says whether there is any, asks how many only then [%s] (%s)', async (_id, said, unsaid, fits) => {
    const product = productWith((item) => item.type_id === 'simple' && fits(item.qty));
    const page = await shop.open(`/product/${product.id}`);
    expect(await page.getByText(said, { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText(unsaid).count()).toBe(0);
    expect(await page.getByRole('spinbutton', { name: 'Quantity' }).count()).toBe(product.qty > 0 ? 1 : 0);
  });

  test('shows the description [PD-07]', async () => {
    const product = productWith(isSimple);
    const page = await shop.open(`/product/${product.id}`);
    const described = await paragraphs(page, product.description);
    expect(described.length).toBeGreaterThan(0);
    for (const words of described) expect(await page.getByText(words, { exact: true }).isVisible()).toBe(true);
  });

  test('offers each colour and size, once, as something to choose [PD-08]', async () => {
    const product = productWith((item) => valuesOf(item, 'color').length > 1 && valuesOf(item, 'size').length > 1);
    const page = await shop.open(`/product/${product.id}`);
    const groups = page.getByRole('main').getByRole('group');
    for (const [at, code] of (['color', 'size'] as const).entries()) {
      const names = await groups.nth(at).locator('label > span:first-of-type').allInnerTexts();
      expect(names).toEqual(valuesOf(product, code).map(({ default_title }) => default_title));
    }
  });

  test('has ‘Add to Cart’, where a tile has ‘Add To Cart’ [PD-09, PD-11]', async () => {
    const product = productWith(isSimple);
    const page = await shop.open(`/product/${product.id}`);
    expect(await button(page, 'Add to Cart').textContent()).toBe('Add to Cart');
    expect(await button(page, 'Add To Cart').count()).toBe(0);
    await page.goto(`/sellerprofile/${product.seller.shop_url}`);
    expect(await button(page, 'Add To Cart').first().textContent()).toBe('Add To Cart');
    expect(await button(page, 'Add to Cart').count()).toBe(0);
  });

  test('says ‘No Product.’ of one that does not exist, but not while it is loading [PD-12, PD-13]', async () => {
    const page = await shop.open('/browse');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/mobiledigital/product?*', async (route) => {
      await held;
      const url = new URL(route.request().url());
      url.searchParams.set('product_id', String(UNKNOWN));
      await route.continue({ url: url.href });
    });
    const tile = page.getByRole('main').getByRole('article').first();
    const name = (await tile.locator('[id]').first().textContent()) ?? '';
    await tile.getByRole('link').click();
    await page.waitForURL('**/product/*');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.getByText('No Product.').count()).toBe(0);
    release();
    await page.getByRole('heading', { name: 'No Product.' }).waitFor();
  });

  test('says ‘No Product.’ to whoever opens such an address [PD-12]', async () => {
    const page = await shop.open(`/product/${UNKNOWN}`, { expected: /404/ });
    await page.getByText('No Product.', { exact: true }).waitFor();
  });

  test('has tabs: shipping with a title, pictures and words, a sizing chart, questions [PD-14, PD-15, PD-16]', async () => {
    const product = productWith(({ tab1, tab2, tab3 }) => Boolean(tab1?.rows.length && tab2 && tab3?.length));
    const page = await shop.open(`/product/${product.id}`);
    const tabs = page.getByRole('tablist', { name: 'About this product' }).getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(['Shipping', 'Sizing Chart', 'Questions & Answers']);
    const panel = page.getByRole('tabpanel');
    await tabs.first().scrollIntoViewIfNeeded();
    expect(await panel.getByRole('heading', { name: product.tab1?.title ?? '-', exact: true }).isVisible()).toBe(true);
    const rows = panel.getByRole('listitem');
    expect(await rows.allInnerTexts()).toEqual(product.tab1?.rows.map((row) => row.text));
    for (const row of await rows.all()) {
      await row.scrollIntoViewIfNeeded();
      await expect.poll(() => row.locator('img').evaluate(width)).toBeGreaterThan(0);
    }
    await tabs.nth(1).click();
    const chart = panel.getByRole('img', { name: /^Sizing chart/ });
    await chart.scrollIntoViewIfNeeded();
    await expect.poll(() => chart.evaluate(width)).toBeGreaterThan(0);
  });

  test('has questions and answers in a tab [PD-17]', async () => {
    const product = productWith(({ tab3 }) => Boolean(tab3?.length));
    const page = await shop.open(`/product/${product.id}`);
    await page.getByRole('tab', { name: 'Questions & Answers' }).click();
    const [first] = product.tab3 ?? [];
    expect(await page.getByText(first?.question ?? '-', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText(first?.answer ?? '-', { exact: true }).isVisible()).toBe(true);
  });
});

describe('buying from the product page', () => {
  test('adds a simple product with a loader, then fetches the cart [ST-029, ST-030]', async () => {
    const page = await shop.enter({ as: customer });
    const { names } = watchCalls(page);
    const release = await holdCall(page, 'POST carts/mine/items');
    await page.goto(`/product/${productWith(isSimple).id}`);
    await button(page, 'Add to Cart').click();
    const loader = page.getByText('Adding to your cart...');
    await loader.waitFor();
    await expect.poll(() => names).toContain('POST carts/mine/items');
    // The loader keeps a second tap away, but not a key.
    await button(page, 'Add to Cart').press('Enter');
    const before = names.length;
    release();
    await loader.waitFor({ state: 'detached' });
    expect(names.filter((name) => name === 'POST carts/mine/items')).toHaveLength(1);
    expect(names.slice(before)).toContain('GET carts/mine');
  });

  test('builds a local gift card at a tap on a price and goes on at once [ST-031, ST-032, ST-033]', async () => {
    const card = productWith(isGiftCard);
    const [price] = card.configurable_options.gift_card_price?.options.filter(({ qty }) => qty > 0) ?? [];
    const page = await shop.open(`/product/${card.id}`, { as: customer });
    await button(page, price?.default_title ?? '-').click();
    await page.waitForURL('**/giftcard/add/*');
    const storedCards = await page.evaluate(() => Object.entries(JSON.parse(localStorage['gift-card-details'])));
    expect(storedCards).toHaveLength(1);
    expect(page.url().endsWith(`/giftcard/add/${storedCards[0]?.[0]}`)).toBe(true);
    const configurable_item_options = [{ option_id: '216', option_value: price?.option_value }];
    expect(storedCards[0]?.[1]).toMatchObject({
      sku: card.sku,
      product_option: { extension_attributes: { configurable_item_options } },
    });
  });

  test('asks for a price when the button is pressed without one [ST-034, VA-34]', async () => {
    const page = await shop.open(`/product/${productWith(isGiftCard).id}`, { as: customer });
    const { names } = watchCalls(page);
    await button(page, 'Add to Cart').click();
    await page.getByText('You must select a Gift Card price', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/product\//);
    expect(names.filter((name) => name.startsWith('POST'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('gift-card-details'))).toBeNull();
  });

  test('sells gift cards as configurable products [ST-036]', () => {
    const cards = products.filter((product) => product.is_giftcard);
    expect(cards.length).toBeGreaterThan(0);
    for (const card of cards) {
      expect([card.sku, card.type_id, card.configurable_options.gift_card_price?.option_id]).toEqual([
        card.sku,
        'configurable',
        '216',
      ]);
    }
  });

  test('asks for a colour and a size [VA-32, VA-33]', async () => {
    const product = productWith((item) => valuesOf(item, 'color').length > 1 && valuesOf(item, 'size').length > 1);
    const page = await shop.open(`/product/${product.id}`, { as: customer });
    const { names } = watchCalls(page);
    await button(page, 'Add to Cart').click();
    await page.getByText('You must select a color', { exact: true }).waitFor();
    expect(await page.getByText('You must select a size', { exact: true }).isVisible()).toBe(true);
    expect(names.filter((name) => name.startsWith('POST'))).toEqual([]);
  });

  test('disables what is sold out and clears a size the new colour has not [VA-35, VA-36]', async () => {
    const { product, size, here, gone } = soldOutCombination();
    const page = await shop.open(`/product/${product.id}`);
    // The chip lies over its radio button.
    await page.locator('label', { has: option(page, here) }).click();
    await page.locator('label', { has: option(page, size) }).click();
    await expect
      .poll(async () => [await option(page, size).isChecked(), await option(page, size).isDisabled()])
      .toEqual([true, false]);
    await page.locator('label', { has: option(page, gone) }).click();
    await expect.poll(() => option(page, size).isDisabled()).toBe(true);
    expect([await option(page, gone).isChecked(), await option(page, size).isChecked()]).toEqual([true, false]);
  });

  test('begins at one piece and does not go below [VA-37, VA-38]', async () => {
    const page = await shop.open(`/product/${productWith((item) => isSimple(item) && item.qty > 1).id}`);
    const count = page.getByRole('spinbutton', { name: 'Quantity' });
    const shown = async () => [await count.getAttribute('aria-valuenow'), await count.textContent()];
    expect(await shown()).toEqual(['1', '1']);
    expect(await button(page, 'Quantity: less').isDisabled()).toBe(true);
    await count.press('ArrowUp');
    await expect.poll(shown).toEqual(['2', '2']);
    for (const _press of [1, 2, 3]) await count.press('ArrowDown');
    await expect.poll(shown).toEqual(['1', '1']);
  });

  /** A size that one colour of a product has in stock and another has not. */
  function soldOutCombination() {
    for (const product of products) {
      const inStock = (color?: number, size?: number) =>
        product.configurable_products.some(
          ({ options, qty }) => qty > 0 && options.color === color && (size === undefined || options.size === size),
        );
      const colours = valuesOf(product, 'color').filter(({ option_value }) => inStock(option_value));
      for (const { option_value: value, default_title: size } of valuesOf(product, 'size')) {
        const here = colours.find((colour) => inStock(colour.option_value, value));
        const gone = colours.find((colour) => !inStock(colour.option_value, value));
        if (here && gone) return { product, size, here: here.default_title, gone: gone.default_title };
      }
    }
    throw new Error('Every size of the shop is there in every colour.');
  }
});
