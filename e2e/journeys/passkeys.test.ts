import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { watchCalls } from '../steps/calls.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { findFreePort } from '../steps/server.ts';
import { openAccountTab } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

/** Passkeys require a host name instead of an IP address. */
const port = await findFreePort();
const PUBLIC_URL = `http://localhost:${port}`;
const shop = setUpShop({ PORT: String(port), PUBLIC_URL });

async function withAuthenticator(page: Page): Promise<{ signatures: () => Promise<number[]> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    async signatures() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ signCount }) => signCount);
    },
  };
}

async function openSignIn(page: Page): Promise<void> {
  await openAccountTab(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Send Mobile Code').waitFor();
}

it('adds a passkey, signs the customer in with it and removes it', async () => {
  const customer = await signInCustomer(shop.server());
  const page = await shop.enter({ as: customer, expected: /400/ });
  const { signatures } = await withAuthenticator(page);
  const calls = watchCalls(page);
  await page.goto(`${PUBLIC_URL}/account/personaldetails`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByText('Not used yet').waitFor();
  expect(await signatures()).toHaveLength(1);
  // Scrolls to the top, because the header would otherwise cover targets.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device has a passkey of yours already.').waitFor();
  expect(calls.listRequests('POST mobiledigital/addpasskey')).toHaveLength(1);

  await openAccountTab(page);
  await page.getByRole('button', { name: /^(Sign|Log) ?out/i }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goto(`${PUBLIC_URL}/browse`);
  await openSignIn(page);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('You are signed in').waitFor();
  expect(calls.listRequests('POST mobiledigital/sendmobilecode')).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('mobile'))).toBe(customer.mobile);

  await page.goto(`${PUBLIC_URL}/account/personaldetails`);
  await page.getByText(/^Last used/).waitFor();
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Passkey removed').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Remove the passkey/ }).count()).toBe(0);

  await openAccountTab(page);
  await page.getByRole('button', { name: /^(Sign|Log) ?out/i }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goto(`${PUBLIC_URL}/browse`);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No account uses this passkey. Please sign in with a code.').waitFor();
});
