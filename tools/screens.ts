import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser, PHONE, visit, WIDE } from '#e2e/steps/browser.ts';
import { applyScheme, type Listed, openGallery, showStory } from '#e2e/steps/gallery.ts';
import { createDataFolder, startServer } from '#e2e/steps/server.ts';
import { buildServerIfStale } from './builds/server-build.ts';
import { runLongStep } from './terminal/long-step.ts';
import { createContactSheets } from './web/contact-sheet.ts';
import { type Brand, buildWebIfStale } from './web/web-build.ts';

// npm run screens [-- WORD]: draws gallery stories in both brands, light and dark, at phone and desktop width, into
// docs/screens in five minutes. With WORD: only stories whose id or area contains it, into tmp/screens.
const NOW = '2026-11-24T00:30:00Z';
const BRANDS = ['giftcard', 'product'] as const satisfies Brand[];
const SCHEMES = ['light', 'dark'] as const;
const SIZES = { phone: PHONE, wide: WIDE } as const;
const SHOWN = { phone: 220, wide: 380 } as const;
/** The README shows the screenshots of these stories at full size. */
const LARGE = ['browse', 'templates', 'card'];
const INTRODUCTION = `# Screenshots of every screen

Each row shows one story of the [gallery](../gallery.md), with its title and id: the gift card store on a phone, light
and dark, then on a wide screen, light above dark; then the product store in the same order. Open a sheet to read it at
full size. \`npm run screens\` redraws them.
`;

type Shape = keyof typeof SIZES;
type Eye = { page: Page; brand: Brand; shape: Shape };

const [word = ''] = process.argv.slice(2);
const target = join(import.meta.dirname, '..', word === '' ? 'docs/screens' : 'tmp/screens');
mkdirSync(target, { recursive: true });
for (const brand of BRANDS) await buildWebIfStale(brand, { gallery: true });
await buildServerIfStale();
const browser = await openBrowser();
const shops = await Promise.all(BRANDS.map(openShop));
try {
  await captureAreas(await openEyes());
} finally {
  await browser.close();
  for (const { server, folder } of shops) {
    await server.stop();
    folder.remove();
  }
}

async function openShop(brand: Brand) {
  const folder = createDataFolder();
  const env = { DATA_DIR: folder.path, DATABASE_URL: '', BRAND: brand, HUMAN_CHECK: 'none', WEB: 'gallery' };
  return { brand, folder, server: await startServer(env) };
}

function openEyes(): Promise<Eye[]> {
  const visits = shops.flatMap(({ brand, server }) =>
    (Object.keys(SIZES) as Shape[]).map(async (shape) => {
      const { page } = await visit(browser, { url: server.url, size: SIZES[shape] });
      await page.clock.setFixedTime(NOW);
      return { page, brand, shape };
    }),
  );
  return Promise.all(visits);
}

async function captureAreas(eyes: Eye[]): Promise<void> {
  const [listed = []] = await Promise.all(eyes.map(({ page }) => openGallery(page)));
  const stories = listed.filter(({ id, area }) => `${id} ${area}`.toLowerCase().includes(word.toLowerCase()));
  const keptNames = new Set(LARGE.map((id) => `${id}.webp`));
  const lines: string[] = [];
  for (const area of new Set(stories.map((story) => story.area))) {
    const inArea = stories.filter((story) => story.area === area);
    const names = await runLongStep(`${area}: ${inArea.length} stories`, () => captureArea(eyes, area, inArea));
    for (const name of names) keptNames.add(name);
    lines.push(`## ${area}`, '', ...names.flatMap((name) => [`![${area}](${name})`, '']));
  }
  writeFileSync(join(target, 'README.md'), `${INTRODUCTION}\n${lines.join('\n')}`);
  for (const old of readdirSync(target))
    if (/\.(jpg|webp)$/.test(old) && !keptNames.has(old)) rmSync(join(target, old));
}

async function captureArea(eyes: Eye[], area: string, stories: Listed[]): Promise<string[]> {
  const pictures = new Map<string, Buffer>();
  await Promise.all(
    eyes.map(async (eye) => {
      for (const { id } of stories) await captureStory(eye, id, pictures);
    }),
  );
  const rows = stories.map(({ id, title }) => ({ caption: `${title}   ·   ${id}`, cells: arrangeCells(id, pictures) }));
  const sheets = await createContactSheets(rows);
  return sheets.map((sheet, index) => {
    const name = `${area.toLowerCase().replaceAll(' ', '-')}${sheets.length > 1 ? `-${index + 1}` : ''}-sheet.webp`;
    writeFileSync(join(target, name), sheet);
    return name;
  });
}

async function captureStory({ page, brand, shape }: Eye, id: string, pictures: Map<string, Buffer>): Promise<void> {
  const error = await showStory(page, id);
  if (error) console.error(`${id} (${brand}, ${shape}): ${error}`);
  for (const scheme of SCHEMES) {
    await applyScheme(page, scheme);
    const shot = await takeScreenshot(page);
    const small = sharp(shot).resize({ width: SHOWN[shape] }).webp({ quality: 80 });
    pictures.set([id, brand, shape, scheme].join(' '), await small.toBuffer());
    if (LARGE.includes(id) && brand === 'giftcard' && shape === 'phone' && scheme === 'light')
      await sharp(shot)
        .webp({ quality: 78 })
        .toFile(join(target, `${id}.webp`));
  }
  await applyScheme(page, 'light');
}

async function takeScreenshot(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    const arrived = seen.map((image) => image.decode().catch(() => undefined));
    await Promise.race([Promise.all(arrived), new Promise((resolve) => setTimeout(resolve, 3_000))]);
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const moving = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    const rested = moving.map((animation) => animation.finished.catch(() => undefined));
    await Promise.race([Promise.all(rested), new Promise((resolve) => setTimeout(resolve, 3_000))]);
  });
  return page.screenshot({ type: 'jpeg', quality: 90 });
}

/** Returns the columns of screenshots for each store: phone light, phone dark, and wide light above wide dark. */
function arrangeCells(id: string, pictures: Map<string, Buffer>): Buffer[][] {
  const findPictures = (brand: Brand, shape: Shape, scheme: string) =>
    [pictures.get([id, brand, shape, scheme].join(' '))].filter((picture) => picture !== undefined);
  return BRANDS.flatMap((brand) => [
    ...SCHEMES.map((scheme) => findPictures(brand, 'phone', scheme)),
    SCHEMES.flatMap((scheme) => findPictures(brand, 'wide', scheme)),
  ]);
}
