import { expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { watchCalls } from '../steps/calls.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
let mobiles = 0;

it('shows an order in My Account and deletes a removed saved card at the payment provider', async () => {
  const { send } = shop.server();
  mobiles += 1;
  const customer = await signInCustomer(shop.server(), `+6149157030${mobiles}`);
  const { token } = customer;
  const delivery = { scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
  await fillCart(send, customer, [await prepareDemoCard(send, customer, delivery)]);
  expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
  const [order] = (await send('GET mobiledigital/orders', { token })).body.orders;
  const [card] = (await send('GET mobiledigital/savedcards', { token })).body.data;
  const dollars = (amount = 0) => `$${amount.toFixed(2)} AUD`;

  const page = await shop.open('/account', { as: customer });
  await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor();
  await page.getByRole('region', { name: 'Billing address' }).getByText('12 Fig Street').waitFor();
  const listed = page.getByRole('article', { name: `Order ${order?.increment_id}` });
  expect(await listed.textContent()).toContain(dollars(order?.grand_total));
  await listed.getByRole('link', { name: 'View Order' }).click();
  await page.waitForURL(`**/account/order/${order?.id}`);
  await page.getByRole('heading', { level: 2, name: order?.increment_id ?? '' }).waitFor();
  expect(await page.getByRole('region', { name: 'Amounts' }).textContent()).toContain(
    `Total${dollars(order?.grand_total)}`,
  );
  await page.goBack();
  await listed.waitFor();

  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Saved Cards' }).click();
  await page.waitForURL('**/account/savedcards');
  const calls = watchCalls(page);
  await page.getByRole('button', { name: 'Remove the card ending in 4242' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this card?' });
  await question.getByText(/This cannot be undone/).waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: 'No saved cards' }).waitFor();
  await page.waitForFunction(() => document.querySelector('main [tabindex="-1"]') === document.activeElement);
  const requestBodies = calls
    .listRequests('POST mobiledigital/deletesavedcard')
    .map((request) => request.postDataJSON());
  expect(requestBodies).toEqual([{ payment_method: card?.id }]);
  expect((await send('GET mobiledigital/savedcards', { token })).body.data).toEqual([]);
});
