import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { createCampaignLink, createShortLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { readCodeFromPhone } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

/** Delivery time of the gift cards. It equals the shop's start time, so that they are sent immediately. */
const NOW = '2026-11-02 12:00:00';
const MINUTES_LATER = '2026-11-02T01:02:00Z';
const FAILED = 'There was an error processing your payment.';
const toKey = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;

const recipients = ['Mia', 'Noah', 'Zoe', 'Bartholomew-Maximilian', 'Li'].map((firstname, index) => ({
  recipient_firstname: firstname,
  recipient_lastname: index === 3 ? 'Featherstonehaugh-Smythe' : 'Tran',
  recipient_mobile: `049157016${index}`,
}));

describe('buying gift cards', () => {
  const shop = setUpShop({ SESSION_SECRET: LINK_SECRET }, { isEmbedded: true });
  let simple: TileProduct;
  let ended: string;
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    simple = await findTile(shop.server(), isSimple);
    customer = await signInCustomer(shop.server(), '+61412000041');
    card = await createLocalCard(shop.server().send, customer, { scheduledAt: NOW, complete: true });
    ended = await createShortLink(shop, { mobile: customer.mobile, productId: simple.id });
    // Moves to a time at which the next code may be sent and the link has expired.
    await shop.server().moveTo(MINUTES_LATER);
  });

  const cardError = (page: Page): Locator => page.locator('[data-card-error]');
  const paymentsFor = async (order: string): Promise<{ amount: number; status: string }[]> =>
    (await fetch(`${shop.server().url}/sandbox/payments?order_id=${order}`)).json();

  it('completes an order from a campaign link, and from an expired link once the customer enters a code', async () => {
    const page = await shop.open(await createCampaignLink({ mobile: customer.mobile, productId: simple.id }));
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { name: simple.name }).waitFor();
    await typeCard(page);
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    await confirmButton(page).click();
    await waitForOrderNumber(page);

    await page.goto(ended);
    await page.getByRole('button', { name: 'Reconfirm Identity' }).click();
    await page.getByText('Confirm Mobile Code').waitFor();
    await page.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), customer.mobile));
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { name: simple.name }).waitFor();
    await typeCard(page);
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    await confirmButton(page).click();
    await waitForOrderNumber(page);
  });

  it('explains each decline and immediately charges the next card [VA-30, ER-17]', async () => {
    const owner = await signInCustomer(shop.server(), '+61412000042');
    const page = await shop.open('/checkout', {
      as: owner,
      giftCards: { [toKey(0)]: card },
      expected: /status of 40[02]/,
    });
    const refused = async (number: string, message: string, expiry = '1230') => {
      await typeCard(page, number, expiry);
      await confirmButton(page).click();
      await cardError(page).getByText(message, { exact: true }).waitFor();
      expect((await page.getByLabel('Card number').inputValue()).replaceAll(' ', '')).toBe(number);
    };
    await refused('4242', 'Your card number is incomplete.');
    await refused('4242424242424241', 'Your card number is invalid.');
    await refused('4242424242424242', "Your card's expiration date is in the past.", '1020');
    await refused('4000000000000002', 'Your card was declined.');
    await cardError(page).getByText(FAILED, { exact: true }).waitFor();
    await cardError(page).getByText('You can try again, or use another card.').waitFor();
    await refused('4000000000009995', 'Your card has insufficient funds.');
    await typeCard(page, '4000002500003155');
    await confirmButton(page).click();
    const bank = page.getByRole('dialog', { name: 'Your bank asks you to confirm' });
    await bank.getByRole('button', { name: 'Decline' }).click();
    await cardError(page).getByText(FAILED, { exact: true }).waitFor();
    await confirmButton(page).click();
    await bank.getByText('$').waitFor();
    await bank.getByRole('button', { name: 'Approve' }).click();
    const order = await waitForOrderNumber(page);
    const ledger = await paymentsFor(order);
    const paid = ledger.filter(({ status }) => /^(succeeded|requires_capture)$/.test(status));
    expect([ledger.length > 1, paid.length]).toEqual([true, 1]);
  });

  it('delivers five gift cards to five people once the customer completes an unfinished one [CK-09, CK-34]', async () => {
    const giftCards = Object.fromEntries(
      recipients.map((recipient, index) => [
        toKey(index),
        { ...card, ...recipient, ...(index === 2 ? { recipient_mobile: '' } : {}) },
      ]),
    );
    const page = await shop.open('/checkout', { as: await signInCustomer(shop.server(), '+61412000043'), giftCards });
    await page.getByRole('heading', { name: 'GiftCard x 5' }).waitFor();
    // Keeps both clocks in step; otherwise "now" on the phone would be in the shop's future.
    await shop.server().moveTo(MINUTES_LATER);
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward('02:00');
    expect(await confirmButton(page).isDisabled()).toBe(true);
    await page.getByText("Please enter recipient's mobile").waitFor();
    await page.getByRole('link', { name: /^Change .* for Zoe$/ }).click();
    await page.getByRole('textbox', { name: 'Mobile' }).fill(String(recipients[2]?.recipient_mobile));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/giftcard/mmstemplates/**');
    await page.goto('/checkout');
    await page.getByRole('heading', { name: 'GiftCard x 5' }).waitFor();
    expect(await confirmButton(page).isEnabled()).toBe(true);
    await typeCard(page);
    await confirmButton(page).click();
    const number = await waitForOrderNumber(page);
    await page.waitForURL(`**/success?order=${number}`);
    await page.reload();
    await page.getByText(`Order number ${number}`).waitFor();
    await page.getByText(/^5 gifts (are on their way|have arrived)\.$/).waitFor();
    expect(await page.locator('[data-card-state]').count()).toBe(5);
    for (const { recipient_mobile } of recipients) {
      const kinds = async () => (await shop.server().phone(`+61${recipient_mobile.slice(1)}`)).map(({ kind }) => kind);
      await expect.poll(kinds).toEqual(['sms', 'mms']);
    }
  });
});
