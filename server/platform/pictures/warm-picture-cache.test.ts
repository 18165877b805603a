import { expect, it } from 'vitest';
import { type PictureQuery, type Resizer, WIDTHS as SERVED } from './resize.ts';
import { keepWarm, renderPages } from './warm-picture-cache.ts';

const mustNot = (error: unknown) => {
  throw error;
};
const aside = { smallPictures: async () => [], onError: mustNot };
const WIDTHS = ['720', '1280', '480', '640', '960', '320'];
const doNothing = async () => undefined;
const pages = [[{ id: 'teapot', version: '1' }], [{ id: 'mug', version: '7' }], []];

it('renders the pictures of the first pages in their usual widths, one at a time and in display order', async () => {
  const drawn: string[] = [];
  let atOnce = 0;
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id, version, width, format }: PictureQuery) {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await Promise.resolve();
      drawn.push(`${id} ${version} ${width}.${format}`);
      atOnce -= 1;
      return null;
    },
  };
  await renderPages({
    resizer,
    listPictures: async (page) => pages[page - 1] ?? [],
    wait: async () => undefined,
    ...aside,
  });
  expect(drawn).toEqual([
    ...WIDTHS.map((width) => `teapot 1 ${width}.avif`),
    ...WIDTHS.map((width) => `mug 7 ${width}.avif`),
  ]);
});

it('renders small occasion pictures before pictures of the first pages', async () => {
  const drawn: string[] = [];
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id, width }) {
      drawn.push(`${id} ${width}`);
      return null;
    },
  };
  await renderPages({
    ...aside,
    resizer,
    smallPictures: async () => [
      { id: 'cake', version: '1' },
      { id: 'wreath', version: '1' },
    ],
    listPictures: async (page) => pages[page - 1] ?? [],
    wait: async () => undefined,
  });
  expect(drawn.slice(0, 5)).toEqual(['cake 320', 'wreath 320', 'cake 160', 'wreath 160', 'teapot 720']);
  for (const density of [1, 2, 3]) expect(drawn).toContain(`cake ${SERVED.find((width) => width >= 88 * density)}`);
});

it('stops warming the cache immediately when the server closes', async () => {
  const resizer: Resizer = { idle: doNothing, render: () => Promise.reject(new Error('must not be called')) };
  const wait = () => Promise.reject(new DOMException('closing', 'AbortError'));
  await expect(
    keepWarm({ resizer, newestProduct: async () => 1, listPictures: async () => pages[0] ?? [], wait, ...aside }),
  ).rejects.toThrow('closing');
});

it('does not render pictures beyond the first pages of a large shop in advance', async () => {
  const drawn = new Set<string>();
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id }) {
      drawn.add(id);
      return null;
    },
  };
  const listPictures = async (page: number) => [{ id: `picture ${page}`, version: '1' }];
  await renderPages({ resizer, listPictures, wait: async () => undefined, ...aside });
  expect([...drawn].at(-1)).toBe('picture 20');
});

it('reports once that a picture fails to render, and renders the others', async () => {
  const reported: unknown[] = [];
  const drawn: string[] = [];
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id, width }) {
      if (id === 'teapot') throw new Error('no picture');
      drawn.push(`${id} ${width}`);
      return null;
    },
  };
  const onError = (error: unknown, id?: string) => reported.push([id, String(error)]);
  await renderPages({
    ...aside,
    resizer,
    listPictures: async (page) => pages[page - 1] ?? [],
    wait: async () => undefined,
    onError,
  });
  expect(reported).toEqual([['teapot', 'Error: no picture']]);
  expect(drawn).toEqual(WIDTHS.map((width) => `mug ${width}`));
});

it.each([
  ['a gift card tile', 358],
  ['a product tile', 173],
  ['the picture on a product page', 390],
])('renders the widths that phones of all pixel densities choose for %s', async (_what, points) => {
  const drawn = new Set<number>();
  const resizer: Resizer = {
    idle: doNothing,
    async render({ width }) {
      drawn.add(width);
      return null;
    },
  };
  await renderPages({
    resizer,
    listPictures: async (page) => pages[page - 1] ?? [],
    wait: async () => undefined,
    ...aside,
  });
  for (const density of [2, 3]) {
    expect(drawn).toContain(SERVED.find((width) => width >= points * density));
  }
});

it('renders the most used width of all pictures on a page first', async () => {
  const drawn: string[] = [];
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id, width }) {
      drawn.push(`${id} ${width}`);
      return null;
    },
  };
  const listPictures = async (page: number) => (page === 1 ? pages.flat() : []);
  await renderPages({ resizer, listPictures, wait: async () => undefined, ...aside });
  expect(drawn.slice(0, 4)).toEqual(['teapot 720', 'mug 720', 'teapot 1280', 'mug 1280']);
});

it('renders pictures of products added later, and nothing while there are none', async () => {
  const drawn: string[] = [];
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id, width }) {
      if (width === 720) drawn.push(id);
      return null;
    },
  };
  const shop = [{ id: 'teapot', version: '1' }];
  const looks = [[], [], [{ id: 'mug', version: '7' }], [], []].values();
  const wait = async (ms: number) => {
    if (ms < 20_000) return;
    const { value, done } = looks.next();
    if (done) throw new DOMException('closing', 'AbortError');
    shop.unshift(...value);
  };
  const listPictures = async (page: number) => (page === 1 ? shop : []);
  const newestProduct = async () => shop.length;
  await expect(keepWarm({ resizer, newestProduct, listPictures, wait, ...aside })).rejects.toThrow('closing');
  expect(drawn).toEqual(['teapot', 'mug', 'teapot']);
});

it('retries after a failed read of the pages, and then renders their pictures', async () => {
  const [drawn, failed]: [string[], string[]] = [[], []];
  const resizer: Resizer = {
    idle: doNothing,
    async render({ id, width }) {
      if (width === 720) drawn.push(id);
      return null;
    },
  };
  const answers = [new Error('cut'), 1, 1].values();
  const newestProduct = async () => {
    const { value, done } = answers.next();
    if (done) throw new DOMException('closing', 'AbortError');
    if (value instanceof Error) throw value;
    return value;
  };
  const listPictures = async (page: number) => pages[page - 1] ?? [];
  const onError = (error: unknown) => failed.push(String(error));
  const wait = async () => undefined;
  await expect(
    keepWarm({ resizer, smallPictures: aside.smallPictures, newestProduct, listPictures, wait, onError }),
  ).rejects.toThrow('closing');
  expect([drawn, failed]).toEqual([['teapot', 'mug'], ['Error: cut']]);
});

it('waits while a visitor is served, and pauses after each rendering for as long as it took', async () => {
  const visitor = Promise.withResolvers<void>();
  const waits: number[] = [];
  let drawn = 0;
  const resizer: Resizer = {
    idle: () => visitor.promise,
    async render() {
      drawn += 1;
      const until = performance.now() + 60;
      while (performance.now() < until) await Promise.resolve();
      return null;
    },
  };
  const listPictures = async (page: number) => (page === 1 ? (pages[0] ?? []) : []);
  const warming = renderPages({ resizer, listPictures, wait: async (ms) => waits.push(ms), ...aside });
  await new Promise(setImmediate);
  expect(drawn).toBe(0);
  visitor.resolve();
  await warming;
  expect(drawn).toBe(WIDTHS.length);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(60);
});
