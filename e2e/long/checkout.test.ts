import { beforeAll, describe, expect, it } from 'vitest';
import { addSecondAddress } from '../steps/address-book.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { addItemToCart, findTile, isSimple } from '../steps/catalogue.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('the checkout', () => {
  const shop = setUpShop();
  let customer: Session;
  let completeCard: Record<string, unknown>;

  beforeAll(async () => {
    customer = await signInCustomer(shop.server());
    await addSecondAddress(shop.server(), customer);
    completeCard = await createLocalCard(shop.server().send, customer, {
      scheduledAt: '2026-11-20 09:30:00',
      complete: true,
    });
  });

  it('scrolls an address to below the header, so that its whole radio button can be tapped', async () => {
    const page = await shop.open('/checkout', { as: customer, giftCards: { [KEY]: completeCard } });
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    await page.getByText('Billing address').click();
    const card = page.getByRole('region', { name: 'Shipping Information' }).locator('label').first();
    await card.evaluate((label) => label.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const [header, label] = [await page.getByRole('banner').boundingBox(), await card.boundingBox()];
    expect(label?.y).toBeGreaterThanOrEqual(header?.height ?? Number.POSITIVE_INFINITY);
    // Ignores other axe violations, because axe may report content that the header covers.
    expect((await findAxeViolations(page)).filter((violation) => violation.includes('radio'))).toEqual([]);
  });

  let visitors = 0;
  it('reloads the checkout on a tap when the card entry code failed to load and the network is back', async () => {
    visitors += 1;
    const other = await signInCustomer(shop.server(), `+6141200007${visitors}`);
    await addItemToCart(shop.server(), other, { sku: (await findTile(shop.server(), isSimple)).sku, qty: 1 });
    const page = await shop.enter({ as: other, expected: /ERR_CONNECTION_FAILED|dynamically imported/ });
    const confirm = page.getByRole('button', { name: 'Confirm Purchase' });
    const code = '**/assets/sandbox-entry*';
    await page.route(code, (route) => route.abort('connectionfailed'));
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/sandbox-entry'));
    await page.goto('/checkout');
    await missed;
    await page.getByText('Confirm in').waitFor();
    await page.unroute(code);
    await expect
      .poll(async () => {
        if (await confirm.isEnabled()) await confirm.click();
        return page.getByLabel('Card number').count();
      })
      .toBe(1);
  });
});
