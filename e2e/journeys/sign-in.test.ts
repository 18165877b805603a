import { expect, it } from 'vitest';
import { addItemToCart, findTile, isSimple } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { openAccountTab, readCodeFromPhone } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
/** Time at which the next code may be sent. */
const LATER = '2026-11-02T01:01:00Z';
const STORED = ['token', 'token_ttl', 'mobile', 'country_code', 'currency_rate', 'gift-card-details'];

it('signs the customer in only with the code sent to the phone, and keeps no data at sign-out [SI-02, RO-07, ST-003, ST-010]', async () => {
  const customer = await signInCustomer(shop.server(), '+61412000002');
  const { sku } = await findTile(shop.server(), isSimple);
  await addItemToCart(shop.server(), customer, { sku, qty: 2 });
  await shop.server().moveTo(LATER);
  const page = await shop.open('/browse');
  const stored = () => page.evaluate((names) => names.map((name) => localStorage.getItem(name)), STORED);
  const inCart = page.locator('[data-cart-count]');

  await openAccountTab(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Your mobile').fill('0412000002');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByText('Confirm Mobile Code').waitFor();
  const code = await readCodeFromPhone(shop.server(), customer.mobile);
  await page.getByLabel('Enter Code').fill(code === '123456' ? '654321' : '123456');
  await page.getByText(/That code is not right/).waitFor();
  expect(await stored()).toEqual(STORED.map(() => null));
  await page.getByLabel('Enter Code').fill(code);
  await page.getByText('Mobile code confirmed').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => inCart.textContent()).toBe('2');
  const [token = ''] = await stored();
  const statusOfToken = async () => (await shop.server().send('GET customers/me', { token: token ?? '' })).status;
  expect(await statusOfToken()).toBe(200);

  await openAccountTab(page);
  await page.getByRole('link', { name: 'My Account' }).waitFor();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await inCart.waitFor({ state: 'detached' });
  expect(await stored()).toEqual(STORED.map(() => null));
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(customer.mobile);
  await expect.poll(statusOfToken).toBe(401);
  await openAccountTab(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
});
