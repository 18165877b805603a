import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../steps/axe.ts';
import { openMailbox } from '../steps/mailbox.ts';
import { ownShop } from '../steps/own-shop.ts';
import { codeOnPhone, signInWithCode } from '../steps/shop.ts';
import { customerOf } from '../steps/signed-in.ts';

const OLD = '+61412345678';
const EMAIL = 'wren.61412345678@example.com';
const DOOR = 'My account has another number';

const mailbox = await openMailbox();
afterAll(() => mailbox.close());
const shop = ownShop(mailbox.env);

beforeAll(async () => {
  await customerOf(shop.server(), OLD);
  await shop.server().moveTo('2026-11-02T01:01:00Z');
});

test('who has lost the number gets to the account while registering the new one: a code on the new phone, then one from the mailbox', async () => {
  const page = await shop.open('/account/personaldetails');
  await signInWithCode(page, shop.server(), '0491570156');
  await page.waitForURL('**/register');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: DOOR }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Email').fill(EMAIL);
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Mail me a code' }).click();
  await sheet.getByLabel('Enter Code').fill(await mailbox.codeFor(EMAIL));
  await page.waitForURL('**/account/personaldetails');
  await page.getByText('0491 570 156').waitFor();
  await page.getByText(EMAIL).waitFor();
  await expect
    .poll(async () => (await shop.server().phone(OLD))[0]?.text ?? '')
    .toContain('The mobile number of your account was changed');
});

test('who has an account by the new number as well lets the number open the other one, from Personal Details', async () => {
  await shop.server().moveTo('2026-11-02T01:03:00Z');
  const customer = await customerOf(shop.server(), '+61491570157');
  await shop.server().moveTo('2026-11-02T01:05:00Z');
  const page = await shop.open('/account/personaldetails', { as: customer });
  await page.getByText('wren.61491570157@example.com').waitFor();
  await page.getByRole('button', { name: 'I have another account' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Send Code' }).click();
  await sheet.getByLabel('Enter Code').waitFor();
  await sheet.getByLabel('Enter Code').fill(await codeOnPhone(shop.server(), '+61491570157'));
  await sheet.getByLabel('Email').fill(EMAIL);
  await sheet.getByRole('button', { name: 'Mail me a code' }).click();
  await sheet.getByRole('heading', { name: 'Code from your mailbox' }).waitFor();
  await sheet.getByLabel('Enter Code').fill(await mailbox.codeFor(EMAIL));
  await sheet.getByRole('button', { name: 'Open my other account with it' }).click();
  await page.getByText(EMAIL).waitFor();
  await page.getByText('0491 570 157').waitFor();
});

test('a number that is proved by nobody opens nothing: the popup of sign-in leads there, too', async () => {
  const page = await shop.open('/account/orders');
  await page.getByRole('button', { name: DOOR }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('New mobile').fill('0491 570 158');
  await sheet.getByRole('button', { name: 'Send Code' }).click();
  await sheet.getByLabel('Enter Code').waitFor();
  await sheet.getByLabel('Enter Code').fill(await codeOnPhone(shop.server(), '+61491570158'));
  await sheet.getByLabel('Email').fill('nobody@example.com');
  await sheet.getByRole('button', { name: 'Mail me a code' }).click();
  await sheet.getByText('It comes only if an account has this email.').waitFor();
  await sheet.getByLabel('Enter Code').fill('123456');
  await sheet.getByText('You have 4 tries left').waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
