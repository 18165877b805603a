import { beforeAll, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { holdCall, watchCalls } from '../steps/calls.ts';
import { createCampaignLink, createShortLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, waitForOrderNumber } from '../steps/pay.ts';
import { readCodeFromPhone } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const MINUTES_LATER = '2026-11-02T01:02:00Z';
const LATER_STILL = '2026-11-02T01:05:00Z';
const customer = '+61412345678';
const shop = setUpShop({ SESSION_SECRET: LINK_SECRET }, { isEmbedded: true });
let simple: TileProduct;
let session: Session;
let expiredLink: string;

beforeAll(async () => {
  simple = await findTile(shop.server(), isSimple);
  session = await signInCustomer(shop.server(), customer);
  expiredLink = await createShortLink(shop, { mobile: customer, productId: simple.id });
  // Moves to a time at which the next code may be sent and the link has expired.
  await shop.server().moveTo(MINUTES_LATER);
});

it('signs the previous customer out before it verifies a link, then shows the linked product at checkout [SI-03, SI-04, AL-01, ST-012]', async () => {
  const { server, enter } = shop;
  const before = await signInCustomer(server(), '+61412000001');
  const card = await createLocalCard(server().send, before, { scheduledAt: '2026-11-20 09:30:00', complete: true });
  const page = await enter({ as: before, giftCards: { 'aaaaaaaa-0000-4000-8000-000000000001': card } });
  const release = await holdCall(page, 'POST mobiledigital/auth');
  await page.goto(await createCampaignLink({ mobile: customer, productId: simple.id }));
  await page.getByText('Verifying Token...').waitFor();
  const stored = ['token', 'token_ttl', 'mobile', 'gift-card-details'];
  expect(await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), stored)).toEqual(
    stored.map(() => null),
  );
  await expect.poll(async () => (await server().send('GET customers/me', { token: before.token })).status).toBe(401);
  release();
  await page.waitForURL('**/checkout');
  await page.getByRole('heading', { name: simple.name }).waitFor();
  const { body: cart } = await server().send('GET carts/mine', { token: session.token });
  expect(cart.items.map(({ sku, qty }) => [sku, qty])).toEqual([[simple.sku, 1]]);
  const [assigned] = cart.extension_attributes.shipping_assignments;
  expect(String(assigned?.shipping.address.customer_address_id)).toBe(cart.customer.default_shipping);
});

it('opens the target of an expired link after the customer enters a code [SI-13, SI-14, ST-006]', async () => {
  const page = await shop.enter();
  const calls = watchCalls(page);
  await page.goto(expiredLink);
  await page.waitForURL('**/expiredlink');
  await page.getByRole('button', { name: 'Reconfirm Identity' }).click();
  await page.getByText('Confirm Mobile Code').waitFor();
  await page.getByText('0412 345 678').waitFor();
  await page.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), customer));
  await page.getByText('Mobile code confirmed').waitFor();
  const [confirmed] = calls.listRequests('POST mobiledigital/confirmmobilecode');
  const expired_jwt = expiredLink.replace('/autologin/', '');
  expect(confirmed?.postDataJSON()).toMatchObject({ mobile: customer, expired: true, expired_jwt });
  await page.waitForURL('**/checkout');
  await page.getByRole('heading', { name: simple.name }).waitFor();
});

it('asks a customer who opened a link for a code before paying with a saved card, once per device', async () => {
  const { server, enter } = shop;
  const { send } = server();
  const holder = await signInCustomer(server(), '+61412000007');
  const delivery = { scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
  await fillCart(send, holder, [await prepareDemoCard(send, holder, delivery)]);
  expect((await pay(send, holder, 'pm_card_visa')).status).toBe(200);
  await server().moveTo(LATER_STILL);
  const page = await enter({ now: LATER_STILL, expected: /400/ });
  const calls = watchCalls(page);
  await page.goto(await createCampaignLink({ mobile: holder.mobile, productId: simple.id }));
  await page.waitForURL('**/checkout');
  await confirmButton(page).click();
  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
  await page.getByText(/Send again in/).waitFor();
  await page.getByLabel('Enter Code').fill(await readCodeFromPhone(server(), holder.mobile));
  expect(await waitForOrderNumber(page)).toMatch(/^\d{9}$/);
  expect(calls.listRequests('POST carts/mine/payment-information')).toHaveLength(2);
  await page.goto(await createCampaignLink({ mobile: holder.mobile, productId: simple.id }));
  await page.waitForURL('**/checkout');
  await confirmButton(page).click();
  await waitForOrderNumber(page);
  expect(calls.listRequests('POST mobiledigital/sendmobilecode')).toHaveLength(1);
  expect(calls.listRequests('POST carts/mine/payment-information')).toHaveLength(3);
});
