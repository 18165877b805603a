import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { giftCard, itemAt, jacket, novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { simpleTiles } from '#gallery/fixtures/tiles.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';

const PRODUCT = 'GET mobiledigital/product';

async function openProduct(data: Product, answers: CallAnswers = {}) {
  const shop = await openPage({
    url: `/product/${data.id}`,
    shows: data.name,
    session: {},
    answers: { ...createCartServer([]), [PRODUCT]: { status: true, data }, ...answers },
  });
  const heading = () => shop.ground().getByRole('heading', { name: /^About (it|this gift card)$/ });
  return { ...shop, about: () => heading().parentElement };
}

const truncateAtOthers = (text: string): string => text.split('More from ')[0] ?? '';

describe('product page', () => {
  it('shows a visitor the images, name, price with currency and description [PD-01, PD-02, PD-06, PD-07]', async () => {
    const { page, text, about } = await openProduct(jacket());
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Snowgum Rain Jacket');
    const pictures = within(page.getByRole('region', { name: 'Pictures' })).getAllByRole('img', { name: /Snowgum/ });
    expect(pictures.map((image) => [image.getAttribute('alt'), image.getAttribute('src')])).toEqual([
      ['Snowgum Rain Jacket, picture 1 of 3', '/media/product-snowgum-jacket-1/640.jpg?v=346375c5e1b9'],
      ['Snowgum Rain Jacket, picture 2 of 3', '/media/product-snowgum-jacket-2/640.jpg?v=d1f6a3caf2d4'],
      ['Snowgum Rain Jacket, picture 3 of 3', '/media/product-snowgum-jacket-3/640.jpg?v=7955ba1e6faa'],
    ]);
    expect(text().match(/From \$289\.00 AUD/g)).toHaveLength(2);
    const paragraphs = [...(about()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
    expect(paragraphs).toEqual([
      'Keeps out sideways rain and lets out what you make going uphill. Hood fits over a beanie.',
      'Tested for a winter on the Main Range by people who complain.',
      `SKU ${jacket().sku}`,
    ]);
  });

  it('offers each colour and size once, as radio buttons [PD-08]', async () => {
    const { ground } = await openProduct(jacket());
    const choices = ['Colour', 'Size'].map((name) =>
      within(ground().getByRole('group', { name }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.querySelector('span')?.textContent),
    );
    expect(choices).toEqual([
      ['Ochre', 'Pine', 'Navy'],
      ['XS', 'S', 'M', 'L', 'XL'],
    ]);
  });

  it('shows a price for each size when sizes differ in price', async () => {
    const data = jacket();
    const sizes = data.configurable_options.size?.options.map(({ option_value }) => option_value) ?? [];
    const configurable_products = data.configurable_products.map((variant) => ({
      ...variant,
      price: 100 + 10 * sizes.indexOf(variant.options.size ?? 0),
    }));
    const { ground } = await openProduct({ ...data, configurable_products });
    const labels = within(ground().getByRole('group', { name: 'Size' })).getAllByRole('radio');
    expect(labels.slice(0, 2).map((radio) => radio.closest('label')?.textContent)).toEqual([
      'XS$100.00 AUD',
      'S$110.00 AUD',
    ]);
  });

  it.each([
    ['<p>Of stone.</p>', 1],
    ['', 0],
  ])('renders the description %j with %i headings', async (description, count) => {
    const { page } = await openProduct({ ...novel(), description });
    expect(page.queryAllByText('About it')).toHaveLength(count);
  });

  it("labels the product page's button 'Add to Cart', while a tile's button is 'Add To Cart' [PD-09, PD-11]", async () => {
    const seller = sellers.lamplight;
    const { button, user, link, see, page } = await openProduct(novel(), {
      'GET mobiledigital/sellerInformation': { status: true, seller, products: [itemAt(simpleTiles, 0)] },
    });
    expect(button(/^add to cart$/i).textContent).toBe('Add to Cart');
    await user.click(link(/Sold by/));
    await see('From Lamplight Lane Books');
    expect(within(page.getByRole('article')).getByRole('button').textContent).toBe('Add To Cart');
  });
});

const sellOut = (product: Product): Product => ({
  ...product,
  qty: 0,
  configurable_products: product.configurable_products.map((variant) => ({ ...variant, qty: 0 })),
});
const ownAmounts = { sku: 'TK-GC-OWN', option_value: 5_699, currency: 'AUD', min: 10, max: 500, qty: 40 } as const;

describe('stock and SKU', () => {
  it('shows the stock of goods beside the price and the SKU below the description [PD-03, PD-04]', async () => {
    const { text, about } = await openProduct(novel());
    expect(text()).toContain('$34.99 AUDIn Stock');
    expect(text()).not.toContain('Out of Stock');
    expect(about()?.textContent).toMatch(/SKU LL-SALT$/);
    expect(text().match(/SKU/g)).toHaveLength(1);
  });

  it.each([
    ['that can be bought', giftCard(), 'In Stock'],
    ['that is available only with a custom amount', { ...sellOut(giftCard()), free_amount: ownAmounts }, 'In Stock'],
    ['that is sold out', sellOut(giftCard()), 'Out of Stock'],
  ])(
    'shows stock and SKU below the description of a gift card %s [PD-03, PD-04, PD-05]',
    async (_what, data, words) => {
      const { text, about } = await openProduct(data);
      expect(about()?.textContent).toContain(`SKU ${data.sku}${words}`);
      expect(text().match(/(In|Out of) Stock/g)).toEqual([words]);
      expect(truncateAtOthers(text())).not.toContain('Sold out');
    },
  );
});

describe('gift card on the product page', () => {
  it('highlights no amount of a gift card and shows the lowest price once', async () => {
    const { ground, text } = await openProduct(giftCard());
    const amounts = [...ground().getByRole('group', { name: 'How much?' }).querySelectorAll('[data-amount]')];
    expect(amounts.filter(({ className }) => /(^| )(bg-accent|border-accent)/.test(className))).toEqual([]);
    expect(truncateAtOthers(text()).match(/From \$/g)).toHaveLength(1);
  });

  it("names the seller and the seller's address as the place to spend the gift card", async () => {
    const { link } = await openProduct(giftCard());
    expect(link(/Spend it at/).textContent).toBe('Spend it at Tide & Kiln12 Slipway Lane, Fremantle WA 6160');
  });

  it('shows a heading instead of tabs when the product has only one kind of information', async () => {
    const tab3 = [{ question: 'May I use it online?', answer: 'You may.' }];
    const { page, see } = await openProduct({ ...giftCard(), tab1: undefined, tab2: undefined, tab3 });
    await see('May I use it online?');
    expect(page.getByRole('heading', { name: 'Questions & Answers' })).toBeTruthy();
    expect(page.queryByRole('tab')).toBeNull();
  });

  it.each([
    [36, 'Good for at least 3 years from the day it arrives'],
    [60, 'Good for 5 years from the day it arrives'],
    [42, 'Good for 42 months from the day it arrives'],
    [undefined, 'Good for at least 3 years from the day it arrives'],
  ])('states the validity of a gift card valid for %s months', async (card_validity_months, words) => {
    const data = { ...giftCard(), ...(card_validity_months ? { card_validity_months } : {}) };
    const { text } = await openProduct(data);
    expect(text()).toContain(words);
  });
});

describe('product information', () => {
  it('shows shipping, sizing chart, and questions and answers in tabs [PD-14, PD-15, PD-16, PD-17]', async () => {
    const { page, user } = await openProduct(jacket());
    const tabs = await page.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Shipping', 'Sizing Chart', 'Questions & Answers']);
    const panel = within(page.getByRole('tabpanel'));
    const open = async (name: string) => user.click(page.getByRole('tab', { name }));

    expect(panel.getByRole('heading').textContent).toBe('Shipping');
    const rows = panel.getAllByRole('listitem');
    expect(rows.map((row) => [row.textContent, row.querySelector('img')?.getAttribute('src')])).toEqual(
      jacket().tab1?.rows.map(({ text, image }) => [text, image]),
    );

    await open('Sizing Chart');
    const chart = panel.getByRole('img', { name: 'Sizing chart of Snowgum Rain Jacket' });
    expect(chart.getAttribute('src')).toBe('/media/sizes-tops/640.jpg?v=96c966283624');
    expect(panel.queryByRole('heading')).toBeNull();

    await open('Questions & Answers');
    expect(panel.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Do you repair it?',
      'Between two sizes?',
    ]);
    expect(panel.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Yes, for as long as you own it. You pay the postage, we do the sewing.',
      'Go up. There should be room for a jumper.',
    ]);
  });

  it('shows no tab for information that the product does not have', async () => {
    const { tab2: _sizes, ...withoutSizes } = jacket();
    const { page } = await openProduct(withoutSizes);
    const tabs = await page.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Shipping', 'Questions & Answers']);
  });

  it('shows no tabs when the product has no further information', async () => {
    const { tab1: _shipping, ...bare } = novel();
    const { page } = await openProduct(bare);
    expect(page.queryByRole('tablist')).toBeNull();
  });
});

describe('product that cannot be shown', () => {
  it("shows 'No Product.' only after the response, not while loading [PD-12, PD-13]", async () => {
    const answer = holdAnswer({ status: false, not_exists: true });
    const { user, page, see, text, sentTimes } = await openPage({
      url: '/browse',
      shows: 'Salt on the Line',
      session: {},
      answers: { [PRODUCT]: () => answer.answer() },
    });
    await user.click(within(page.getByRole('article', { name: 'Salt on the Line' })).getByRole('link'));
    await sentTimes(PRODUCT, 1);
    await waitFor(() => expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Salt on the Line'));
    expect(text()).not.toContain('No Product.');
    answer.release();
    await see('No Product.');
  });

  it("shows a popup and 'No Product.' for a product that does not exist [PD-12, ER-13]", async () => {
    const { text, tap, page } = await openPage({
      url: '/product/404',
      shows: 'The selected product does not exist.',
      session: {},
    });
    expect(text()).toContain("Product doesn't exist.");
    await tap('OK');
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('No Product.');
    expect(document.title).toContain('No Product.');
  });

  it('makes no call for an invalid product id', async () => {
    const { loaded } = await openPage({ url: '/product/mug', shows: 'No Product.', session: {} });
    expect(loaded).not.toContain(PRODUCT);
  });

  it.each([
    ['an error', refuse(500, { message: 'Tidying up.' })],
    ['no connection', throwOffline],
  ])('loads the product on Retry after %s', async (_what, failure) => {
    let fails = true;
    const { page, user, see, text } = await openPage({
      url: '/product/18',
      shows: 'This did not load',
      session: {},
      answers: { [PRODUCT]: () => (fails ? failure() : { status: true, data: novel() }) },
    });
    expect(text()).not.toContain('No Product.');
    fails = false;
    await user.click(page.getByRole('button', { name: 'Try again' }));
    await see('A signalwoman');
  });
});
