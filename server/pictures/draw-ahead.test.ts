import { expect, test } from 'vitest';
import { drawAll } from './draw-ahead.ts';
import type { PictureQuery, Resizer } from './resize.ts';

const mustNot = (error: unknown) => {
  throw error;
};
const pages = [[{ id: 'teapot', version: '1' }], [{ id: 'mug', version: '7' }], []];

test('draws every picture of the shop window in its usual widths, one at a time, in the order shown', async () => {
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
  await drawAll({
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

test('gives up at once when the server closes', async () => {
  const resizer: Resizer = { render: () => Promise.reject(new Error('must not be asked')) };
  const wait = () => Promise.reject(new DOMException('closing', 'AbortError'));
  await expect(drawAll({ resizer, picturesOf: async () => pages[0] ?? [], wait, onError: mustNot })).rejects.toThrow(
    'closing',
  );
});

test('leaves what stands far down in a large shop until somebody asks for it', async () => {
  const drawn = new Set<string>();
  const resizer: Resizer = {
    async render({ id }) {
      drawn.add(id);
      return null;
    },
  };
  const picturesOf = async (page: number) => [{ id: `picture ${page}`, version: '1' }];
  await drawAll({ resizer, picturesOf, wait: async () => undefined, onError: mustNot });
  expect([...drawn].at(-1)).toBe('picture 20');
});

test('a picture that cannot be drawn is told of once, and the others are drawn', async () => {
  const told: unknown[] = [];
  const drawn: string[] = [];
  const resizer: Resizer = {
    async render({ id, width }) {
      if (id === 'teapot') throw new Error('no picture');
      drawn.push(`${id} ${width}`);
      return null;
    },
  };
  const onError = (error: unknown, id?: string) => told.push([id, String(error)]);
  await drawAll({ resizer, picturesOf: async (page) => pages[page - 1] ?? [], wait: async () => undefined, onError });
  expect(told).toEqual([['teapot', 'Error: no picture']]);
  expect(drawn).toEqual(['mug 480', 'mug 720', 'mug 960']);
});
