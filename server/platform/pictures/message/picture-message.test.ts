import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { TemplateLayout, TextArea } from '#contract/rules/gift-card/gift-picture.ts';
import { anyCharacter } from '#test/generators/any-character.ts';
import type { PictureFile } from '../open-picture.ts';
import { composePictureMessage, PICTURE_MESSAGE_MAX_BYTES } from './picture-message.ts';

const line: TextArea = { x: 60, y: 50, width: 600, height: 70, size: 48, align: 'start', colour: '#ffffff' };
const layout: TemplateLayout = {
  to: line,
  message: { ...line, y: 150, height: 420, size: 84, align: 'center', colour: '#000000' },
  from: { ...line, y: 600, align: 'end' },
  amount: { ...line, y: 690, height: 120, size: 100, align: 'center' },
  footer: { ...line, y: 830, height: 40, size: 24, align: 'center' },
};
const words = { to: 'To Ava', from: 'From Tom', message: 'Happy birthday! 🎂', amount: '$50', footer: 'Expires 2029' };
const nothing = { to: '', from: '', message: '', amount: '', footer: '' };
const template: PictureFile = {
  mime: 'image/svg+xml',
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="900"><rect width="720" height="900" fill="#d9482b"/></svg>',
  ),
};

async function createNoise(): Promise<PictureFile> {
  let state = 1;
  const data = Buffer.alloc(720 * 900 * 3);
  for (let index = 0; index < data.length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[index] = state >>> 24;
  }
  return {
    mime: 'image/png',
    bytes: await sharp(data, { raw: { width: 720, height: 900, channels: 3 } })
      .png()
      .toBuffer(),
  };
}

function readMarkers(jpeg: Buffer): number[] {
  const markers: number[] = [];
  for (let index = 2; jpeg[index] === 0xff && jpeg[index + 1] !== 0xda; index += 2 + jpeg.readUInt16BE(index + 2)) {
    markers.push(jpeg[index + 1] ?? 0);
  }
  return markers;
}

it('creates a baseline JPEG of 720 x 900 with three colour components and no metadata', async () => {
  const jpeg = await composePictureMessage({ templateSvgOrRaster: template, layout, ...words });
  expect(jpeg.length).toBeLessThanOrEqual(PICTURE_MESSAGE_MAX_BYTES);
  const markers = readMarkers(jpeg);
  expect(markers).toContain(0xc0);
  expect(markers).not.toContain(0xc2);
  expect(markers).not.toContain(0xe1);
  const seen = await sharp(jpeg).metadata();
  expect(seen).toMatchObject({
    format: 'jpeg',
    width: 720,
    height: 900,
    space: 'srgb',
    channels: 3,
    isProgressive: false,
  });
});

it('fits the size limit even when the template is random noise', async () => {
  const jpeg = await composePictureMessage({ templateSvgOrRaster: await createNoise(), layout, ...words });
  expect(jpeg.length).toBeLessThanOrEqual(240_000);
  expect(jpeg.length).toBeGreaterThan(100_000);
});

it('returns identical bytes for identical input, and different bytes when any text changes', async () => {
  const compose = (change: Partial<typeof words>) =>
    composePictureMessage({ templateSvgOrRaster: template, layout, ...words, ...change });
  const first = await compose({});
  expect((await compose({})).equals(first)).toBe(true);
  for (const area of ['to', 'from', 'message', 'amount', 'footer'] as const) {
    expect((await compose({ [area]: 'Zq' })).equals(first), area).toBe(false);
  }
});

it('draws text in its own colour and inside its area, and escapes markup', async () => {
  const message = '</g></svg><script>"&\'';
  const jpeg = await composePictureMessage({ templateSvgOrRaster: template, layout, ...nothing, message });
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((index) => (data[index] ?? 255) < 40);
  const rows = dark.map((index) => Math.floor(index / 720));
  expect(dark.length).toBeGreaterThan(2000);
  expect(Math.min(...rows.slice(0, 9))).toBeGreaterThanOrEqual(150);
  expect(rows.at(-1)).toBeLessThan(570);
});

it('accepts photo templates of any shape, including transparent ones', async () => {
  const bytes = await sharp({ create: { width: 500, height: 300, channels: 4, background: '#14664e80' } })
    .png()
    .toBuffer();
  const jpeg = await composePictureMessage({ templateSvgOrRaster: { mime: 'image/png', bytes }, layout, ...words });
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 720, height: 900 });
});

it('throws when the template is damaged', async () => {
  const broken = { mime: 'image/png', bytes: Buffer.from('nothing') } as const;
  await expect(composePictureMessage({ templateSvgOrRaster: broken, layout, ...words })).rejects.toThrow();
});

it('never throws or exceeds the size limit, whatever the text', async () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (to, message, from) => {
      const jpeg = await composePictureMessage({ templateSvgOrRaster: template, layout, ...words, to, message, from });
      expect(jpeg.length).toBeLessThanOrEqual(PICTURE_MESSAGE_MAX_BYTES);
    }),
    { numRuns: 12 },
  );
});
