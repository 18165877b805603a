import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailbox } from '../steps/mailbox.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInWithCode } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const OLD = '+61412345678';
const EMAIL = 'wren.61412345678@example.com';

const mailbox = await openMailbox();
afterAll(() => mailbox.close());
const shop = setUpShop(mailbox.env);

beforeAll(async () => {
  await signInCustomer(shop.server(), OLD);
  await shop.server().moveTo('2026-11-02T01:01:00Z');
});

it('moves an account to a new number with codes sent to the new phone and by email', async () => {
  const page = await shop.open('/account/personaldetails');
  await signInWithCode(page, shop.server(), '0491570156');
  await page.waitForURL('**/register');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'I’ve changed my number' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Email').fill(EMAIL);
  await sheet.getByRole('button', { name: 'Mail me a code' }).click();
  await sheet.getByLabel('Enter Code').fill(await mailbox.codeFor(EMAIL));
  await page.waitForURL('**/account/personaldetails');
  await page.getByText('0491 570 156').waitFor();
  await page.getByText(EMAIL).waitFor();
  await expect
    .poll(async () => (await shop.server().phone(OLD))[0]?.text ?? '')
    .toContain('The mobile number of your account was changed');
});
