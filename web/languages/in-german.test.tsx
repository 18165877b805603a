import { i18n } from '@lingui/core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { giftCardItem, oneCard, order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { jacket } from '#gallery/fixtures/products.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { messages } from './catalogues/de.po';
import { activateLanguage } from './languages.ts';

beforeEach(() => {
  activateLanguage(i18n, 'de', messages);
  onTestFinished(() => void activateLanguage(i18n, 'en-AU', {}));
});

const chosen = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] })];

/** What is chosen has a German name, and no amount is written the English way. */
function expectGerman(text: string): void {
  expect(text).not.toMatch(/Gift Card Price|Colou?r\b|Size\b/);
  expect(text).not.toContain('$');
}

test.each(['/account/order/1', '/account/orders', '/success?order=900000001'])('an order on %s', async (at) => {
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
    ...{ at, shows: '900000001' },
    answers: { ...answers, 'GET mobiledigital/order': { status: true, data } },
  });
  expectGerman(text().replaceAll(data.items[0]?.name ?? '', ''));
  expect(text()).toMatch(/\d+,\d\d AUD/);
  if (at === '/account/order/1')
    for (const words of ['Betrag 50 AUD', 'Farbe Pine', 'Größe M']) expect(text()).toContain(words);
});

test('the checkout', async () => {
  const { text } = await openCheckout({ giftCards: oneCard(), lines: chosen(), shows: 'Kauf bestätigen' });
  expectGerman(text());
  for (const words of ['Betrag', '50 AUD', 'Farbe', 'Größe']) expect(text()).toContain(words);
});

test('the cart', async () => {
  const { box, see } = await openPage({
    ...{ at: '/browse', shows: 'Warenkorb leeren', popup: { kind: 'cart' }, giftCards: oneCard() },
    answers: cartServer(chosen()),
  });
  await see('Pine');
  expectGerman(box.querySelector('dialog')?.textContent ?? '$');
});
