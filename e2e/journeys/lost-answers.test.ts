import { expect, it } from 'vitest';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const ADD = 'POST carts/mine/items';
const shop = setUpShop();

it('adds only one item to the cart when responses are lost and the customer taps again after a reload', async () => {
  const { server, enter } = shop;
  const customer = await signInCustomer(server());
  const { id, sku } = await findTile(server(), isSimple);
  const readCart = async () =>
    (await server().send('GET carts/mine/items', { token: customer.token })).body.map((item) => [item.sku, item.qty]);
  const page = await enter({ as: customer, expected: /ERR_CONNECTION_FAILED/ });
  const addButton = page.getByRole('button', { name: 'Add to Cart' });
  let lost = 0;
  await answerCall(page, ADD, 'lost', () => {
    lost += 1;
    return lost <= 2;
  });
  const calls = watchCalls(page);
  await page.goto(`/product/${id}`);
  await addButton.click();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.waitFor();
  expect(await readCart()).toEqual([[sku, 1]]);
  await refresh.click();
  await page.waitForLoadState('networkidle');
  await addButton.click();
  await page.getByText('Added to your cart').first().waitFor();
  expect(await readCart()).toEqual([[sku, 1]]);
  const keys = calls.listRequests(ADD).map((request) => request.headers()['idempotency-key']);
  expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([3, 1, 36]);
});
