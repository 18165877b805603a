import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, type Visit, visit, WIDE } from '../steps/browser.ts';
import { measureDifference, takeScreenshot } from '../steps/compare-pictures.ts';
import { type DeliveredCard, giveCard } from '../steps/gift-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { waitUntilUsable } from '../steps/usable.ts';

const NOW = '2026-11-02T01:00:00Z';
const recipient = '0491570157';

describe('the page of a delivered gift card', () => {
  let browser: Browser;
  let server: RunningServer;
  let deliveredCard: DeliveredCard;
  let seen: Visit | undefined;
  let removeData: () => void;

  beforeAll(async () => {
    const folder = createDataFolder();
    removeData = folder.remove;
    server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', HUMAN_CHECK: 'none' });
    await server.moveTo(NOW);
    deliveredCard = await giveCard(server, {
      to: recipient,
      message: 'Well done, 小明! שלום 👍🏽',
      text: 'Lunch is on me',
    });
    browser = await openBrowser();
  });
  afterEach(async () => {
    await seen?.close();
    seen = undefined;
  });
  afterAll(async () => {
    await server.stop();
    removeData();
  });

  const open = async (options: { size?: typeof PHONE; scheme?: 'light' | 'dark'; expected?: RegExp } = {}) => {
    seen = await visit(browser, { url: server.url, now: NOW, ...options });
    return seen;
  };
  const fetchCard = async () => {
    const answer = await fetch(server.url + deliveredCard.path);
    const card = await server.send('GET mobiledigital/card', { query: { secret: deliveredCard.secret } });
    return { answer, html: await answer.text(), card: card.body.data };
  };

  it('fills a wide window with the card’s background, on the card page and the demo phone', async () => {
    const { page } = await open({ size: WIDE });
    for (const path of [deliveredCard.path, '/phone']) {
      await page.goto(path);
      const ground = page.locator('.whole-window');
      await ground.waitFor();
      expect([path, (await ground.boundingBox())?.width]).toEqual([path, WIDE.width]);
    }
  });

  it('responds to an invalid card link with a 404 page that explains the problem', async () => {
    for (const path of ['/card/nothing', `/card/${'x'.repeat(300)}`, '/card/a%2Fb', '/card/%00']) {
      const answer = await fetch(server.url + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('This link doesn’t open a gift card');
    }
    const { page, noise } = await open({ expected: /404/ });
    await page.goto('/card/nothing');
    await page.getByRole('heading', { name: 'This link doesn’t open a gift card' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(noise).toEqual([]);
  });

  it.each([
    ['phone', PHONE, 'light'],
    ['phone', PHONE, 'dark'],
    ['wide screen', WIDE, 'dark'],
  ] as const)('shows the gift card without errors on a %s (%o, %s)', async (_name, size, scheme) => {
    const { page, noise } = await open({ size, scheme });
    const origins: string[] = [];
    const opened: string[] = [];
    page.on('request', (request) => {
      origins.push(new URL(request.url()).protocol === 'data:' ? server.url : new URL(request.url()).origin);
      if (request.url().endsWith('/mobiledigital/cardopened')) opened.push(request.postData() ?? '');
    });
    await page.goto(deliveredCard.path);
    await page.getByRole('heading', { level: 1, name: 'Mia, Wren has a gift for you' }).waitFor();
    const card = (await fetchCard()).card;
    await page.getByText(card?.code.replaceAll('-', ' ') ?? '').waitFor();
    for (const words of [
      'Lunch is on me',
      `$${deliveredCard.cardInput.price}.00`,
      'Use it by 2 November 2029',
      'Sent on',
    ]) {
      expect([words, await page.getByText(words).first().isVisible()]).toEqual([words, true]);
    }
    await page.getByRole('img', { name: /Well done, 小明!/ }).waitFor();
    await expect.poll(() => opened).toEqual([JSON.stringify({ secret: deliveredCard.secret })]);
    expect(new Set(origins)).toEqual(new Set([server.url]));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(noise).toEqual([]);
  });

  it('shows the whole gift card, already unwrapped, without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(server.url + deliveredCard.path);
    const { card } = await fetchCard();
    expect(await page.getByText(card?.code.replaceAll('-', ' ') ?? '').isVisible()).toBe(true);
    expect(await page.getByRole('img', { name: /^Barcode/ }).isVisible()).toBe(true);
    expect(await page.locator('.wrapping').isVisible()).toBe(false);
    // Reads `textContent`, because Playwright finds no text in a noscript element.
    const hint = page.locator('noscript p');
    expect(await hint.isVisible()).toBe(true);
    expect(await hint.textContent()).toContain('need JavaScript');
    await context.close();
  });

  it('shows the same picture on the card page as in the message', async () => {
    const { page, noise } = await open();
    await page.goto(deliveredCard.path);
    const picture = page.getByRole('img', { name: /Well done, 小明! שלום 👍🏽/ });
    await page.getByRole('button', { name: 'Copy the code' }).waitFor();
    for (const image of await picture.locator('img').all())
      await image.evaluate((part: HTMLImageElement) => part.decode());
    const [message] = (await server.phone(recipient)).filter(({ media_url }) => media_url);
    const response = await fetch(message?.media_url ?? '');
    expect(
      await measureDifference(await takeScreenshot(picture), Buffer.from(await response.arrayBuffer())),
    ).toBeLessThan(0.002);
    expect(noise).toEqual([]);
  });

  it('opens the gift card in the same tab from the link on the demo phone', async () => {
    const { page, noise } = await open();
    await page.goto('/phone');
    await page.getByRole('link', { name: /0491 570 157/ }).click();
    await page.waitForURL('**/phone?to=%2B61491570157');
    const picture = page.getByRole('img', { name: 'Picture message' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
    await page.getByText('Lunch is on me').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: /\/card\// }).click();
    await page.getByRole('heading', { level: 1, name: 'Mia, Wren has a gift for you' }).waitFor();
    expect(noise).toEqual([]);
  });

  it('opens the demo phone of any number and shows messages as they arrive', async () => {
    const { page, noise } = await open();
    await page.goto('/phone');
    await waitUntilUsable(page);
    await page.getByLabel('Open the phone of').fill('12');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Please enter a valid mobile').waitFor();
    await page.getByLabel('Open the phone of').fill('0491 570 110');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Nothing has been sent to this number yet.').waitFor();
    await server.send('POST mobiledigital/sendmobilecode', { body: { mobile: '0491570110' } });
    await page.getByRole('button', { name: /^Copy \d{6}$/ }).waitFor();
    expect(noise).toEqual([]);
  });
});
