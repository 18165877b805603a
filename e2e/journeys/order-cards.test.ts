import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { watchCalls } from '../steps/calls.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
let tries = 0;

const addSpaces = (mobile: string) => mobile.replace(/^(\d{4})(\d{3})/, '$1 $2 ');
const toInternational = (mobile: string) => `+61${mobile.slice(1)}`;

async function waitForGiftMessages(mobile: string): Promise<string[]> {
  for (let attempts = 0; attempts < 150; attempts += 1) {
    const messages = (await shop.server().phone(toInternational(mobile))).filter(({ purpose }) => purpose === 'gift');
    if (messages.length >= 2) return messages.map(({ text }) => text);
    await sleep(100);
  }
  throw new Error(`Fewer than two messages at ${mobile}.`);
}
const findLink = (texts: string[]): string => /\/card\/[\w-]+/.exec(texts.join(' '))?.[0] ?? '';

it('invalidates the old link, code and print when an unopened card is sent to a corrected number', async () => {
  tries += 1;
  const [oldMobile, newMobile] = [`049157022${tries}`, `049157023${tries}`];
  const { send } = shop.server();
  const customer = await signInCustomer(shop.server(), toInternational(oldMobile));
  const due = { scheduledAt: '2026-11-02 11:00:00', zone: 'Australia/Sydney', to: oldMobile };
  await fillCart(send, customer, [await prepareDemoCard(send, customer, due)]);
  const { status, body: id } = await pay(send, customer, 'pm_card_visa');
  expect(status).toBe(200);
  const oldLink = findLink(await waitForGiftMessages(oldMobile));
  const page = await shop.enter({ as: customer, expected: /404.*\/card\// });
  const calls = watchCalls(page);

  await page.goto(`/account/order/${id}`);
  await page.getByRole('link', { name: /^Print the card/ }).click();
  await page.waitForURL(`**/account/order/${id}/print/*`);
  const printed = page.url();
  const code = await page.getByText(/^\w{4} \w{4} \w{4} \w{4}$/).textContent();
  expect(calls.listRequests('POST mobiledigital/cardopened')).toEqual([]);
  await page.getByRole('link', { name: 'Your Order' }).click();
  const item = page.getByRole('region', { name: 'Items' }).getByRole('listitem').first();
  await item.getByText(/^Delivered (today|Mon 2 Nov 2026)/).waitFor();
  expect(await item.getByText(/^Opened (today|Mon 2 Nov 2026)/).count()).toBe(0);

  await item.getByRole('button', { name: /Correct the number/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Correct the number' });
  const field = sheet.getByLabel('Recipient’s mobile');
  expect(await field.inputValue()).toBe(oldMobile);
  await field.fill(addSpaces(newMobile));
  await sheet.getByRole('button', { name: 'Correct and send' }).click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => item.evaluate((line) => line.contains(document.activeElement))).toBe(true);
  await item.getByText(addSpaces(newMobile)).waitFor();
  expect(await item.getByRole('link', { name: /^Print the card/ }).count()).toBe(0);
  await page.goto(printed);
  await page.getByRole('dialog').getByText('This card cannot be printed.').waitFor();
  await page.waitForURL(`**/account/order/${id}`);

  const newLink = findLink(await waitForGiftMessages(newMobile));
  expect(await waitForGiftMessages(oldMobile)).toHaveLength(2);
  await page.goto(oldLink);
  await page.getByRole('heading', { name: 'A newer text replaced this link' }).waitFor();
  const opened = page.waitForResponse(/\/cardopened$/);
  await page.goto(newLink);
  await page.getByRole('heading', { name: 'A gift card is waiting for you' }).waitFor();
  await page.getByText('Passed on by Wren').waitFor();
  await opened;
  const secret = newLink.replace('/card/', '');
  const { body } = await send('GET mobiledigital/card', { query: { secret } });
  expect(body.data?.code).toMatch(/\w/);
  expect(body.data?.code.replaceAll('-', ' ')).not.toBe(code);

  await page.goto(`/account/order/${id}`);
  await item.getByText(/^Opened (today|Mon 2 Nov 2026)/).waitFor();
  expect(await item.getByRole('button').count()).toBe(0);
});

it('changes the recipient of a scheduled gift card [RT-15, ST-057]', async () => {
  const { send } = shop.server();
  const customer = await signInCustomer(shop.server(), '+61491570150');
  const due = { scheduledAt: '2026-12-01 11:00:00', zone: 'Australia/Sydney', to: '0491570156' };
  await fillCart(send, customer, [await prepareDemoCard(send, customer, due)]);
  const { body: id } = await pay(send, customer, 'pm_card_visa');
  const page = await shop.open(`/account/order/${id}`, { as: customer });
  await page.getByRole('link', { name: 'Change the gift card for Mia Tran' }).click();
  await page.waitForURL('**/giftcard/edit/*');
  await page.reload();
  const firstname = page.getByLabel('Firstname');
  await expect.poll(() => firstname.inputValue()).toBe('Mia');
  await firstname.fill('Zoe');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/giftcard/mmstemplates/*/*');
  await page.goto(`/account/order/${id}`);
  await page.getByRole('link', { name: 'Change the gift card for Zoe Tran' }).waitFor();
});
