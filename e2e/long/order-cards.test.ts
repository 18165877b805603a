import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { answerCall } from '../steps/calls.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();

const measurePosition = (words: string, page: Page) =>
  page
    .getByRole('main')
    .locator('span.rounded-card', { hasText: words })
    .evaluate((chip) => {
      const { left, top } = chip.getBoundingClientRect();
      return [left, top];
    });

it('keeps the status of an order in the same place, however long its text is', async () => {
  const { send } = shop.server();
  const customer = await signInCustomer(shop.server());
  const due = { scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
  await fillCart(send, customer, [await prepareDemoCard(send, customer, due)]);
  const { body: id } = await pay(send, customer, 'pm_card_visa');
  const page = await shop.open(`/account/order/${id}`, { as: customer });
  await page.getByRole('region', { name: 'Items' }).waitFor();
  const paid = await measurePosition('Paid', page);
  const { body } = await send('GET mobiledigital/order', { token: customer.token, query: { order_id: String(id) } });
  const data = body.data?.replace('"status":"approved"', '"status":"held"');
  await answerCall(page, 'GET mobiledigital/order', { body: { ...body, data } });
  await page.reload();
  await page.getByText('Being checked').waitFor();
  expect(await measurePosition('Being checked', page)).toEqual(paid);
});
