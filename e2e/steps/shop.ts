import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningServer } from './server.ts';

/** Reads the newest code from the demo phone and types it; the popup sends it by itself. */
export async function signInWithCode(page: Page, server: RunningServer, mobile: string): Promise<void> {
  await page.getByText('Send Mobile Code').waitFor();
  await page.getByLabel('Your mobile').fill(mobile);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByText('Confirm Mobile Code').waitFor();
  const [message] = await server.phone(`+61${mobile.slice(1)}`);
  const code = /#(\d{6})$/.exec(message?.text ?? '')?.[1];
  expect(code, 'a code on the demo phone').toBeTruthy();
  await page.getByLabel('Enter Code').fill(code ?? '');
  await page.getByText('Mobile code confirmed').waitFor();
}

/** Fills the registration of a new mobile. */
export async function register(page: Page, person: { fullname: string; email: string }): Promise<void> {
  await page.waitForURL('**/register');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByLabel('Fullname').fill(person.fullname);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Street address').fill('12 Fig Street');
  await page.getByLabel('Suburb').fill('Pyrmont');
  await page.getByLabel('State').selectOption({ label: 'New South Wales' });
  await page.getByLabel('Postcode').fill('2009');
  await page.getByLabel(/I accept the Terms/).check();
  await page.getByRole('button', { name: 'Register' }).click();
}

export type Friend = { firstname: string; lastname: string; mobile: string };

export async function fillRecipient(
  page: Page,
  friend: Friend,
  words: { picture: string; text: string },
): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you sending it to?' }).waitFor();
  await page.getByLabel('Firstname').fill(friend.firstname);
  await page.getByLabel('Lastname').fill(friend.lastname);
  await page.getByRole('textbox', { name: 'Mobile' }).fill(friend.mobile);
  await page.getByLabel('Image message').fill(words.picture);
  await page.getByLabel('Text message').fill(words.text);
}
