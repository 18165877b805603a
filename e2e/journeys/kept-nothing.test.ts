import { expect, it } from 'vitest';
import { setUpShop } from '../steps/own-shop.ts';
import { openAccountTab, signInWithCode } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const A_MINUTE_LATER = '2026-11-02T01:02:00Z';
const shop = setUpShop();
let mobiles = 0;

it('keeps the customer signed in while the page stays open in a browser that blocks storage', async () => {
  const mobile = `04915706${10 + ++mobiles}`;
  await signInCustomer(shop.server(), `+61${mobile.slice(1)}`);
  await shop.server().moveTo(A_MINUTE_LATER);
  const page = await shop.enter({ expected: /Access is denied for this document/ });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto('/browse');
  await openAccountTab(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await signInWithCode(page, shop.server(), mobile);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openAccountTab(page);
  await page.getByRole('dialog').getByRole('link', { name: 'My Account' }).click();
  await page.waitForURL('**/account');
  await page.getByText('Wren Banks').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
