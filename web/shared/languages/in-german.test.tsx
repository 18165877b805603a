import { i18n } from '@lingui/core';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { card } from '#gallery/fixtures/card-page.ts';
import { line } from '#gallery/fixtures/customer.ts';
import { giftCardItem, order, productItem, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { jacket } from '#gallery/fixtures/products.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { readFieldError } from '#test/web/open-shop.ts';
import { messages } from '#web/shop/catalogues/de.po';
import { activateLanguage } from './languages.ts';

beforeEach(() => {
  activateLanguage(i18n, 'de', messages);
  onTestFinished(() => void activateLanguage(i18n, 'en-AU', {}));
});

const chosenLines = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] })];

function expectGerman(text: string): void {
  expect(text).not.toMatch(/Gift Card Price|Colou?r\b|Size\b/);
  expect(text).not.toContain('$');
}

it.each(['/account/order/1', '/account/orders', '/success?order=900000001'])(
  'shows an order on %s with product names and amounts in German',
  async (path) => {
    const goods = {
      ...productItem(2),
      options: [
        { label: 'Color', value: 'Pine' },
        { label: 'Size', value: 'M' },
      ],
    };
    const data = order({ items: [giftCardItem(1), goods] });
    const answers = { 'GET mobiledigital/orders': { status: true, orders: [data] } };
    const { text } = await openPage({
      url: path,
      shows: '900000001',
      answers: { ...answers, 'GET mobiledigital/order': { status: true, data } },
    });
    expectGerman(text().replaceAll(data.items[0]?.name ?? '', ''));
    expect(text()).toMatch(/\d+,\d\d AUD/);
    if (path === '/account/order/1')
      for (const words of ['Betrag 50 AUD', 'Farbe Pine', 'Größe M']) expect(text()).toContain(words);
  },
);

it('shows product names and amounts in German at checkout', async () => {
  const { text } = await openCheckout({ giftCards: singleCard(), lines: chosenLines(), shows: 'Kauf bestätigen' });
  expectGerman(text());
  for (const words of ['Betrag', '50 AUD', 'Farbe', 'Größe']) expect(text()).toContain(words);
});

it('shows product names and amounts in German in the cart', async () => {
  const { box, see } = await openPage({
    url: '/browse',
    shows: 'Warenkorb leeren',
    popup: { kind: 'cart' },
    giftCards: singleCard(),
    answers: createCartServer(chosenLines()),
  });
  await see('Pine');
  expectGerman(box.querySelector('dialog')?.textContent ?? '$');
});

it('formats gift card amounts the German way', async () => {
  const product = await openPage({ url: '/product/1', shows: 'In den Warenkorb' });
  const amounts = [...product.box.querySelectorAll('[data-amount]')].map(({ textContent }) => textContent);
  expect(amounts.length).toBeGreaterThan(2);
  for (const amount of amounts) expect(amount).toMatch(/^\d+(,\d\d)?\sAUD/);
});

it('formats the price filter’s hints and its chosen range the German way', async () => {
  const { box, see } = await openPage({ url: '/browse?price_min=10&price_max=60', shows: 'Geschenkkarten ansehen' });
  await see('10 bis 60 AUD');
  await waitFor(() =>
    expect(box.querySelector<HTMLInputElement>('[name=price_min]')?.placeholder).toMatch(/^\d+\sAUD$/),
  );
});

it('shows errors for missing demo form fields in German', async () => {
  const { page, tap } = await openPage({ url: '/', shows: 'Vorführung anfragen', session: {} });
  await tap('Vorführung anfragen');
  expect(readFieldError(page.getByLabelText('Vorname'))).toBe('Bitte gib einen Vornamen ein');
  expect(readFieldError(page.getByLabelText('E-Mail'))).toBe('Bitte gib eine E-Mail-Adresse ein');
});

it('shows the gift card page to its recipient in German', async () => {
  const { page, text } = await openPage({
    url: '/card/s3cret',
    shows: 'Tide & Kiln',
    session: {},
    loaded: { card: card(), onApple: false },
    answers: { 'POST mobiledigital/cardopened': { status: true } },
  });
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Mia, Wren hat ein Geschenk für dich');
  expect(text()).toMatch(/Einlösbar bis \d+\. [A-Z][a-zä]+ \d{4}/);
});
