import { expect, it } from 'vitest';
import { setUpShop } from '../steps/own-shop.ts';

const { server } = setUpShop();

const fetchText = async (path: string) => await (await fetch(server().url + path)).text();
const listAssets = async (path: string, ending: 'js' | 'css') =>
  new Set((await fetchText(path)).match(new RegExp(`(/till)?/assets/[\\w.~-]+\\.${ending}`, 'g')));

/** Returns the compressed bytes of code that load before the page is usable. */
const measureCode = async (path: string): Promise<number> => measureBytes(await listAssets(path, 'js'));

/** Returns the compressed bytes of the page's dynamic imports and their dependencies. */
async function measureLateCode(path: string): Promise<number> {
  const first = await listAssets(path, 'js');
  const late = new Set<string>();
  for (const file of first) for (const name of await listNamedAssets(file, LATE)) late.add(name);
  for (const file of late) for (const name of await listNamedAssets(file, NEEDED)) late.add(name);
  return measureBytes(late.difference(first));
}

const NEEDED = /(?:from|import)["'`]\.\/([\w.~-]+\.js)["'`]/g;
const LATE = /import\(["'`]\.\/([\w.~-]+\.js)["'`]\)/g;

async function listNamedAssets(file: string, pattern: RegExp): Promise<string[]> {
  return [...(await fetchText(file)).matchAll(pattern)].map(([, name]) => `/assets/${name}`);
}

async function measureBytes(files: ReadonlySet<string>): Promise<number> {
  const sizes = [...files].map(async (file) => {
    const { headers } = await fetch(server().url + file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect([file, headers.get('content-encoding')]).toEqual([file, 'br']);
    return Number(headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Limits allow about 100 spare bytes, because content-hashed file names compress differently after each change. */
it.each([
  ['/browse', 135_450, 43_250],
  ['/category/1', 135_500, 42_150],
  ['/product/1', 140_800, 38_650],
  // Includes the code for text moderation and for the names of the gift card's other recipients.
  ['/giftcard/add/1', 159_600, 66_600],
  ['/giftcard/mmstemplates/1/1', 159_200, 66_600],
  ['/giftcard/schedule/1/1', 159_500, 66_600],
  ['/giftcard/sendnoworschedule/1/1', 161_150, 71_250],
  // Excludes the code of sheets, of card entry and of the next screen.
  ['/checkout', 178_200, 79_150],
  ['/success', 167_900, 65_350],
])(
  'loads %s with at most %i bytes of code before the page is usable and %i later',
  async (path, maxBytes, maxLaterBytes) => {
    const [first, later] = [await measureCode(path), await measureLateCode(path)];
    expect(first).toBeGreaterThan(50_000);
    expect(first).toBeLessThan(maxBytes);
    expect(later).toBeGreaterThan(20_000);
    expect(later).toBeLessThan(maxLaterBytes);
  },
);

it.each([
  ['/browse', 15_450],
  ['/card/1', 16_350],
])('loads %s with at most %i bytes of style sheets', async (path, maxBytes) => {
  const bytes = await measureBytes(await listAssets(path, 'css'));
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(maxBytes);
});

it.each([
  ['/browse', 8_700, 40_600],
  ['/product/1', 8_200, 29_800],
  ['/category/1', 6_530, 24_100],
])(
  'serves the HTML of %s in at most %i bytes compressed and %i uncompressed',
  async (path, maxSentBytes, maxReadBytes) => {
    const answer = await fetch(server().url + path, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(maxSentBytes);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(maxReadBytes);
  },
);

it('loads the code of popups, error messages and forms after the page, and caches it in the service worker', async () => {
  const LATER = /\/assets\/(later|forms)-[\w-]+\.js/g;
  for (const path of ['/browse', '/category/1', '/search', '/product/1']) {
    const preload = /data-preload="([^"]*)"/.exec(await fetchText(path))?.[1];
    expect([path, preload]).toEqual([path, expect.stringContaining('/assets/')]);
    expect([path, preload?.match(LATER)]).toEqual([path, null]);
  }
  expect(new Set((await fetchText('/service-worker.js')).match(LATER)).size).toBe(2);
});

it('adds little to the code of /browse on the home page, because each screen loads only its own code', async () => {
  expect(await measureCode('/terms')).toBeLessThan((await measureCode('/browse')) + 8_000);
  expect(await measureCode('/')).toBeLessThan((await measureCode('/browse')) + 18_600);
});

it('neither loads nor caches any till code in the shop', async () => {
  const TILL = /\/till\/|\/(ponyfill|zxing)[\w.-]*\.(js|css|wasm)/;
  const paths = [
    '/',
    '/browse',
    '/search',
    '/terms',
    '/checkout',
    '/signin',
    '/account',
    '/offline',
    '/service-worker.js',
  ];
  const texts = await Promise.all(paths.map(async (path) => [path, await fetchText(path)]));
  expect(texts.filter(([, text]) => TILL.test(text ?? '')).map(([path]) => path)).toEqual([]);
  expect(await fetchText('/till')).toMatch(TILL);
  expect(await fetchText('/till')).not.toMatch(/"\/assets\//);
});

it('limits the till to 95 kB of precached code, without the barcode fallback', async () => {
  const files = await listAssets('/till', 'js');
  expect(await measureBytes(files)).toBeLessThan(95_000);
  const workerCode = await fetchText('/till-worker.js');
  for (const file of [...files, ...(await listAssets('/till', 'css'))]) expect(workerCode).toContain(file);
  expect(workerCode).not.toMatch(/zxing|"\/assets\//);
});

it('serves assets with a short content security policy that lets them load nothing', async () => {
  const html = await fetchText('/browse');
  const files = [...new Set(html.match(/\/assets\/[\w.~-]+\.(js|css|woff2|svg)/g))];
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const { headers } = await fetch(server().url + file, { method: 'HEAD' });
    const policy = "default-src 'none';frame-ancestors 'none';base-uri 'none'";
    expect([file, headers.get('content-security-policy')]).toEqual([file, policy]);
    expect([file, [...headers].join().length < 550]).toEqual([file, true]);
  }
});

it('preloads no code in the HTML, and prioritises the first picture', async () => {
  const html = await fetchText('/browse');
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]* (src|type="module")/);
  expect(html).toMatch(/<img[^>]*fetchPriority="high"/);
});
