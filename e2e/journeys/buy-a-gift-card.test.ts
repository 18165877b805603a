import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, PHONE, type Visit, visit } from '../steps/browser.ts';
import { createDemoData, type DemoData } from '../steps/demo-data.ts';
import { type RunningServer, startServer } from '../steps/server.ts';
import { fillRecipient, register, signInWithCode } from '../steps/shop.ts';

const NOW = '2026-11-02T01:00:00Z';
const recipient = { firstname: 'Mia', lastname: 'Tran', mobile: '0491570156' };

describe.each(['giftcard', 'product'] as const)('buying a gift card in the %s store', (brand) => {
  let browser: Browser;
  let server: RunningServer;
  let visitor: Visit;
  let data: DemoData;

  beforeAll(async () => {
    data = await createDemoData();
    server = await startServer({ ...data.env, BRAND: brand });
    await server.moveTo(NOW);
    browser = await openBrowser();
  });
  afterEach(() => visitor?.close());
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it('takes a visitor from the browse page to a card on the recipient’s phone, on a screen of 390 x 844 [ST-001, ST-044, CA-53]', {
    timeout: 240_000,
  }, async () => {
    visitor = await visit(browser, { url: server.url, size: PHONE, now: NOW });
    const { page } = visitor;

    await page.goto('/browse');
    await page
      .getByRole('heading', { level: 1, name: brand === 'giftcard' ? 'Browse Gift Cards' : 'Browse Products' })
      .waitFor();

    const id = await findGiftCardFor50(server);
    await page.goto(`/product/${id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('$50', { exact: true }).first().click();
    await signInWithCode(page, server, '0412345678');
    await register(page, { fullname: 'Wren Banks', email: `wren.${brand}@example.com` });

    await page.waitForURL('**/giftcard/add/*');
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const message of [
      'Please enter a firstname',
      'Please enter a lastname',
      'Please enter a mobile',
      'Please enter a message',
      'Please enter text content',
    ]) {
      await page.getByText(message).first().waitFor();
    }
    await fillRecipient(page, recipient, {
      picture: 'Happy birthday, Mia! 🎂',
      text: 'Something small for your new shelf.',
    });
    await page.getByText('23/50').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.waitForURL('**/giftcard/mmstemplates/**');
    await page.getByRole('heading', { name: /How would you like your gift wrapped\?/i }).waitFor();
    await page
      .getByRole('button', { name: /^Continue/ })
      .first()
      .click();

    await page.waitForURL('**/giftcard/schedule/**');
    await page.getByRole('heading', { name: 'Schedule Gift Card' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();

    await page.waitForURL('**/giftcard/sendnoworschedule/**');
    await page.getByRole('heading', { name: 'Gift Card Preview' }).waitFor();
    await page.getByText('Deliver To').waitFor();
    await page.getByText('On Mobile').waitFor();
    await page
      .getByRole('link', { name: 'Continue' })
      .or(page.getByRole('button', { name: 'Continue' }))
      .first()
      .click();

    await page.waitForURL('**/checkout');
    await page.getByText('Confirm in').waitFor();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry').fill('1230');
    await page.getByLabel('CVC').fill('123');
    const confirmation = page.waitForRequest('**/savegiftcardorderbycart');
    await page.getByRole('button', { name: /Confirm Purchase/ }).click();

    await page.waitForURL('**/success**');
    await page.getByText('000000001').first().waitFor();
    const token = JSON.parse(atob((await confirmation).postDataJSON().r_token));
    expect([token.challenge.parameters.data.action, token.solution]).toEqual(['checkout', expect.anything()]);
    expect(await page.evaluate(() => localStorage.getItem('gift-card-details') ?? '{}')).toMatch(/^(\{\}|)$/);

    await page.goto('/account/orders');
    await page.getByText('000000001').first().waitFor();
    await page
      .getByRole('link', { name: /View Order/ })
      .or(page.getByRole('button', { name: /View Order/ }))
      .first()
      .click();
    await page.waitForURL('**/account/order/*');
    await page.getByText('Wren Banks').first().waitFor();

    const text = await waitForGiftText(server);
    await page.goto(`/phone?to=${encodeURIComponent('+61491570156')}`);
    await page.getByText('Something small for your new shelf.').waitFor();
    expect(visitor.noise).toEqual([]);
    await visitor.close();

    visitor = await visit(browser, { url: server.url, size: PHONE, now: NOW });
    await visitor.page.goto(new URL(/http\S+/.exec(text)?.[0] ?? '').pathname);
    await visitor.page.getByText('Mia').first().waitFor();
    await visitor.page
      .getByText(/[0-9A-HJKMNP-TV-Z]{4}([-\s\u2011]?[0-9A-HJKMNP-TV-Z]{4}){3}/)
      .first()
      .waitFor();
    await visitor.page.getByText('$50').first().waitFor();
    expect(visitor.noise).toEqual([]);
  });
});

async function findGiftCardFor50(server: RunningServer): Promise<number> {
  for (let page = 1; page < 10; page += 1) {
    const { body: list } = await server.send('GET mobiledigital/browseProducts', { query: { page } });
    for (const { id } of list.data.filter((tile) => tile.is_giftcard)) {
      const { body } = await server.send('GET mobiledigital/product', { query: { product_id: id } });
      if (body.data?.configurable_products.some((variant) => variant.price === 50)) return id;
    }
  }
  throw new Error('The shop has no gift card for $50.');
}

async function waitForGiftText(server: RunningServer): Promise<string> {
  for (let tries = 0; tries < 150; tries += 1) {
    const messages = await server.phone('+61491570156');
    const text = messages.find((message) => message.kind === 'sms');
    if (text) return text.text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The gift card did not arrive.');
}
