import { buffer } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { appleSettings, googleSettings, passErrors, unzipPass } from '#test/fakes/passes.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, type Visit, visit, WIDE } from '../steps/browser.ts';
import { type DeliveredCard, giveCard } from '../steps/gift-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

const NOW = '2026-11-02T01:00:00Z';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const apple = appleSettings();

describe('the card page with wallets', () => {
  let browser: Browser;
  let server: RunningServer;
  let deliveredCard: DeliveredCard;
  let seen: Visit | undefined;
  const folder = createDataFolder();

  beforeAll(async () => {
    const wallets = { ...apple, ...googleSettings() };
    server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', HUMAN_CHECK: 'none', ...wallets });
    await server.moveTo(NOW);
    deliveredCard = await giveCard(server, { to: '0491570157', message: 'Well done, Mia!', text: 'Lunch is on me' });
    browser = await openBrowser();
    await vi.waitFor(async () => expect((await card())?.pass_id).not.toBe(''), { timeout: 30_000, interval: 100 });
  });
  afterEach(async () => {
    expect(seen?.noise ?? []).toEqual([]);
    await seen?.close();
    seen = undefined;
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  const card = async () =>
    (await server.send('GET mobiledigital/card', { query: { secret: deliveredCard.secret } })).body.data;
  const open = async (
    options: { size?: typeof PHONE; scheme?: 'light' | 'dark'; expected?: RegExp } = {},
  ): Promise<Page> => {
    seen = await visit(browser, { url: server.url, now: NOW, ...options });
    return seen.page;
  };
  const buttons = (page: Page) => page.getByRole('link', { name: /^Add to (Apple|Google) Wallet$/ });

  it('downloads a signed Apple Wallet pass of the card', async () => {
    const page = await open();
    await page.goto(deliveredCard.path);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to Apple Wallet' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('gift-card.pkpass');
    const files = unzipPass(await buffer(await download.createReadStream()));
    expect(passErrors(files, apple.APPLE_PASS_CERTIFICATE)).toEqual([]);
    const { serialNumber, barcodes } = JSON.parse(files['pass.json']?.toString() ?? '');
    const { pass_id, code } = (await card()) ?? {};
    expect([serialNumber, barcodes[0].message]).toEqual([pass_id, code?.replaceAll('-', '')]);
  });

  it('creates the Google Wallet link only when the customer taps the button', async () => {
    const page = await open();
    await page.goto(deliveredCard.path);
    const path = await page.getByRole('link', { name: 'Add to Google Wallet' }).getAttribute('href');
    expect(path).toBe(`${deliveredCard.path}/google-wallet`);
    expect(await page.content()).not.toContain('pay.google.com');
    // Does not follow the redirect, because tests contact no other host.
    const answer = await fetch(server.url + path, { redirect: 'manual' });
    const link = answer.headers.get('location') ?? '';
    expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([302, 'no-referrer']);
    const { payload } = decodeJwt(link.split('https://pay.google.com/gp/v/save/')[1] ?? '');
    expect(JSON.stringify(payload)).toContain((await card())?.pass_id);
  });

  it.each([
    ['phone', PHONE, 'light'],
    ['phone', PHONE, 'dark'],
    ['wide screen', WIDE, 'dark'],
  ] as const)('offers both wallet buttons on a %s (%o, %s), Google Wallet first', async (_name, size, scheme) => {
    const page = await open({ size, scheme });
    await page.goto(deliveredCard.path);
    await buttons(page).first().scrollIntoViewIfNeeded();
    expect(await buttons(page).allTextContents()).toEqual(['Add to Google Wallet', 'Add to Apple Wallet']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const heights = await buttons(page).evaluateAll((links) => links.map((link) => link.clientHeight));
    expect(heights.filter((height) => height < 44)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('offers Apple Wallet first on an iPhone, in the chosen language', async () => {
    const context = await browser.newContext({ userAgent: IPHONE, javaScriptEnabled: false });
    await context.addCookies([{ name: 'language', value: 'de', url: server.url }]);
    const page = await context.newPage();
    await page.goto(server.url + deliveredCard.path);
    const names = await page.getByRole('link', { name: /Wallet/ }).allTextContents();
    await context.close();
    expect(names).toEqual(['Zu Apple Wallet hinzufügen', 'Zu Google Wallet hinzufügen']);
  });

  it('responds to wallet links of unknown cards with the card’s 404 page', async () => {
    for (const file of ['apple.pkpass', 'google-wallet', 'else']) {
      const answer = await fetch(`${server.url}/card/nothing/${file}`);
      expect([file, answer.status]).toEqual([file, 404]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toContain('This link doesn’t open a gift card');
    }
    const page = await open({ expected: /404/ });
    await page.goto('/card/nothing/google-wallet');
    await page.getByRole('heading', { name: 'This link doesn’t open a gift card' }).waitFor();
  });
});
