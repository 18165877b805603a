import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { fillRecipient, pickAddress, readCodeFromPhone } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const MOBILE = '0412300041';
const shop = setUpShop();
let returning: Session;
let productId: number;

beforeAll(async () => {
  returning = await signInCustomer(shop.server());
  const delivery = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570156' };
  productId = (await prepareDemoCard(shop.server().send, returning, delivery)).productId;
});

async function toFill(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const within = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body;
    const fields = [...within.querySelectorAll<HTMLInputElement>('input, select, textarea')];
    const open = fields.filter((field) => field.checkVisibility() && !field.readOnly && !field.disabled);
    const empty = open.filter((field) => (field.type === 'checkbox' ? !field.checked : field.value === ''));
    return empty.map((field) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name);
  });
}

async function giveToMia(page: Page): Promise<void> {
  await page.waitForURL('**/giftcard/add/*');
  const recipient = { firstname: 'Mia', lastname: 'Tran', mobile: '0491570156' };
  await fillRecipient(page, recipient, { picture: 'Happy birthday', text: 'With love' });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/giftcard/mmstemplates/**');
  await page.getByRole('heading', { level: 1, name: /gift wrapped/ }).waitFor();
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click();
  await page.waitForURL('**/giftcard/schedule/**');
  await page.getByRole('heading', { level: 1, name: 'Schedule Gift Card' }).waitFor();
  expect(await toFill(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/giftcard/sendnoworschedule/**');
  await page.getByRole('heading', { level: 1, name: 'Gift Card Preview' }).waitFor();
  expect(await toFill(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/checkout');
  await page.getByText('Confirm in').waitFor();
}

describe('the fields a customer has to fill in to buy a gift card', () => {
  it('asks a new customer for six fields besides the gift card and the payment card', async () => {
    const page = await shop.open(`/product/${productId}`);
    await page.locator('button[data-amount]:enabled').first().click();
    const met: string[] = [];
    await page.getByLabel('Your mobile').waitFor();
    met.push(...(await toFill(page)));
    await page.getByLabel('Your mobile').fill(MOBILE);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByLabel('Enter Code').waitFor();
    met.push(...(await toFill(page)));
    await page.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), `+61${MOBILE.slice(1)}`));
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByLabel('Fullname').waitFor();
    met.push(...(await toFill(page)));
    expect(met).toHaveLength(6);
    await pickAddress(page);
    expect(await toFill(page)).toHaveLength(3);
    await page.getByLabel('Fullname').fill('Wren Banks');
    await page.getByLabel('Email').fill('wren.few@example.com');
    await page.getByLabel(/I accept the Terms/).check();
    await page.getByRole('button', { name: 'Register' }).click();
    await giveToMia(page);
    await page.getByLabel('Card number').waitFor();
    expect(await toFill(page)).toHaveLength(3);
  });

  it('asks a returning customer without a saved card only for the recipient and the payment card', async () => {
    const page = await shop.open(`/product/${productId}`, { as: returning });
    await page.locator('button[data-amount]:enabled').first().click();
    await page.waitForURL('**/giftcard/add/*');
    await page.getByLabel("Recipient's firstname").waitFor();
    expect(await toFill(page)).toEqual([
      "Recipient's firstname",
      "Recipient's lastname",
      "Recipient's mobile",
      'Image message to the recipient',
      'Text message to the recipient',
    ]);
    await giveToMia(page);
    await page.getByLabel('Card number').waitFor();
    expect(await toFill(page)).toHaveLength(3);
  });
});
