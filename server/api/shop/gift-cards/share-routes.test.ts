import { existsSync, readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('link preview picture (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const get = (path: string) => shop.app.inject(path);
  const keptFiles = (): string[] => {
    const folder = `${shop.context.settings.DATA_DIR}/pictures`;
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true })
          .map(String)
          .filter((name) => name.endsWith('.jpg'))
      : [];
  };

  it('serves a 1200 x 630 JPEG that other sites may embed, and composes it only once', async () => {
    const answers = await Promise.all([get('/share/front.jpg'), get('/share/front.jpg'), get('/share/front.jpg')]);
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('image/jpeg');
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(headers['cache-control']).toMatch(/^public, max-age=86400/);
    }
    const [first] = answers.map(({ rawPayload }) => rawPayload);
    expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(keptFiles()).toHaveLength(1);
    expect((await get('/share/front.jpg')).rawPayload.equals(first as Buffer)).toBe(true);
  });

  it('lets each version of a picture be cached forever, and changes the version with the picture', async () => {
    const picture = await shop.stored.one('pictures', { id: 'front' });
    const answer = await get(`/share/front.jpg?v=${picture.version}`);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const drawing = picture.source.toString();
    const source = Buffer.from(drawing.replace('</svg>', '<circle cx="20" cy="15" r="9"/></svg>'));
    await shop.stored.change('pictures', { source, version: 'next' }, { id: 'front' });
    const next = await get(`/share/front.jpg?v=${picture.version}`);
    expect(next.headers['cache-control']).not.toContain('immutable');
    expect(next.rawPayload.equals(answer.rawPayload)).toBe(false);
  });

  it('answers HEAD requests for the picture, which some messengers send first', async () => {
    const answer = await shop.app.inject({ method: 'HEAD', url: '/share/front.jpg' });
    expect([answer.statusCode, answer.headers['content-type'], answer.payload]).toEqual([200, 'image/jpeg', '']);
  });

  it('returns 404 unless the file name is the id of a stored picture followed by .jpg', async () => {
    const wrong = [
      'nothing.jpg',
      'front.png',
      'front',
      'Front.jpg',
      '..%2Ffront.jpg',
      '%00.jpg',
      `${'a'.repeat(90)}.jpg`,
    ];
    for (const file of wrong) expect([file, (await get(`/share/${file}`)).statusCode]).toEqual([file, 404]);
    expect(keptFiles()).toEqual([]);
  });
});
