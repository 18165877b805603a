import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningServer } from './server.ts';

/** Signs in with the code from the demo phone. The popup submits the code without a tap. */
export async function signInWithCode(page: Page, server: RunningServer, mobile: string): Promise<void> {
  await page.getByText('Send Mobile Code').waitFor();
  await page.getByLabel('Your mobile').fill(mobile);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByText('Confirm Mobile Code').waitFor();
  await page.getByLabel('Enter Code').fill(await readCodeFromPhone(server, `+61${mobile.slice(1)}`));
  await page.getByText('Mobile code confirmed').waitFor();
}

export async function readCodeFromPhone(server: RunningServer, mobile: string): Promise<string> {
  const [message] = await server.phone(mobile);
  const code = /#(\d{6})$/.exec(message?.text ?? '')?.[1];
  expect(code, 'a code on the demo phone').toBeTruthy();
  return code ?? '';
}

export async function openAccountTab(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
}

/** Waits for all suggestions before it picks one. */
export async function pickAddress(page: Page, address = '12 Fig Street Pyrmont'): Promise<void> {
  await page.getByRole('combobox', { name: 'Address', exact: true }).fill(address);
  await page
    .getByRole('status')
    .getByText(/\d address(es)? found/)
    .waitFor();
  await page.getByRole('option').first().click();
}

export async function register(page: Page, person: { fullname: string; email: string }): Promise<void> {
  await page.waitForURL('**/register');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByLabel('Fullname').fill(person.fullname);
  await page.getByLabel('Email').fill(person.email);
  await pickAddress(page);
  await page.getByLabel(/I accept the Terms/).check();
  await page.getByRole('button', { name: 'Register' }).click();
}

export type RecipientNames = { firstname: string; lastname: string; mobile: string };

export async function fillRecipient(
  page: Page,
  recipient: RecipientNames,
  words: { picture: string; text: string },
): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you sending it to?' }).waitFor();
  await page.getByLabel('Firstname').fill(recipient.firstname);
  await page.getByLabel('Lastname').fill(recipient.lastname);
  await page.getByRole('textbox', { name: 'Mobile' }).fill(recipient.mobile);
  await page.getByLabel('Image message').fill(words.picture);
  await page.getByLabel('Text message').fill(words.text);
}
