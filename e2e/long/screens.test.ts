import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, visit, WIDE } from '../steps/browser.ts';
import { type EveryScreen, fillEveryScreen } from '../steps/every-screen.ts';
import { applyScheme, describeOverflow } from '../steps/gallery.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { asCustomer } from '../steps/signed-in.ts';

const NOW = '2026-11-02T01:00:00Z';
const sizes = [
  { name: 'phone', size: PHONE },
  { name: 'wide', size: WIDE },
];

describe.each(['giftcard', 'product'] as const)('every screen of the journey in the %s store', (brand) => {
  let browser: Browser;
  let server: RunningServer;
  let screens: EveryScreen;
  let removeData: () => void;

  beforeAll(async () => {
    const folder = createDataFolder();
    removeData = folder.remove;
    server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', BRAND: brand, HUMAN_CHECK: 'none' });
    await server.moveTo(NOW);
    screens = await fillEveryScreen(server);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await server.stop();
    removeData();
  });

  it.each(sizes)(
    'shows no accessibility violation in light or dark mode: $name',
    { timeout: 240_000 },
    async ({ size }) => {
      const visitor = await visit(browser, { url: server.url, size, now: NOW });
      await asCustomer(visitor.context, screens.customer, { now: NOW, giftCards: screens.giftCards });
      const errors: string[] = [];
      for (const [screen, path] of Object.entries(screens.paths)) {
        await visitor.page.goto(path);
        await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
        await visitor.page.waitForLoadState('networkidle');
        expect(new URL(visitor.page.url()).pathname).toBe(new URL(path, server.url).pathname);
        const wide = await describeOverflow(visitor.page);
        if (wide) errors.push(`${screen}: ${wide}`);
        const light = await findAxeViolations(visitor.page, { colours: brand === 'product' });
        await applyScheme(visitor.page, 'dark');
        const dark = await findAxeViolations(visitor.page, { colours: true });
        await applyScheme(visitor.page, 'light');
        errors.push(...[...light, ...dark].map((violation) => `${screen}: ${violation}`));
      }
      expect(errors).toEqual([]);
      expect(visitor.noise).toEqual([]);
      await visitor.close();
    },
  );
});
