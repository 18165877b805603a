import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addSecondAddress } from '../steps/address-book.ts';
import { measureBox } from '../steps/box.ts';
import { PHONE } from '../steps/browser.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const FIRST = ['Wren Banks', '12 Fig Street', 'Pyrmont NSW 2009'];
const SECOND = ['Robin Vale', '7 Wattle Road', 'Fitzroy VIC 3065'];
const ADDED = ['Sam Reed', '9 Fig Street', 'Pyrmont NSW 2009'];

const shop = setUpShop();
let mobiles = 0;

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
async function waitForTexts(block: Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await block.getByText(text, { exact: true }).first().waitFor();
}

it('keeps a typed address across a reload, and adds it after an address added on another device', async () => {
  mobiles += 1;
  const customer = await signInCustomer(shop.server(), `+6149157017${mobiles}`);
  const me = async () => (await shop.server().send('GET customers/me', { token: customer.token })).body;
  const page = await shop.open('/account/addressinformation', { as: customer });
  await page.getByRole('link', { name: 'Add New Address' }).click();
  await page.waitForURL('**/account/addaddress');
  const form = page.getByRole('form', { name: 'Address' });
  await form.getByPlaceholder('Type Address...').fill('9 Fig Street Pyrmont');
  await form.getByRole('option').first().click();
  await form.getByLabel('Postcode').waitFor();
  await form.getByLabel('Fullname').fill('Sam Reed');
  await page.reload();
  await expect.poll(() => form.getByLabel('Fullname').inputValue()).toBe('Sam Reed');
  await expect.poll(() => form.getByLabel('Street address').inputValue()).toBe('9 Fig Street');
  await addSecondAddress(shop.server(), customer);
  await form.getByRole('button', { name: 'Save Address' }).click();
  await page.waitForURL('**/account/addressinformation');
  const addresses = region(page, 'Shipping addresses');
  await waitForTexts(addresses, [...FIRST, ...SECOND, ...ADDED]);
  const added = (await me()).addresses[2]?.id;
  expect((await me()).addresses).toHaveLength(3);

  await page.getByRole('button', { name: 'Change default billing address' }).click();
  await page.getByRole('button', { name: /^Set Sam Reed/ }).click();
  await waitForTexts(region(page, 'Billing address'), ADDED);
  expect(new URL(page.url()).pathname).toBe('/account/addressinformation');
  expect((await me()).default_billing).toBe(String(added));

  await addresses.getByRole('button', { name: /^Remove 7 Wattle Road/ }).click();
  const question = page.getByRole('dialog', { name: 'Remove this address?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await addresses.getByText('7 Wattle Road').waitFor({ state: 'detached' });
  expect((await me()).addresses).toHaveLength(2);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Undo');
  expect((await measureBox(page.getByRole('button', { name: 'Undo' }))).bottom).toBeGreaterThan(PHONE.height - 24);
  await page.keyboard.press('Enter');
  await waitForTexts(addresses, SECOND);
  expect((await me()).addresses).toHaveLength(3);

  await page.goto('/account/addaddress');
  expect(await form.getByLabel('Fullname').inputValue()).toBe('Wren Banks');
});
