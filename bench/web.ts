// npm run bench:web [-- --runs 5] [--page browse] [--only pages|visit]: measures four pages with Lighthouse, with and
// without scripts (the limit), and a purchase at four times slower CPU, cold and warm.
import { parseArgs } from 'node:util';
import lighthouse, { type Flags } from 'lighthouse';
import type { RunningServer } from '#e2e/steps/server.ts';
import { median, printJson, printTable } from './table.ts';
import { listShownPages, type ShownPage, withBuiltShop, withChrome } from './web/pages.ts';
import { addCustomer, buyTwice, type ScreenSeen, SLOWER, type TapSeen, type VisitSeen } from './web/visit.ts';

const MEASURED = ['browse', 'category', 'product', 'card'];

/** Times are in milliseconds and sizes in transferred kB. `score` is out of 100. */
type Figures = { score: number; fcp: number; lcp: number; tbt: number; cls: number; kB: number; scriptKB: number };
type PageResult = { page: string; way: 'ours' | 'limit' } & Figures;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string' },
    only: { type: 'string' },
  },
});
const runs = Number(values.runs);
const benchmarkIndexes: number[] = [];

const pages = values.only === 'visit' ? [] : await withBuiltShop('giftcard', measurePages);
if (pages.length > 0)
  printTable(pages, [
    ['page', ({ page }) => page],
    ['what', ({ way }) => way],
    ['score', ({ score }) => score],
    ['FCP ms', ({ fcp }) => Math.round(fcp)],
    ['LCP ms', ({ lcp }) => Math.round(lcp)],
    ['TBT ms', ({ tbt }) => Math.round(tbt)],
    ['CLS', ({ cls }) => cls],
    ['kB', ({ kB }) => kB],
    ['script kB', ({ scriptKB }) => scriptKB],
  ]);

const { screens, taps } =
  values.only === 'pages' ? { screens: [], taps: [] } : await withBuiltShop('giftcard', measureVisits);
if (screens.length > 0) {
  printTable(screens, [
    ['screen', ({ screen }) => screen],
    ['visit', ({ visit }) => visit],
    ['requests', ({ requests }) => requests],
    ['kB', ({ kB }) => kB],
    ['script kB', ({ scriptKB }) => scriptKB],
    ['LCP ms', ({ lcp }) => (lcp === null ? null : Math.round(lcp))],
    ['CLS', ({ cls }) => cls],
  ]);
  printTable(taps, [
    ['tap', ({ tap }) => tap],
    ['visit', ({ visit }) => visit],
    ['INP ms', ({ inp }) => inp],
    ['worst ms', ({ worst }) => worst],
    ['wait ms', ({ wait }) => Math.round(wait)],
    ['script ms', ({ script }) => Math.round(script)],
    ['drawing ms', ({ drawing }) => Math.round(drawing)],
  ]);
}
printJson({ runs, slower: SLOWER, benchmarkIndex: median(benchmarkIndexes), pages, screens, taps });

async function measurePages(server: RunningServer): Promise<PageResult[]> {
  const measuredPages = (await listShownPages(server)).filter(({ name }) =>
    (values.page ?? MEASURED.join()).split(',').includes(name),
  );
  return withChrome(async ({ port }) => {
    const results: PageResult[] = [];
    for (const page of measuredPages) {
      const shopFigures: Figures[] = [];
      const limit: Figures[] = [];
      // Does not count the first visit, because the server renders pictures for it.
      await runLighthouse(server.url, page, { port });
      for (let run = 0; run < runs; run += 1) {
        shopFigures.push(await runLighthouse(server.url, page, { port }));
        limit.push(await runLighthouse(server.url, page, { port, blockedUrlPatterns: ['*.js'] }));
      }
      results.push({ page: page.name, way: 'ours', ...computeMedians(shopFigures) });
      results.push({ page: page.name, way: 'limit', ...computeMedians(limit) });
    }
    return results;
  });
}

async function runLighthouse(base: string, page: ShownPage, flags: Flags): Promise<Figures> {
  const result = await lighthouse(base + page.path, { logLevel: 'silent', onlyCategories: ['performance'], ...flags });
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse could not load ${page.name}.`);
  const { audits, categories, environment } = result.lhr;
  benchmarkIndexes.push(environment.benchmarkIndex);
  const value = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details as { items?: { resourceType: string; transferSize: number }[] };
  const kB = (items: { transferSize: number }[]) => items.reduce((sum, item) => sum + item.transferSize, 0) / 1_000;
  const items = details?.items ?? [];
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    kB: kB(items),
    scriptKB: kB(items.filter(({ resourceType }) => resourceType === 'Script')),
  };
}

type Visited = { visit: 'cold' | 'warm' };
type Screens = { screens: (ScreenSeen & Visited)[]; taps: (TapSeen & Visited & { worst: number })[] };

async function measureVisits(server: RunningServer): Promise<Screens> {
  const customer = await addCustomer(server);
  await buyTwice(server, customer);
  const visits: Record<Visited['visit'], VisitSeen>[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await buyTwice(server, customer));
  const done: Screens = { screens: [], taps: [] };
  for (const visit of ['cold', 'warm'] as const) {
    const seen = visits.map((both) => both[visit]);
    for (const [index, { screen, ...figures }] of (seen[0]?.screens ?? []).entries()) {
      const rows = seen.map(({ screens }) => ({
        ...figures,
        ...screens[index],
        lcp: screens[index]?.lcp ?? Number.NaN,
      }));
      const middle = computeMedians(
        rows.map(({ screen: _, ...row }: (typeof rows)[number] & { screen?: string }) => row),
      );
      done.screens.push({ ...middle, screen, visit, lcp: figures.lcp === null ? null : middle.lcp });
    }
    for (const [index, { tap }] of (seen[0]?.taps ?? []).entries()) {
      const times = seen.map(({ taps }) => {
        const { tap: _, ...answered } = taps[index] as TapSeen;
        return answered;
      });
      done.taps.push({ tap, visit, ...computeMedians(times), worst: Math.max(...times.map(({ inp }) => inp)) });
    }
  }
  return done;
}

function computeMedians<Row extends Record<string, number>>(rows: readonly Row[]): Row {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, median(rows.map((row) => row[name] as number))])) as Row;
}
