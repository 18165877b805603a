import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun, pickDailyShare } from '#test/support/run-size.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, visit } from '../steps/browser.ts';
import {
  applyScheme,
  checkLargeText,
  describeOverflow,
  type Listed,
  openGallery,
  showStory,
} from '../steps/gallery.ts';
import { findAffectedStories } from '../steps/reached-stories.ts';
import { findOutOfOrder } from '../steps/reading-order.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

const NOW = '2026-11-24T00:30:00Z';
const NARROW = { width: 360, height: 740 };
/** How many stories a default run visits, drawn by date: at most 15 that the change affects, and 10 others. */
const [MAX_REACHED, DRAWN] = [15, 10];
/** There are about 300 stories, so far fewer mean that their list is broken. */
const MIN_STORIES = 200;
const brands = isFullRun ? (['giftcard', 'product'] as const) : (['giftcard'] as const);

function selectStories(all: readonly Listed[]): Listed[] {
  if (isFullRun) return [...all];
  const reached = findAffectedStories((process.env.CHANGED_FILES ?? '').split('\n'), all);
  const chosen = pickDailyShare(reached, MAX_REACHED);
  if (chosen.length < reached.length) {
    const counts = `${chosen.length} of the ${reached.length} stories that the change reaches`;
    process.stdout.write(`The gallery test visits ${counts}; npm run test:all visits all of them.\n`);
  }
  const otherStories = all.filter((story) => !chosen.includes(story));
  return [...chosen, ...pickDailyShare(otherStories, DRAWN)];
}

describe.each(brands)('the gallery of the %s store', (brand) => {
  let browser: Browser;
  let server: RunningServer;
  const folder = createDataFolder();

  beforeAll(async () => {
    const env = { DATA_DIR: folder.path, DATABASE_URL: '', BRAND: brand, HUMAN_CHECK: 'none', WEB: 'gallery' };
    [server, browser] = await Promise.all([startServer(env), openBrowser()]);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('shows accessible stories that fit on a phone, in both colour schemes and with 200% text', {
    timeout: 480_000,
  }, async () => {
    const { page, noise, close } = await visit(browser, { url: server.url, size: PHONE, expected: /not-there/ });
    await page.clock.setFixedTime(NOW);
    const all = await openGallery(page);
    expect(all.length).toBeGreaterThan(MIN_STORIES);
    const stories = selectStories(all);
    const errors: string[] = [];
    const colours = brand !== 'giftcard';
    for (const { id } of stories) {
      const findings: (string | null)[] = [
        await showStory(page, id),
        ...(await findAxeViolations(page, { colours })),
        await describeOverflow(page),
        await findOutOfOrder(page),
        await checkLargeText(page),
      ];
      await applyScheme(page, 'dark');
      findings.push(...(await findAxeViolations(page, { colours: true })));
      await page.setViewportSize(NARROW);
      findings.push(await describeOverflow(page));
      await page.setViewportSize(PHONE);
      await applyScheme(page, 'light');
      errors.push(...[...findings, ...noise.splice(0)].flatMap((finding) => (finding ? [`${id}: ${finding}`] : [])));
    }
    expect(errors).toEqual([]);
    await close();
  });
});

it('leaves the gallery out of production builds', () => {
  for (const brand of brands) {
    const build = join(import.meta.dirname, '../../build', brand);
    const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(50);
    const matches = files.filter(({ parentPath, name }) => {
      return /gallery|createMemoryRouter/i.test(name + readFileSync(join(parentPath, name), 'latin1'));
    });
    expect(matches.map(({ name }) => name)).toEqual([]);
  }
});
