import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodeJpegWithin } from './jpeg.ts';

const busy = {
  width: 64,
  height: 64,
  data: Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * index) % 251)),
};

it('produces the largest image that fits each size limit', async () => {
  const finest = (await encodeJpegWithin(busy, 1_000_000)).length;
  const coarsest = finest * 0.35;
  let before = finest;
  for (let limit = finest; limit > coarsest; limit -= 200) {
    const { length } = await encodeJpegWithin(busy, limit);
    expect(length).toBeLessThanOrEqual(limit);
    expect(length).toBeLessThanOrEqual(before);
    expect(length).toBeGreaterThan(limit * 0.45);
    before = length;
  }
  expect(before).toBeLessThan(finest * 0.7);
});

it('throws when no quality fits the size limit', async () => {
  await expect(encodeJpegWithin(busy, 100)).rejects.toThrow('does not fit 100 bytes');
});

it('preserves the colours of a picture', async () => {
  const red = { width: 16, height: 16, data: Buffer.alloc(16 * 16 * 3, Buffer.from([217, 72, 43])) };
  const pixels = await sharp(await encodeJpegWithin(red, 10_000))
    .raw()
    .toBuffer();
  for (const [index, value] of [217, 72, 43].entries()) expect(Math.abs((pixels[index] ?? 0) - value)).toBeLessThan(4);
});
