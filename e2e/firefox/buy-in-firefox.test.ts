import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTile, isGiftCard } from '../steps/catalogue.ts';
import { arriveAt, click, fillField, openFirefox, visitInFirefox, waitForText } from '../steps/firefox.ts';
import { SHOP_DAY } from '../steps/own-shop.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { readCodeFromPhone } from '../steps/shop.ts';

const folder = createDataFolder();
const words = { picture: 'おめでとう、さくら！ 🎂', text: 'Something small for your new shelf 🪴' };
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '' });
  // Moves the server to daytime, when messages are sent, because this browser's clock cannot be set.
  await server.moveTo(SHOP_DAY);
  browser = await openFirefox();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

it('sells a visitor a gift card and delivers it, in Firefox at 390 x 844 [ST-001, ST-044]', async () => {
  const { page, noise } = await visitInFirefox(browser);
  await chooseGiftCard(page);
  await signIn(page);
  await register(page);
  await fillRecipient(page);
  await walkToCheckout(page);
  await payWithCard(page);
  expect(await page.evaluate(() => localStorage.getItem('gift-card-details') ?? '{}')).toBe('{}');

  const messages = () => server.phone('+61491570156');
  await expect.poll(async () => (await messages()).map(({ kind }) => kind).sort()).toEqual(['mms', 'sms']);
  const text = (await messages()).find(({ kind }) => kind === 'sms')?.text ?? '';
  expect(text).toContain(words.text);
  expect(noise).toEqual([]);

  const recipient = await visitInFirefox(browser);
  await recipient.page.goto(/http\S+/.exec(text)?.[0] ?? '');
  await waitForText(recipient.page, 'さくら');
  await waitForText(recipient.page, '$50');
  expect(recipient.noise).toEqual([]);
});

async function chooseGiftCard(page: Page): Promise<void> {
  const { id, name } = await findTile(server, isGiftCard);
  await page.goto(`${server.url}/browse`);
  await arriveAt(page, 'Browse Gift Cards');
  await page.locator(`a[href="/product/${id}"]`).click();
  await arriveAt(page, name);
  await click(page, 'button', '$50');
}

async function signIn(page: Page): Promise<void> {
  await waitForText(page, 'Send Mobile Code');
  await fillField(page, 'Your mobile', '0412345678');
  await click(page, 'button', 'Send Code');
  await waitForText(page, 'Confirm Mobile Code');
  await fillField(page, 'Enter Code', await readCodeFromPhone(server, '+61412345678'));
}

async function register(page: Page): Promise<void> {
  await click(page, 'button', 'Got it');
  await fillField(page, 'Fullname', 'Wren Banks');
  await fillField(page, 'Email', 'wren@example.com');
  await fillField(page, 'Address', '12 Fig Street Pyrmont', 'combobox');
  await page.locator('[role=option] ::-p-text(Pyrmont)').click();
  await page.locator('input[name=terms]').click();
  await click(page, 'button', 'Register');
}

async function fillRecipient(page: Page): Promise<void> {
  await arriveAt(page, 'Who are you sending it to?');
  await fillField(page, "Recipient's firstname", 'さくら');
  await fillField(page, "Recipient's lastname", '山田 🌸');
  await fillField(page, "Recipient's mobile", '0491570156');
  await fillField(page, 'Image message to the recipient', words.picture);
  await fillField(page, 'Text message to the recipient', words.text);
  await click(page, 'button', 'Continue');
}

async function walkToCheckout(page: Page): Promise<void> {
  await arriveAt(page, 'How would you like your gift wrapped?');
  await click(page, 'button', 'Continue');
  await arriveAt(page, 'Schedule Gift Card');
  await waitForText(page, 'It goes out as soon as you have paid.');
  await click(page, 'button', 'Save');
  await arriveAt(page, 'Gift Card Preview');
  await click(page, 'link', 'Continue');
}

async function payWithCard(page: Page): Promise<void> {
  await fillField(page, 'Card number', '4242 4242 4242 4242');
  await fillField(page, 'Expiry', '1230');
  await fillField(page, 'CVC', '123');
  await click(page, 'button', 'Confirm Purchase');
  await arriveAt(page, 'Thank you!');
}
