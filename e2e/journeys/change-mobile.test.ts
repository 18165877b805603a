import { beforeAll, expect, it } from 'vitest';
import { setUpShop } from '../steps/own-shop.ts';
import { readCodeFromPhone } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
const OLD = '+61412345678';
const NEW = '+61491570156';
let customer: Session;

beforeAll(async () => {
  customer = await signInCustomer(shop.server(), OLD);
  await shop.server().moveTo('2026-11-02T01:01:00Z');
});

it('moves a customer to a new number with a code from each phone, and notifies the old number', async () => {
  const page = await shop.open('/account/personaldetails', { as: customer });
  await page.getByRole('button', { name: 'Change mobile' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Text me a code' }).click();
  await sheet.getByRole('heading', { name: 'Your current number' }).waitFor();
  await sheet.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), OLD));
  await sheet.getByLabel('New mobile').fill('0491 570 156');
  await sheet.getByRole('button', { name: 'Send Code' }).click();
  await sheet.getByRole('heading', { name: 'Your new number' }).waitFor();
  await sheet.getByLabel('Enter Code').waitFor();
  await sheet.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), NEW));
  await page.getByText('Mobile changed').waitFor();
  await page.getByText('0491 570 156').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Change mobile');
  await page.reload();
  await page.getByText('0491 570 156').waitFor();
  await expect
    .poll(async () => (await shop.server().phone(OLD))[0]?.text ?? '')
    .toContain('The mobile number of your account was changed');
});
