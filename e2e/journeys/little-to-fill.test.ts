import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { codeOnPhone, fillRecipient, openAccountTab, pickAddress } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const MOBILE = '0412300041';
const shop = ownShop();
let returning: Session;
let productId: number;

beforeAll(async () => {
  returning = await customerOf(shop.server());
  const delivery = { at: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570156' };
  productId = (await demoCard(shop.server().send, returning, delivery)).productId;
});

/** What a customer finds empty and open on the screen, by its name. */
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

describe('what a customer has to fill in to buy a gift card', () => {
  test('a new one: six fields besides those of the gift card and the payment card', async () => {
    const page = await shop.open(`/product/${productId}`);
    await page.locator('button[data-amount]:enabled').first().click();
    const met: string[] = [];
    await page.getByLabel('Your mobile').waitFor();
    met.push(...(await toFill(page)));
    await page.getByLabel('Your mobile').fill(MOBILE);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByLabel('Enter Code').waitFor();
    met.push(...(await toFill(page)));
    await page.getByLabel('Enter Code').fill(await codeOnPhone(shop.server(), `+61${MOBILE.slice(1)}`));
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByLabel('Fullname').waitFor();
    met.push(...(await toFill(page)));
    expect(met).toHaveLength(6);
    // Searching for the address fills its parts, which then stand below to be corrected.
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

  test('a returning one: only what says who gets the card, and how to pay when no card is saved', async () => {
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

/** A visitor who has just asked to sign in. */
async function askToSignIn(page: Page): Promise<void> {
  await openAccountTab(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

describe('signing in', () => {
  test('takes a mobile as people write it, tidied as it comes in [OQ-040]', async () => {
    const page = await shop.open('/browse');
    await askToSignIn(page);
    const field = page.getByRole('dialog').getByLabel('Your mobile');
    await field.fill('(04) 1200-0096');
    expect(await field.inputValue()).toBe('0412000096');
    await field.pressSequentially(' .-');
    expect(await field.inputValue()).toBe('0412000096');
    await field.fill('0412 000 096x');
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByText('Please enter a valid mobile').waitFor();
  });

  test('comes back to the code that is on its way, after a page load as well, with the field ready', async () => {
    const page = await shop.open('/browse');
    await askToSignIn(page);
    const calls = watchCalls(page);
    await page.getByLabel('Your mobile').fill('0412000095');
    await page.getByRole('button', { name: 'Send Code' }).click();
    const code = page.getByRole('dialog').getByLabel('Enter Code');
    await code.waitFor();
    await page.keyboard.press('Escape');
    await askToSignIn(page);
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.reload();
    await askToSignIn(page);
    await code.fill(await codeOnPhone(shop.server(), '+61412000095'));
    await page.getByText('Mobile code confirmed').waitFor();
    expect(calls.of('POST mobiledigital/sendmobilecode')).toHaveLength(1);
  });
});
