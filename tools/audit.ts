import { parseArgs } from 'node:util';
import lighthouse, { type Flags } from 'lighthouse';
import { listShownPages, type ShownPage, withBuiltShop, withChrome } from '../bench/web/pages.ts';
import { buildServerIfStale } from './builds/server-build.ts';
import { type Brand, buildWebIfStale } from './web/web-build.ts';

const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof MIN_SCORES;

type Figures = { scores: Record<Category, number>; times: Record<string, number>; wrong: string[] };

// npm run audit [-- --brand product --runs 3 --page product]: audits the built shop with Lighthouse's mobile preset and
// reports medians, because timings are noisy.
const { values } = parseArgs({
  options: {
    brand: { type: 'string', default: 'giftcard' },
    runs: { type: 'string', default: '3' },
    page: { type: 'string' },
  },
});
const brand: Brand = values.brand === 'product' ? 'product' : 'giftcard';
await buildWebIfStale(brand);
await buildServerIfStale();
process.exitCode = (await auditShop()) ? 0 : 1;

function auditShop(): Promise<boolean> {
  return withBuiltShop(brand, (server) =>
    withChrome(async ({ port }) => {
      const pages = (await listShownPages(server)).filter(({ name }) => !values.page || name === values.page);
      const results = [];
      for (const page of pages) results.push(await auditPage(page, { url: server.url, port }));
      return results.every(Boolean);
    }),
  );
}

async function auditPage(page: ShownPage, where: { url: string; port: number }): Promise<boolean> {
  const flags: Flags = { port: where.port, logLevel: 'silent', onlyCategories: Object.keys(MIN_SCORES) };
  if (page.skipAudits) flags.skipAudits = page.skipAudits;
  const runs: Figures[] = [];
  // The first visit is not counted, because it renders and caches the pictures.
  await lighthouse(where.url + page.path, flags);
  for (let run = 0; run < Number(values.runs); run += 1) {
    const result = await lighthouse(where.url + page.path, flags);
    if (result) runs.push(readFigures(result.lhr));
  }
  runs.sort((run, other) => run.scores.performance - other.scores.performance);
  const median = runs[Math.floor(runs.length / 2)];
  if (!median) return false;
  const scores = Object.entries(median.scores).map(([name, score]) => `${name} ${score}`);
  const times = Object.entries(median.times).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`${page.name.padEnd(9)} ${scores.join('  ')}  (${times.join(', ')})\n`);
  const short = (Object.keys(MIN_SCORES) as Category[]).filter((name) => median.scores[name] < MIN_SCORES[name]);
  if (short.length > 0) process.stdout.write(`${median.wrong.map((line) => `          ${line}`).join('\n')}\n`);
  return short.length === 0;
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function readFigures({ categories, audits }: Report): Figures {
  const scores = Object.fromEntries(
    Object.keys(MIN_SCORES).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Figures['scores'];
  const ms = (id: string): number => Math.round(audits[id]?.numericValue ?? 0);
  const times = {
    'FCP ms': ms('first-contentful-paint'),
    'LCP ms': ms('largest-contentful-paint'),
    'TBT ms': ms('total-blocking-time'),
    'speed ms': ms('speed-index'),
    'CLS /1000': Math.round((audits['cumulative-layout-shift']?.numericValue ?? 0) * 1000),
  };
  const wrong = Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, displayValue }) => `${id}: ${title}${displayValue ? ` (${displayValue})` : ''}`);
  return { scores, times, wrong };
}
