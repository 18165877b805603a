import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { type CardInput, fillCart, pay } from '#test/support/customer.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { holdCall } from '../steps/calls.ts';
import { addItemToCart, fetchProduct, findTile, isSimple } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const GIVER = '+61412000041';
const SELLER = 'Tide & Kiln';

describe('paying by gift card', () => {
  const shop = setUpShop();
  let giver: Session;
  let goods: TileProduct;

  beforeAll(async () => {
    giver = await signInCustomer(shop.server(), GIVER);
    goods = await findTile(shop.server(), (tile) => isSimple(tile) && tile.seller_name === SELLER && tile.qty > 9);
  });

  async function give(to: string, { pin = false, dollars = 0 } = {}) {
    const { send } = shop.server();
    const tile = await findTile(
      shop.server(),
      ({ is_giftcard, seller_name, sku }) => is_giftcard && seller_name === SELLER && sku.includes('KILN') === pin,
    );
    const { configurable_products } = await fetchProduct(shop.server(), tile);
    const variant = configurable_products.find(({ price }) => price >= dollars);
    const templates = await send('GET mobiledigital/getgiftcardmmstemplates', {
      token: giver.token,
      query: { product_id: tile.id },
    });
    const input: CardInput = {
      productId: tile.id,
      sku: tile.sku,
      price: variant?.price ?? 0,
      to,
      zone: 'Australia/Sydney',
      optionValue: variant?.options.gift_card_price ?? 0,
      scheduledAt: '2026-11-02 12:00:00',
      templateId: templates.body.data[0]?.mms_template_id ?? '',
    };
    const before = (await shop.server().phone(to)).length;
    await fillCart(send, giver, [input]);
    expect((await pay(send, giver, 'pm_card_visa')).status).toBe(200);
    await expect
      .poll(async () => (await shop.server().phone(to)).length, { timeout: 20_000 })
      .toBeGreaterThan(before + 1);
    const secret = (await shop.server().phone(to)).map(({ text }) => /\/card\/([\w-]+)/.exec(text)?.[1]).find(Boolean);
    const { data } = (await send('GET mobiledigital/card', { query: { secret: secret ?? '' } })).body;
    if (!data) throw new Error('The link opens no card.');
    return { ...data, last4: data.code.replaceAll('-', '').slice(-4) };
  }

  const tile = (page: Page, last4: string) =>
    page.getByRole('button', { name: new RegExp(`Gift card ending ${last4}`) });
  const due = (page: Page) => page.locator('[data-to-pay]');
  const cents = async (page: Page) => toCents(Number((await due(page).textContent())?.replace(/[^\d.]/g, '')));
  async function checkout(mobile: string, { qty = 1, expected = /^$/ } = {}) {
    const as = await signInCustomer(shop.server(), mobile);
    await addItemToCart(shop.server(), as, { sku: goods.sku, qty });
    return { as, page: await shop.open('/checkout', { as, expected }) };
  }
  const payments = async (order: string) =>
    (await (await fetch(`${shop.server().url}/sandbox/payments?order_id=${order}`)).json()) as { amount: number }[];

  it('offers a received gift card, charges the remainder to a payment card, and shows both in the order', async () => {
    const card = await give('+61412000042');
    const { page } = await checkout('+61412000042', { qty: 2 });
    await tile(page, card.last4).waitFor();
    await due(page).getByText('$').waitFor();
    const whole = await cents(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await tile(page, card.last4).click();
    await page.getByText('Uses all of it').waitFor();
    await expect.poll(() => cents(page)).toBe(whole - toCents(card.value));
    await typeCard(page);
    await confirmButton(page).click();
    const number = await waitForOrderNumber(page);
    expect((await payments(number)).map(({ amount }) => amount)).toEqual([(whole - toCents(card.value)) / 100]);
    const paid = `Gift card ending ${card.last4}`;
    await page.getByText(paid).waitFor();
    await page.getByRole('link', { name: 'View Order' }).click();
    const amounts = page.getByRole('region', { name: 'Amounts' });
    await amounts.getByText(paid).waitFor();
    expect(await amounts.locator('[data-tender]').allTextContents()).toEqual([
      expect.stringContaining(`-$${card.value}.00`),
      expect.stringContaining(((whole - toCents(card.value)) / 100).toFixed(2)),
    ]);
    await page.goto('/account/giftcards');
    await page.getByText('Used, expired or cancelled').waitFor();
    await page.getByRole('button', { name: new RegExp(SELLER) }).click();
    await page.getByText('in the online shop').waitFor();
  });

  it('requests and charges no payment card when a gift card covers the whole order', async () => {
    const card = await give('+61412000043', { dollars: 100 });
    const { page } = await checkout('+61412000043');
    await tile(page, card.last4).click();
    await page.getByRole('heading', { name: 'Nothing left to pay' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Payment Information' }).isVisible()).toBe(false);
    expect(await cents(page)).toBe(0);
    await confirmButton(page).click();
    const number = await waitForOrderNumber(page);
    expect(await payments(number)).toEqual([]);
    await page.getByText(`Gift card ending ${card.last4}`).waitFor();
  });

  it("accepts another person's gift card only with its code and PIN", async () => {
    const ownCard = await give('+61412000045', { dollars: 50 });
    const card = await give('0491570158', { pin: true });
    const { page } = await checkout('+61412000045', { expected: /404.*giftCards/ });
    await tile(page, ownCard.last4).click();
    await page.getByRole('button', { name: 'Enter a code' }).click();
    await page.getByLabel('Card code').fill(card.code.toLowerCase());
    await page.getByRole('button', { name: 'Use this gift card' }).click();
    await page.getByText('No gift card for your cart has this code and PIN.').waitFor();
    await page.getByLabel('PIN', { exact: true }).fill(card.pin ?? '');
    await page.getByRole('button', { name: 'Use this gift card' }).click();
    await tile(page, card.last4).waitFor();
    await page.getByRole('button', { name: `Use this one first: gift card ending ${card.last4}` }).click();
    await page.getByRole('button', { name: `Use this one first: gift card ending ${ownCard.last4}` }).waitFor();
    await page.getByRole('heading', { name: 'Nothing left to pay' }).waitFor();
    await confirmButton(page).click();
    await waitForOrderNumber(page);
    await page.getByText(`Gift card ending ${card.last4}`).waitFor();
  });

  it('shares the gift card selection between two tabs, spends the card once and places one order', async () => {
    const card = await give('+61412000044', { dollars: 100 });
    const { as, page } = await checkout('+61412000044');
    await tile(page, card.last4).waitFor();
    const other = await page.context().newPage();
    await other.goto('/checkout');
    await tile(other, card.last4).waitFor();
    await tile(page, card.last4).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Nothing left to pay' }).waitFor();
    const release = await holdCall(page, 'POST carts/mine/payment-information');
    const paying = page.waitForRequest(/payment-information$/);
    await confirmButton(page).click();
    await paying;
    await confirmButton(other).click();
    await other.getByRole('dialog').getByText('Another tab is placing your order.').waitFor();
    release();
    const number = await waitForOrderNumber(page);
    expect(await payments(number)).toEqual([]);
    await other.getByRole('heading', { name: 'Cart is empty' }).waitFor();
    const answer = await shop.server().send('GET mobiledigital/giftcards', { token: as.token });
    expect(answer.body.data[0]?.history.filter(({ kind }) => kind === 'spent')).toHaveLength(1);
  });
});
