import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { signPayload, startTestingStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { openBrowser, PHONE, type Visit, visit } from '../steps/browser.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { launchCameraBrowser, writeFilm } from '../steps/fake-camera.ts';
import { serveStripe } from '../steps/fake-stripe.ts';
import { walkGiftCardSteps } from '../steps/gift-card-on-the-way.ts';
import { SHOP_DAY } from '../steps/own-shop.ts';
import { confirmButton, waitForOrderNumber } from '../steps/pay.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { register, signInWithCode } from '../steps/shop.ts';
import { runTool } from '../steps/tool.ts';

const SELLER = 'Tide & Kiln';
const VALUE = 100;
const recipient = { firstname: 'Mia', lastname: 'Tran', mobile: '0491570156' };
const RECIPIENT = '+61491570156';
const GIVER = '+61412345678';

/** The fake Stripe uses the shop's clock, so that reconciliation finds the payments. */
const begun = Date.now();
const stripe = await startTestingStripe(() => Date.parse(SHOP_DAY) + Date.now() - begun);
const folder = createDataFolder();
const env = {
  DATA_DIR: folder.path,
  DATABASE_URL: '',
  HUMAN_CHECK: 'none',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: stripe.url,
};
let server: RunningServer;
let browser: Browser;
let camera: Browser | undefined;
const people: Visit[] = [];

beforeAll(async () => {
  server = await startServer(env);
  await server.moveTo(SHOP_DAY);
  browser = await openBrowser();
});
afterEach(async () => {
  for (const person of people.splice(0)) await person.close();
  await camera?.close();
});
afterAll(async () => {
  await server.stop();
  await stripe.close();
  folder.remove();
});

async function openPhonePage(on = browser): Promise<Page> {
  const person = await visit(on, { url: server.url, size: PHONE, now: SHOP_DAY });
  people.push(person);
  await serveStripe(person.page, { method: 'pm_card_visa' });
  return person.page;
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const read = (text: string | null) => Number(text?.replace(/[^\d.]/g, ''));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function buyGiftCard(page: Page): Promise<string> {
  const card = await findTile(
    server,
    ({ is_giftcard, seller_name, sku }) => is_giftcard && seller_name === SELLER && !sku.includes('KILN'),
  );
  await page.goto(`/product/${card.id}`);
  await page.getByRole('heading', { level: 1, name: card.name }).waitFor();
  await page.getByText(`$${VALUE}`, { exact: true }).first().click();
  await signInWithCode(page, server, '0412345678');
  await register(page, { fullname: 'Wren Banks', email: 'wren.life@example.com' });
  await walkGiftCardSteps(page, recipient, { picture: 'Happy birthday, Mia!', text: 'For your new shelf.' });
  await page.getByLabel('Card number').fill('4242424242424242');
  await confirmButton(page).click();
  return waitForOrderNumber(page);
}

async function openGiftCard(page: Page): Promise<string> {
  await expect.poll(async () => (await server.phone(RECIPIENT)).length, { timeout: 20_000 }).toBe(2);
  await page.goto(`/phone?to=${encodeURIComponent(RECIPIENT)}`);
  await page.getByText('For your new shelf.').waitFor();
  const link = await page.getByRole('link', { name: /\/card\// }).getAttribute('href');
  const path = new URL(link ?? '', server.url).pathname;
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Mia, Wren has a gift for you' }).waitFor();
  await page.getByText('AUD to spend').waitFor();
  return path;
}

async function payHalfWithIt(page: Page, goods: TileProduct[], last4: string) {
  for (const [index, { id }] of goods.entries()) {
    await page.goto(`/product/${id}`);
    await button(page, 'Add to Cart').click();
    if (index === 0) {
      await signInWithCode(page, server, recipient.mobile);
      await register(page, { fullname: 'Mia Tran', email: 'mia.life@example.com' });
    }
    await page.getByRole('status').getByRole('link', { name: 'Checkout' }).waitFor();
  }
  await page.getByRole('status').getByRole('link', { name: 'Checkout' }).click();
  await page.waitForURL('**/checkout');
  const due = page.locator('[data-to-pay]', { hasText: '$' });
  await due.waitFor();
  const whole = read(await due.textContent());
  await page.getByRole('button', { name: new RegExp(`Gift card ending ${last4}`) }).click();
  await expect.poll(async () => read(await due.textContent())).toBeLessThan(whole);
  const rest = read(await due.textContent());
  await page.getByLabel('Card number').fill('4242424242424242');
  await confirmButton(page).click();
  const number = await waitForOrderNumber(page);
  await page.getByText(`Gift card ending ${last4}`).waitFor();
  return { number, byGiftCard: Number((whole - rest).toFixed(2)), byPaymentCard: rest };
}

async function expectCardTexts(page: Page, path: string, words: (string | RegExp)[]): Promise<void> {
  await page.goto(path);
  for (const text of words) await page.getByText(text).first().waitFor();
}

async function openTill(code: { barcode_svg: string }): Promise<Page> {
  const { stdout } = await runTool(env, 'seller', 'till', '--seller', 'tide-and-kiln', '--name', 'Front counter');
  const film = join(folder.path, 'camera.y4m');
  await writeFilm(code.barcode_svg, film);
  camera = await launchCameraBrowser(film);
  const till = await openPhonePage(camera);
  await till.context().grantPermissions(['camera']);
  await till.goto(/http\S+\/till#\S+/.exec(stdout)?.[0] ?? '');
  await button(till, 'Use as a till').click();
  return till;
}

/** The till scans a card that stays in view again only after a reload. */
async function scanAgain(till: Page, leave: 'Next' | 'Another card'): Promise<void> {
  await button(till, leave).first().click();
  await button(till, 'Today').first().waitFor();
  await till.reload();
}

async function holdToTake(till: Page, amount: string): Promise<void> {
  for (const digits of ['5', '00']) await button(till, digits).click();
  await button(till, `Take ${amount}`).hover();
  await till.mouse.down();
}

async function postStripeEvent(type: string): Promise<void> {
  const { payload } = stripe.post(type);
  const headers = signPayload(payload, { secret: WEBHOOK_SECRET });
  expect((await fetch(`${server.url}/webhooks/stripe`, { method: 'POST', body: payload, headers })).status).toBe(200);
}

async function runCommand(...args: string[]): Promise<string> {
  const [name = '', ...rest] = args;
  const { status, stdout, stderr } = await runTool(env, name, ...rest);
  expect([status, stderr], args.join(' ')).toEqual([0, '']);
  return stdout;
}

const readTexts = async (mobile: string) => (await server.phone(mobile)).map(({ text }) => text).join('\n');

it('shows everyone the right balance of a gift card from purchase to dispute, and keeps the ledger consistent', {
  timeout: 300_000,
}, async () => {
  const mug = await findTile(server, (tile) => isSimple(tile) && tile.seller_name === SELLER && tile.price < 80);
  const other = await findTile(server, (tile) => isSimple(tile) && tile.seller_name !== SELLER && tile.price < 80);

  const giver = await openPhonePage();
  const bought = await buyGiftCard(giver);
  expect(bought).toBe('000000001');
  const [giftPayment = ''] = [...stripe.state.intents.keys()];

  const holder = await openPhonePage();
  const path = await openGiftCard(holder);
  const { data: card } = (
    await server.send('GET mobiledigital/card', { query: { secret: path.split('/').at(-1) ?? '' } })
  ).body;
  if (!card) throw new Error('The link opens no card.');
  const last4 = card.code.slice(-4);

  await holder.getByRole('link', { name: `See what ${SELLER} sells` }).click();
  await holder.getByRole('heading', { level: 1, name: SELLER }).waitFor();
  const order = await payHalfWithIt(holder, [mug, other], last4);
  expect([order.byGiftCard > mug.price - 0.01, order.byGiftCard < VALUE]).toEqual([true, true]);
  const left = VALUE - order.byGiftCard;
  await expectCardTexts(holder, path, [
    dollars(left),
    `AUD left of $${VALUE}.00`,
    'in the online shop',
    'Spend it in the shop',
  ]);
  expect([...stripe.state.intents.values()].map(({ amount }) => amount / 100)).toEqual([VALUE, order.byPaymentCard]);

  const till = await openTill(card);
  const onTill = till.getByRole('heading', { name: `On the card ending in ${last4}` });
  await onTill.waitFor();
  await till.getByText(dollars(left), { exact: true }).waitFor();
  await holdToTake(till, '$5.00');
  await till.getByRole('heading', { name: '$5.00 redeemed' }).waitFor();
  await till.mouse.up();
  await till.getByText(`Balance ${dollars(left - 5)}`).waitFor();
  await expectCardTexts(holder, path, [dollars(left - 5), 'at the counter']);
  await button(till, 'Undo').click();
  await button(till, 'It was the wrong card').click();
  await till.getByText(`Balance ${dollars(left)}`).waitFor();
  await expectCardTexts(holder, path, [dollars(left), `Refunded by ${SELLER}`]);

  expect(await runCommand('orders', 'refund', '--yes', order.number, '--reason', 'damaged')).toBe(
    `Order ${order.number}: ${dollars(order.byGiftCard)} is back on gift cards, and ${dollars(order.byPaymentCard)} is on its way back to the customer.\n`,
  );
  await expect
    .poll(() => readTexts(RECIPIENT))
    .toContain(`We've put ${dollars(order.byGiftCard)} for order ${order.number} back on the gift card`);
  await expect
    .poll(() => readTexts(RECIPIENT))
    .toContain(`We've refunded ${dollars(order.byPaymentCard)} for order ${order.number} to the card`);
  expect([...stripe.state.refunds.values()].map(({ amount }) => amount / 100)).toEqual([order.byPaymentCard]);
  await expectCardTexts(holder, path, [dollars(VALUE), 'AUD to spend']);

  await scanAgain(till, 'Next');
  await onTill.waitFor();
  await till.getByText(dollars(VALUE), { exact: true }).waitFor();
  const { id: dispute } = stripe.state.dispute(giftPayment);
  await postStripeEvent('charge.dispute.created');
  await holdToTake(till, '$5.00');
  await till.getByRole('alert').getByText('This card is frozen: its payment is being checked.').waitFor();
  await till.mouse.up();
  await scanAgain(till, 'Another card');
  await onTill.waitFor();
  await till.getByText('Nothing is lost; it works again once that is decided.').waitFor();
  expect(await till.getByRole('button', { name: /^Take/ }).count()).toBe(0);
  await expectCardTexts(holder, path, ['The payment for this card is being checked', dollars(VALUE)]);
  await holder.goto('/account/giftcards');
  await holder.getByText('Being checked').waitFor();

  stripe.state.endDispute(dispute, 'won');
  await postStripeEvent('charge.dispute.closed');
  await scanAgain(till, 'Another card');
  await button(till, '5').waitFor();
  await expectCardTexts(holder, path, ['AUD to spend']);

  expect(await runCommand('orders', 'refund', '--yes', bought, '--reason', 'order changed')).toBe(
    `Order ${bought}: ${dollars(VALUE)} is on its way back to the customer.\n`,
  );
  await expect
    .poll(() => readTexts(GIVER))
    .toContain(`We've refunded ${dollars(VALUE)} for order ${bought} to the card you paid with`);
  await holdToTake(till, '$5.00');
  await till.getByRole('alert').getByText('This card was cancelled or has expired.').waitFor();
  await till.mouse.up();
  await expectCardTexts(holder, path, ['This gift card was cancelled', 'The purchase was refunded']);
  await giver.goto('/account/orders');
  await giver.getByRole('link', { name: /View Order/ }).click();
  await giver.getByText('Cancelled and refunded').first().waitFor();
  await giver.getByText('The order was changed. Refunded to your payment card').waitFor();

  // Moves the clock, because reconciliation skips the last few minutes.
  await server.moveTo(new Date(Date.parse(SHOP_DAY) + 3 * 3_600_000).toISOString());
  const money = dollars(VALUE + order.byPaymentCard);
  const checked = (await runCommand('books', 'check')).split('\n');
  expect(checked).toEqual([
    'Gift cards recalculated from their entries: 1.',
    'Orders whose GST was recalculated: 2.',
    expect.stringContaining(
      `payments ${money} (2) here and ${money} (2) at the provider; refunds ${money} (2) here and ${money} (2) at the provider.`,
    ),
    'No differences found.',
    '',
  ]);
  const month = (await runCommand('books', '--month', '2026-11')).split('\n').find((line) => line.startsWith('month'));
  const spent = dollars(order.byGiftCard + 5);
  expect(month?.split(/\s+/)).toEqual(['month', dollars(VALUE), spent, spent, dollars(VALUE), '$0.00']);
  const refused = /status of (423|410) .*\/seller\/giftcards\/redeem/;
  expect(people.flatMap(({ noise }) => noise.map((line) => refused.exec(line)?.[1] ?? line))).toEqual(['423', '410']);
});
