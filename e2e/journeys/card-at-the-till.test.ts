import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pickDailyShare } from '#test/support/run-size.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, type Visit, visit } from '../steps/browser.ts';
import { createDemoData, type DemoData } from '../steps/demo-data.ts';
import { type DeliveredCard, giveCard } from '../steps/gift-card.ts';
import { readQr } from '../steps/read-qr.ts';
import { type RunningServer, startServer } from '../steps/server.ts';
import { asCustomer } from '../steps/signed-in.ts';
import { runTool } from '../steps/tool.ts';
import { waitUntilUsable } from '../steps/usable.ts';

const NOW = '2026-11-02T01:00:00Z';
const GIVER = '+61412345678';
const RECIPIENT = '0491570157';
const WORDS = 'I love it, thank you!';
const EXPECTED = /404|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|offline/;

describe('a recipient spending a gift card', () => {
  let data: DemoData;
  let browser: Browser;
  let server: RunningServer;
  let giftCard: DeliveredCard;
  let seen: Visit | undefined;

  beforeAll(async () => {
    data = await createDemoData();
    server = await startServer({ ...data.env, HUMAN_CHECK: 'none' });
    await server.moveTo(NOW);
    giftCard = await giveCard(server, { to: RECIPIENT, message: 'Well done!', text: 'Lunch is on me' });
    browser = await openBrowser();
  });
  afterEach(async () => {
    await seen?.close();
    expect(seen?.noise).toEqual([]);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const open = async (options: { density?: number; worker?: boolean; path?: string } = {}): Promise<Page> => {
    const { path = giftCard.path, ...rest } = options;
    seen = await visit(browser, { url: server.url, size: PHONE, now: NOW, expected: EXPECTED, ...rest });
    await seen.page.goto(path);
    return seen.page;
  };
  const context = (): BrowserContext => {
    if (!seen) throw new Error('Nobody has opened a page.');
    return seen.context;
  };
  const fetchCard = async () => {
    const { data } = (await server.send('GET mobiledigital/card', { query: { secret: giftCard.secret } })).body;
    if (!data) throw new Error('The link opens no card.');
    return data;
  };
  async function spend(amount: number): Promise<void> {
    const { code, pin, seller } = await fetchCard();
    const result = await runTool(data.env, 'seller', 'key', '--seller', seller.shop_url, '--name', 'Front counter');
    const key = /hsk_[\w-]+/.exec(result.stdout)?.[0];
    const answer = await fetch(`${server.url}/rest/default/V1/seller/giftcards/redeem`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ code, amount, ...(pin === null ? {} : { pin }) }),
    });
    expect([answer.status, result.stderr]).toEqual([200, '']);
  }
  const isFocused = (page: Page, name: string) =>
    page.getByRole('button', { name }).evaluate((button) => button === document.activeElement);

  it('shows the recipient the amount spent at the counter and the remaining balance', async () => {
    const { value, balance, seller } = await fetchCard();
    expect(balance).toBe(value);
    await spend(12.5);
    const page = await open();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText(`Spent at ${seller.name}`).waitFor();
    expect(await history.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/−\$12\.50\s+2 November 2026 · at the counter/),
      expect.stringMatching(/^Bought by Wren\s/),
    ]);
    const left = `$${(value - 12.5).toFixed(2)}`;
    expect(await history.getByText('Balance').textContent()).toContain(`${left} AUD`);
    await page.getByText(`AUD left of $${value}.00`).waitFor();
  });

  it.each(pickDailyShare([1, 3], 1))(
    'shows a full-screen QR code that a camera can read at pixel density %i',
    async (density) => {
      const page = await open({ density });
      const { code } = await fetchCard();
      const button = 'Show the QR code full screen';
      await waitUntilUsable(page);
      expect(await readQr(page.getByRole('img', { name: /^QR code/ }))).toBe(code.replaceAll('-', ''));
      await page.getByRole('button', { name: button }).click();
      await page.getByText('Turn up your brightness').waitFor();
      const large = page.getByRole('dialog').getByRole('img', { name: /^QR code/ });
      expect(await readQr(large)).toBe(code.replaceAll('-', ''));
      expect((await large.boundingBox())?.width).toBeGreaterThan(300);
      expect(await findAxeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await isFocused(page, button)).toBe(true);
      await page.getByRole('button', { name: 'Show the barcode full screen' }).click();
      await page
        .getByRole('dialog')
        .getByRole('img', { name: /^Barcode/ })
        .waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await isFocused(page, 'Show the barcode full screen')).toBe(true);
    },
  );

  it('sends a thank-you message that the giver sees on the phone and in the order', async () => {
    const page = await open();
    await waitUntilUsable(page);
    await page.getByRole('button', { name: 'Say thanks to Wren' }).click();
    await page.getByRole('button', { name: WORDS }).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send thanks' }).click();
    await page.getByText('You said thanks').waitFor();
    const texts = async () =>
      (await server.phone(GIVER)).map(({ text }) => text).filter((text) => text.includes(WORDS));
    await expect
      .poll(texts)
      .toEqual([expect.stringMatching(/says thanks for your \$\d+ gift card at .*\nMia: I love it/)]);
    await page.goto(`/phone?to=${encodeURIComponent(GIVER)}`);
    await page.getByText(`Mia: ${WORDS}`).waitFor();
    await asCustomer(context(), giftCard.giver, { now: NOW });
    await page.goto('/account/orders');
    await page
      .getByRole('link', { name: /000000001/ })
      .first()
      .click();
    await page.getByText('says thanks').waitFor();
    expect(await page.getByText(WORDS).isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows the cached gift card with its date while offline, and current values once online', async () => {
    const page = await open({ worker: true });
    const { code, balance } = await fetchCard();
    const letters = code.replaceAll('-', ' ');
    const isKept = () =>
      page.evaluate(async (path) => {
        const cards = await caches.open('handsel-cards');
        const found = await Promise.all([cards.match(path), cards.match(`${path}/words.svg`)]);
        return navigator.serviceWorker.controller !== null && found.every((entry) => entry !== undefined);
      }, giftCard.path);
    await expect.poll(isKept).toBe(true);
    expect(await page.getByText('As of').count()).toBe(0);
    await context().setOffline(true);
    await page.reload();
    await page.getByText(letters).waitFor();
    await page.getByText('As of').waitFor();
    await page.getByRole('button', { name: 'Show the QR code full screen' }).click();
    const large = page.getByRole('dialog').getByRole('img', { name: /^QR code/ });
    await large.waitFor();
    expect(await readQr(large)).toBe(code.replaceAll('-', ''));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
    await spend(5);
    await context().setOffline(false);
    await page.getByText('As of').waitFor({ state: 'detached' });
    await page
      .getByText(`$${(balance - 5).toFixed(2)}`, { exact: true })
      .first()
      .waitFor();
  });

  it('deletes a cached gift card whose link no longer works, and stores cards in no other cache', async () => {
    const page = await open({ worker: true });
    const names = () =>
      page.evaluate(async () => {
        const stores = (await caches.keys()).filter((name) => name !== 'handsel-cards');
        const entries = await Promise.all(stores.map(async (name) => (await caches.open(name)).keys()));
        return entries.flat().map(({ url }) => new URL(url).pathname);
      });
    const cards = () =>
      page.evaluate(async () =>
        (await (await caches.open('handsel-cards')).keys()).map(({ url }) => new URL(url).pathname),
      );
    await expect.poll(cards).toContain(giftCard.path);
    await page.evaluate(async () => {
      const cache = await caches.open('handsel-cards');
      await cache.put('/card/wasreplacedwasreplaced', new Response('', { headers: { 'kept-at': String(Date.now()) } }));
    });
    await page.goto('/card/wasreplacedwasreplaced');
    await page.getByText('This link doesn’t open a gift card').waitFor();
    await expect.poll(cards).toEqual([giftCard.path, `${giftCard.path}/words.svg`]);
    expect((await names()).filter((path) => path.startsWith('/card'))).toEqual([]);
  });
});
