import sharp from 'sharp';
import { expect, it } from 'vitest';
import { composeSharePicture } from './share-picture.ts';

const cardArt = {
  mime: 'image/svg+xml',
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="620"><rect width="1000" height="620" fill="#14664e"/></svg>',
  ),
} as const;

it('centres the gift card on the background and rounds its corners', async () => {
  const jpeg = await composeSharePicture({ cardArt, ground: '#f0d8c0' });
  expect(await sharp(jpeg).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
    isProgressive: false,
  });
  const { data } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
  const isCard = ([red = 0, green = 0]: number[]) => Math.abs(red - 0x14) < 12 && Math.abs(green - 0x66) < 12;
  expect([pixel(600, 315), pixel(230, 315), pixel(970, 315)].map(isCard)).toEqual([true, true, true]);
  expect([pixel(20, 20), pixel(217, 79), pixel(600, 610)].map(isCard)).toEqual([false, false, false]);
});

it('returns identical bytes for the same card, and rejects a background that is not a colour', async () => {
  const [first, two] = [
    await composeSharePicture({ cardArt, ground: '#f0d8c0' }),
    await composeSharePicture({ cardArt, ground: '#f0d8c0' }),
  ];
  expect(first.equals(two)).toBe(true);
  await expect(composeSharePicture({ cardArt, ground: 'red"/><image' })).rejects.toThrow(TypeError);
});
