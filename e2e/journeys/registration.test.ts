import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { watchCalls } from '../steps/calls.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { openAccountTab, signInWithCode } from '../steps/shop.ts';

const shop = setUpShop({ HUMAN_CHECK: 'altcha' });
const FIELDS = ['Fullname', 'Email', 'Street address', 'Suburb', 'State', 'Postcode'];

const readFieldValues = (page: Page) =>
  Promise.all(FIELDS.map((label) => page.getByLabel(label, { exact: true }).inputValue()));

it('registers a new mobile with six fields that survive a reload, passes each CAPTCHA, and signs the customer in [CA-52, ST-116, ST-117]', async () => {
  const page = await shop.enter();
  const calls = watchCalls(page);
  const went: string[] = [];
  page.on('framenavigated', (frame) => went.push(new URL(frame.url()).pathname));
  await page.goto('/signin');
  await signInWithCode(page, shop.server(), '0412100009');
  await page.waitForURL('**/register');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByLabel('Fullname').fill('Wren Banks');
  await page.getByLabel('Email').fill('six@example.com');
  await page.getByRole('combobox', { name: 'Address', exact: true }).fill('12 Fig Street Pyrmont');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel(/I accept the Terms/).check();
  const typed = ['Wren Banks', 'six@example.com', '12 Fig Street', 'Pyrmont', 'New South Wales', '2009'];
  await expect.poll(() => readFieldValues(page)).toEqual(typed);

  await page.reload();
  await expect.poll(() => readFieldValues(page)).toEqual(typed);
  expect(await page.getByLabel(/I accept the Terms/).isChecked()).toBe(true);

  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.waitForURL('**/browse');
  expect(went.slice(-2)).toEqual([expect.stringMatching(/^\/autologin\/./), '/browse']);
  await openAccountTab(page);
  await page.getByRole('link', { name: 'My Account' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('six@example.com');

  const guarded = [
    'POST mobiledigital/sendmobilecode',
    'POST mobiledigital/confirmmobilecode',
    'POST mobiledigital/createAccount',
  ] as const;
  const tokens = guarded.map((name) => calls.listRequests(name)[0]?.postDataJSON().r_token as string);
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) expect(JSON.parse(atob(token))).toHaveProperty('solution');
});
