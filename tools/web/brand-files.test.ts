import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBrandFiles } from './brand-files.ts';

describe.each([
  { brand: 'giftcard', name: 'Handsel Gift Cards', start: 'Browse Gift Cards' },
  { brand: 'product', name: 'Handsel', start: 'Browse Products' },
] as const)('install files of the $brand store', ({ brand, name, start }) => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handsel-brand-'));
    await writeBrandFiles(brand, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (file: string) => readFileSync(join(folder, file));

  it('lets phones install the shop as an app from its manifest', () => {
    const manifest = JSON.parse(read('manifest.webmanifest').toString());
    expect(manifest).toMatchObject({ name, short_name: 'Handsel', start_url: '/browse', display: 'standalone' });
    expect(manifest).toMatchObject({ lang: 'en-AU', theme_color: '#fbf8f3', background_color: '#fbf8f3' });
    expect(manifest.shortcuts[0]).toMatchObject({ name: start, url: '/browse' });
  });

  it('lets phones install the till as a separate app from its own manifest', () => {
    const [shop, till] = ['manifest', 'till'].map((file) => JSON.parse(read(`${file}.webmanifest`).toString()));
    expect(till).toMatchObject({ name: `${name} till`, short_name: 'Till', start_url: '/till', scope: '/till' });
    expect(till).toMatchObject({ display: 'standalone', lang: 'en-AU' });
    expect([shop.id, till.id]).toEqual(['/', '/till']);
  });

  it.each(['manifest', 'till'])(
    'draws every icon of %s in its declared size, and one of them as maskable',
    async (file) => {
      const { icons } = JSON.parse(read(`${file}.webmanifest`).toString());
      expect(icons).toHaveLength(3);
      for (const { src, sizes, type } of icons) {
        const { format, width, height } = await sharp(read(src)).metadata();
        expect([`image/${format}`, `${width}x${height}`]).toEqual([type, sizes]);
      }
      expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
      const { data } = await sharp(read('icon-maskable-512.png'))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const corner = [...data.subarray(0, 3)];
      expect(corner).toEqual([...data.subarray(256 * 3 * 20, 256 * 3 * 20 + 3)]);
    },
  );

  it('provides a touch icon, a favicon and a link preview for older clients', async () => {
    expect(await sharp(read('apple-touch-icon.png')).metadata()).toMatchObject({ width: 180, height: 180 });
    expect(await sharp(read('share.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const icon = read('favicon.ico');
    expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
    const [size, offset] = [icon.readUInt32LE(14), icon.readUInt32LE(18)];
    expect(await sharp(icon.subarray(offset, offset + size)).metadata()).toMatchObject({ format: 'png', width: 48 });
  });
});
