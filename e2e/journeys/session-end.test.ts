import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { addSecondAddress } from '../steps/address-book.ts';
import { passTime } from '../steps/browser.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { readCodeFromPhone } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const AT = '2026-11-20 09:30:00';
const KEYS = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'] as const;
/** Sign-in time of a session that expires five minutes after `SHOP_DAY`. */
const BEFORE = '2026-11-02T00:15:00Z';

describe('a session that ends during checkout', () => {
  const shop = setUpShop();

  async function newCustomer(mobile: string): Promise<{ session: Session; giftCards: object }> {
    const { send } = shop.server();
    const session = await signInCustomer(shop.server(), mobile);
    await addSecondAddress(shop.server(), session);
    const cardInput = await prepareDemoCard(send, session, {
      scheduledAt: AT,
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    for (const card of ['pm_card_visa', 'pm_card_mastercard']) {
      await fillCart(send, session, [cardInput]);
      expect((await pay(send, session, card)).status).toBe(200);
    }
    const card = await createLocalCard(send, session, { scheduledAt: AT, complete: true });
    return { session, giftCards: { [KEYS[0]]: card, [KEYS[1]]: { ...card, recipient_firstname: 'Noah' } } };
  }
  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Purchase' });
  const secondAddress = (page: Page) => page.getByRole('radio', { name: /7 Wattle Road/ });
  const secondCard = (page: Page) => page.getByRole('radio', { name: /exp/ }).nth(1);

  async function makeChoices(page: Page): Promise<void> {
    await confirm(page).waitFor();
    await page.getByText('Billing address').click();
    await Promise.all([page.waitForResponse('**/shipping-information'), secondAddress(page).check()]);
    await secondCard(page).check();
    const shipping = page.getByRole('region', { name: 'Shipping Information' });
    await shipping.getByRole('button', { name: 'Add New' }).click();
    await page.getByLabel('Fullname').fill('Noah Banks of the Lighthouse');
    await page.waitForLoadState('networkidle');
  }
  async function signInAgain(page: Page, { mobile }: Session): Promise<void> {
    await page.waitForURL('**/signin');
    await page.getByRole('dialog', { name: 'Send Mobile Code' }).waitFor();
    const local = showMobile(mobile).replaceAll(' ', '');
    expect(await page.getByLabel('Your mobile').inputValue()).toBe(local);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByText('Confirm Mobile Code').waitFor();
    await page.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), mobile));
  }
  async function expectSamePlace(page: Page): Promise<void> {
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { name: 'GiftCard x 2' }).waitFor();
    expect(await secondAddress(page).isChecked()).toBe(true);
    expect(await secondCard(page).isChecked()).toBe(true);
    expect(await page.getByLabel('Fullname').inputValue()).toBe('Noah Banks of the Lighthouse');
  }

  describe.each([
    { why: 'rejected by the server', mobile: '+61412000021', signedInAt: undefined },
    { why: 'expired', mobile: '+61412000022', signedInAt: BEFORE },
  ])('when $why', ({ mobile, signedInAt }) => {
    let session: Session;
    let giftCards: object;
    beforeAll(async () => {
      ({ session, giftCards } = await newCustomer(mobile));
    });

    it('keeps gift cards, selections and typed text, and completes the order after the customer signs in again', async () => {
      const page = await shop.enter({
        as: session,
        giftCards,
        expected: /status of 401/,
        ...(signedInAt ? { signedInAt } : {}),
      });
      await page.goto('/checkout');
      await makeChoices(page);
      if (signedInAt) await passTime(page, 6);
      else await shop.server().send('POST mobiledigital/signout', { token: session.token });
      await shop.server().moveTo(new Date(await page.evaluate(() => Date.now() + 60_000)).toISOString());
      await confirm(page).click();
      await signInAgain(page, session);
      await expectSamePlace(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await confirm(page).click();
      await page.waitForURL('**/success**');
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      expect(await page.evaluate(() => Object.keys(sessionStorage).sort())).not.toContain('typed');
    });
  });
});
