import { expect, test } from 'vitest';
import type { PictureQuery, Resizer } from './resize.ts';
import { renderPages } from './warm-picture-cache.ts';

const mustNot = (error: unknown) => {
  throw error;
};
const pages = [[{ id: 'teapot', version: '1' }], [{ id: 'mug', version: '7' }], []];

test('renders every picture of the first pages in its usual widths, one at a time, in the order shown', async () => {
  const drawn: string[] = [];
  let atOnce = 0;
  const resizer: Resizer = {
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
    picturesOf: async (page) => pages[page - 1] ?? [],
    wait: async () => undefined,
    onError: mustNot,
  });
  expect(drawn).toEqual([
    ...['480', '720', '960'].map((width) => `teapot 1 ${width}.avif`),
    ...['480', '720', '960'].map((width) => `mug 7 ${width}.avif`),
  ]);
});

test('stops at once when the server closes', async () => {
  const resizer: Resizer = { render: () => Promise.reject(new Error('must not be called')) };
  const wait = () => Promise.reject(new DOMException('closing', 'AbortError'));
  await expect(
    renderPages({ resizer, picturesOf: async () => pages[0] ?? [], wait, onError: mustNot }),
  ).rejects.toThrow('closing');
});

test('does not render pictures far down in a large shop before they are requested', async () => {
  const drawn = new Set<string>();
  const resizer: Resizer = {
    async render({ id }) {
      drawn.add(id);
      return null;
    },
  };
  const picturesOf = async (page: number) => [{ id: `picture ${page}`, version: '1' }];
  await renderPages({ resizer, picturesOf, wait: async () => undefined, onError: mustNot });
  expect([...drawn].at(-1)).toBe('picture 20');
});

test('a picture that fails to render is reported once, and the others are rendered', async () => {
  const reported: unknown[] = [];
  const drawn: string[] = [];
  const resizer: Resizer = {
    async render({ id, width }) {
      if (id === 'teapot') throw new Error('no picture');
      drawn.push(`${id} ${width}`);
      return null;
    },
  };
  const onError = (error: unknown, id?: string) => reported.push([id, String(error)]);
  await renderPages({
    resizer,
    picturesOf: async (page) => pages[page - 1] ?? [],
    wait: async () => undefined,
    onError,
  });
  expect(reported).toEqual([['teapot', 'Error: no picture']]);
  expect(drawn).toEqual(['mug 480', 'mug 720', 'mug 960']);
});
