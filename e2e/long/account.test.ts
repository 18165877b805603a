import { beforeAll, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { addSecondAddress } from '../steps/address-book.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { WIDE } from '../steps/browser.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
let customer: Session;
let order: number;

beforeAll(async () => {
  const { send } = shop.server();
  customer = await signInCustomer(shop.server());
  await addSecondAddress(shop.server(), customer);
  const delivery = { scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
  await fillCart(send, customer, [await prepareDemoCard(send, customer, delivery)]);
  order = (await pay(send, customer, 'pm_card_visa')).body;
});

it.each([
  ['/account', '12 Fig Street'],
  ['/account/addressinformation', '7 Wattle Road'],
  ['/account/addaddress', 'Save Address'],
  ['/account/personaldetails', 'Wren Banks'],
  ['/account/savedcards', '4242'],
  ['/account/orders', 'View Order'],
  ['/account/order/{id}', 'Order number'],
])('shows %s without accessibility violations on a phone and a wide screen', async (path, shows) => {
  const page = await shop.open(path.replace('{id}', String(order)), { as: customer });
  await page.getByRole('main').getByText(shows).first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setViewportSize(WIDE);
  expect(await findAxeViolations(page)).toEqual([]);
});
