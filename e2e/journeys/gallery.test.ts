import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, visit } from '../steps/browser.ts';
import { openGallery, overflow, putOn, showStory, troubleOfLargeText } from '../steps/gallery.ts';
import { outOfOrder } from '../steps/reading-order.ts';
import { dataFolder, type RunningServer, startServer } from '../steps/server.ts';

/** The clock of the customer's phone: a Tuesday morning in Sydney. */
const NOW = '2026-11-24T00:30:00Z';
const NARROW = { width: 360, height: 740 };

describe.each(['giftcard', 'product'] as const)('the gallery of the %s store', (brand) => {
  let browser: Browser;
  let server: RunningServer;
  const folder = dataFolder();

  beforeAll(async () => {
    const env = { DATA_DIR: folder.path, DATABASE_URL: '', BRAND: brand, HUMAN_CHECK: 'none', WEB: 'gallery' };
    [server, browser] = await Promise.all([startServer(env), openBrowser()]);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  test('every story stands, is accessible light and dark, and fits a phone, also with text twice as large, no word broken', {
    timeout: 480_000,
  }, async () => {
    const { page, noise, close } = await visit(browser, { url: server.url, size: PHONE, expected: /not-there/ });
    await page.clock.setFixedTime(NOW);
    const stories = await openGallery(page);
    const errors: string[] = [];
    // The other store draws the same elements in its own words and colours.
    const colours = brand !== 'giftcard';
    for (const { id } of stories) {
      const findings: (string | null)[] = [
        await showStory(page, id),
        ...(await axeViolations(page, { colours })),
        await overflow(page),
        await outOfOrder(page),
        await troubleOfLargeText(page),
      ];
      await putOn(page, 'dark');
      findings.push(...(await axeViolations(page, { colours: true })));
      await page.setViewportSize(NARROW);
      findings.push(await overflow(page));
      await page.setViewportSize(PHONE);
      await putOn(page, 'light');
      errors.push(...[...findings, ...noise.splice(0)].flatMap((finding) => (finding ? [`${id}: ${finding}`] : [])));
    }
    expect(errors).toEqual([]);
    await close();
  });
});

test('a real build knows nothing of the gallery', () => {
  for (const brand of ['giftcard', 'product']) {
    const build = join(import.meta.dirname, '../../build', brand);
    const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(50);
    const matches = files.filter(({ parentPath, name }) => {
      return /gallery|createMemoryRouter/i.test(name + readFileSync(join(parentPath, name), 'latin1'));
    });
    expect(matches.map(({ name }) => name)).toEqual([]);
  }
});
