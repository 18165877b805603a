import { expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { watchCalls } from '../steps/calls.ts';
import { createCampaignLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { readCodeFromPhone } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

/** Recipients count as known numbers one day after the order. */
const LATER = '2026-11-03T01:08:00Z';
const shop = setUpShop({ SESSION_SECRET: LINK_SECRET });

it('asks a customer who opened a link for a code before sending a gift card to another known number', async () => {
  const { server, enter } = shop;
  const { send } = server();
  const holder = await signInCustomer(server(), '+61412000008');
  const orders: number[] = [];
  for (const to of ['0491570159', '0491570158']) {
    const delivery = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to };
    await fillCart(send, holder, [await prepareDemoCard(send, holder, delivery)]);
    orders.push((await pay(send, holder, 'pm_card_visa')).body);
    await expect.poll(async () => (await server().phone(`+61${to.slice(1)}`)).length).toBeGreaterThan(0);
  }
  await server().moveTo(LATER);
  const page = await enter({ now: LATER, expected: /400/ });
  const calls = watchCalls(page);
  await page.goto(await createCampaignLink({ mobile: holder.mobile }));
  await page.waitForURL('**/browse');
  await page.goto(`/account/order/${orders[1]}`);
  await page.getByRole('button', { name: /Correct the number/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Correct the number' });
  await sheet.getByLabel('Recipient’s mobile').fill('0491570159');
  await sheet.getByRole('button', { name: 'Correct and send' }).click();
  await page.getByRole('dialog', { name: 'Is it you?' }).getByText('gift cards are worth money').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel('Enter Code').fill(await readCodeFromPhone(server(), holder.mobile));
  await page.getByText('Number corrected, the gift card is sent again').waitFor();
  expect(calls.listRequests('POST mobiledigital/correctgiftcardmobile')).toHaveLength(2);
});
