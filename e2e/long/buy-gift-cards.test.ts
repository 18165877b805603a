import { describe, expect, it } from 'vitest';
import { watchCalls } from '../steps/calls.ts';
import { fetchProduct, isGiftCard, listAllTiles } from '../steps/catalogue.ts';
import { walkGiftCardSteps } from '../steps/gift-card-on-the-way.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { register, signInWithCode } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('buying gift cards', () => {
  const shop = setUpShop();

  it('shows the text message of a scheduled gift card after the purchase, even after a reload', async () => {
    const customer = await signInCustomer(shop.server());
    const card = await createLocalCard(shop.server().send, customer, {
      scheduledAt: '2026-11-20 09:30:00',
      complete: true,
    });
    const page = await shop.open('/checkout', { as: customer, giftCards: { [KEY]: card } });
    await typeCard(page);
    await confirmButton(page).click();
    const number = await waitForOrderNumber(page);
    await page.waitForURL(`**/success?order=${number}`);
    const words = page.locator(`[data-wrapped-gift="${card.mms_template_id}"] img[src^="data:image/svg"]`);
    const seesWords = () => words.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
    expect(await seesWords()).toBeGreaterThan(0);
    await page.reload();
    await page.getByText(`Order number ${number}`).waitFor();
    expect(await seesWords()).toBeGreaterThan(0);
  });

  it('charges a custom amount, even if the browser has stored another price', {
    timeout: 120_000,
  }, async () => {
    const tiles = (await listAllTiles(shop.server())).filter(isGiftCard);
    const cards = await Promise.all(tiles.map((tile) => fetchProduct(shop.server(), tile)));
    const page = await shop.open(`/product/${cards.find(({ free_amount }) => free_amount)?.id}`);
    await page.getByRole('button', { name: /^Other/ }).click();
    await page.getByLabel('Your own amount').fill('37');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await signInWithCode(page, shop.server(), '0412300099');
    await register(page, { fullname: 'Wren Banks', email: 'wren.own@example.com' });
    const words = { picture: 'For your shelf', text: 'With love' };
    await walkGiftCardSteps(page, { firstname: 'Mia', lastname: 'Tran', mobile: '0491570156' }, words);
    await page.getByText('$37.00').first().waitFor();
    await page.evaluate(() => {
      const cards = JSON.parse(localStorage.getItem('gift-card-details') ?? '{}');
      for (const card of Object.values<{ price: number }>(cards)) card.price = 1;
      localStorage.setItem('gift-card-details', JSON.stringify(cards));
    });
    await page.reload();
    const calls = watchCalls(page);
    await page.getByText('$1.00').first().waitFor();
    await typeCard(page);
    await confirmButton(page).click();
    await page.getByText(/now costs \$37\.00/).waitFor();
    expect(calls.names).not.toContain('POST carts/mine/payment-information');
    await page.getByRole('button', { name: 'OK' }).click();
    await confirmButton(page).click();
    const number = await waitForOrderNumber(page);
    const payments = await fetch(`${shop.server().url}/sandbox/payments?order_id=${number}`);
    expect(await payments.json()).toMatchObject([{ amount: 37, status: 'succeeded' }]);
    await page.goto(`/account/order/${number}`);
    await page.getByText('$37.00').first().waitFor();
  });
});
