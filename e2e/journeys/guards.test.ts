import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { passTime } from '../steps/browser.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { openAccountTab, register, signInWithCode } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const LONG_AGO = '2026-11-01T20:00:00Z';
const LATER = '2026-11-02T01:10:00Z';

describe('sign-in guards of account pages', () => {
  const shop = setUpShop();
  let customer: Session;

  beforeAll(async () => {
    customer = await signInCustomer(shop.server());
    // Moves to a time at which the next code may be sent.
    await shop.server().moveTo(LATER);
  });

  const signInPopup = (page: Page) => page.getByRole('dialog', { name: 'Send Mobile Code' });
  const stored = (page: Page) =>
    page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('token_ttl')]);

  it('loads /signin when the session has expired, whether a page is being opened or is already open [RT-38, RT-55, RT-56]', async () => {
    const page = await shop.enter({ as: customer, signedInAt: LONG_AGO, now: LATER });
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.goto('/account/orders');
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(documents).toEqual(['/account/orders', '/signin']);
    expect(await stored(page)).toEqual([null, null]);
    await signInWithCode(page, shop.server(), `0${customer.mobile.slice(3)}`);
    await page.waitForURL('**/account/orders');
    await page.getByText('No orders').waitFor();
    await page.evaluate(() => Object.assign(window, { before: true }));
    await passTime(page, 56);
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'My Account' }).click();
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
    expect(await stored(page)).toEqual([null, null]);
  });

  it('opens the requested page after registration, even if the registration form was reloaded', async () => {
    const page = await shop.open('/account/orders?from=mail', { now: LATER });
    await signInWithCode(page, shop.server(), '0412100013');
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).waitFor();
    await page.reload();
    await register(page, { fullname: 'Wren Banks', email: 'asked.for@example.com' });
    await page.waitForURL('**/account/orders?from=mail');
    await page.getByText('No orders').waitFor();
  });

  it('clears a token that the server rejects and opens /signin, where the menu offers Sign In [ER-11, ER-12, RO-11]', async () => {
    const stranger = { mobile: customer.mobile, token: 'not-a-token-of-this-shop' };
    const page = await shop.enter({ as: stranger, now: LATER, expected: /status of 401/ });
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await page.goto('/account/personaldetails');
    await refused;
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(await stored(page)).toEqual([null, null]);
    await page.keyboard.press('Escape');
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign In', exact: true }).last().waitFor();
    expect(await page.getByText('Sign Out').count()).toBe(0);
  });
});
