import { symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { createTestFolder, formatRowErrors, listAllRows, load } from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';
import { readStoredCatalogue } from '#test/support/stored-catalogue.ts';
import { createPublicNetwork, fetchPicture, type Network } from './fetch-picture.ts';
import { preparePicture } from './prepare-picture.ts';
import { isPublicAddress } from './public-address.ts';

const files = createTestFolder();
let server: Server;
let origin = '';
const requestedUrls: string[] = [];
let photo: Buffer;

const redirects: Record<string, string> = {
  '/to-photo': '/photo.png',
  '/to-private': 'http://10.0.0.1/photo.png',
  '/to-metadata': 'http://169.254.169.254/latest/meta-data',
  '/to-file': 'file:///etc/passwd',
  '/round': '/round',
};

beforeAll(async () => {
  photo = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'Somebody', Make: 'A camera' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, answer) => {
    requestedUrls.push(request.url ?? '');
    const to = redirects[request.url ?? ''];
    if (to) answer.writeHead(302, { location: to }).end();
    else if (request.url === '/photo.png') answer.end(photo);
    else if (request.url === '/endless') answer.writeHead(200).write(Buffer.alloc(21_000_000));
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  files.remove();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const loopback: Network = {
  hosts: ['127.0.0.1', '10.0.0.1', '169.254.169.254', '*.example'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
  ports: 'any',
  mayBePlain: true,
  timeMs: 20_000,
};

const createShopNetwork = (url: string): Network => createPublicNetwork([new URL(url).hostname]);

describe('fetchPicture', () => {
  it.each([
    'http://127.0.0.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://0177.0.0.1/a.png',
    'http://127.1/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://0/a.png',
    'http://localhost/a.png',
    'http://169.254.169.254/',
    'http://①②⑦.0.0.1/a.png',
  ])('rejects the private URL %s without sending a request', async (url) => {
    await expect(fetchPicture(url, createShopNetwork(url))).rejects.toThrow('is on a private or local network');
  });

  it('rejects a host with one private address among public ones', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const refused = fetchPicture('http://pictures.example/a.png', { ...loopback, resolve });
    await expect(refused).rejects.toThrow('is on a private or local network');
  });

  it('connects to the checked address even if the DNS entry changes after the check', async () => {
    let turns = 0;
    const resolve = async () => [{ address: turns++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const url = `http://rebinding.example:${new URL(origin).port}/photo.png`;
    expect(await fetchPicture(url, { ...loopback, resolve })).toEqual(photo);
    expect(turns).toBe(1);
  });

  it.each([
    ['/to-private', 'is on a private or local network'],
    ['/to-metadata', 'is on a private or local network'],
    ['/to-file', 'cannot be fetched by file'],
    ['/round', 'is redirected more than 3 times'],
    ['/nothing', 'the server answers 404'],
    ['/endless', 'is larger than 20 MB'],
  ])('rejects the response to %s', async (path, sentence) => {
    await expect(fetchPicture(origin + path, loopback)).rejects.toThrow(sentence);
  });

  it('fetches http URLs over https unless plain http is allowed', async () => {
    const refused = fetchPicture(`${origin}/photo.png`, { ...loopback, mayBePlain: false });
    await expect(refused).rejects.toThrow(/^could not be loaded \(EPROTO\)/);
  });

  it('does not follow a redirect to a host that is not allowed', async () => {
    const refused = fetchPicture(`${origin}/to-private`, { ...loopback, hosts: ['127.0.0.1'] });
    await expect(refused).rejects.toThrow('is at 10.0.0.1, which --pictures-from does not name');
  });

  it('follows a redirect to a public address', async () => {
    expect(await fetchPicture(`${origin}/to-photo`, loopback)).toEqual(photo);
  });

  it.each([
    ['ftp://8.8.8.8/a.png', 'cannot be fetched by ftp'],
    ['http://name:secret@8.8.8.8/a.png', 'has a password in its address'],
    ['http://8.8.8.8:6379/a.png', 'is on port 6379'],
    ['https://8.8.8.8:80/a.png', 'is on port 80'],
  ])('rejects the URL %s', async (url, sentence) => {
    await expect(fetchPicture(url, createShopNetwork(url))).rejects.toThrow(sentence);
  });
});

async function readPictures(database: Database) {
  const pictures = (await readStoredCatalogue(database)).flatMap((product) => product.pictures);
  return Promise.all(pictures.map(({ id }) => storedRows(database).one('pictures', { id })));
}

describe('imported pictures', () => {
  it('re-encodes pictures to at most 1600 px wide, without metadata', async () => {
    const picture = await preparePicture(photo);
    const bytes = picture.source;
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 1_600, height: 800, exif: undefined });
    expect(bytes.includes('Somebody')).toBe(false);
    expect(picture).toMatchObject({
      mime: 'image/webp',
      width: 1_600,
      height: 800,
      ground: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
  });

  it('rejects SVG, GIF, damaged and oversized pictures', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(preparePicture(svg)).rejects.toThrow('is not a JPEG, PNG or WebP picture');
    await expect(preparePicture(Buffer.from('GIF89a'))).rejects.toThrow('is not a JPEG, PNG or WebP picture');
    await expect(preparePicture(photo.subarray(0, 900))).rejects.toThrow('is damaged');
    const huge = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(preparePicture(huge)).rejects.toThrow('has more than 40 million pixels');
  }, 60_000);

  it.each(databaseKinds())('loads each picture once on %s, and reports and leaves out invalid ones', async (kind) => {
    const database = await openTestDatabase(kind);
    files.write('mug.jpg', photo);
    files.write('mug.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    symlinkSync('/etc/hostname', `${files.folder}/out-${kind}.jpg`);
    const rows = [
      'mug.jpg',
      `${origin}/photo.png`,
      'mug.svg',
      '../secret.jpg',
      `out-${kind}.jpg`,
      'http://10.0.0.1/a.png',
    ];
    const path = files.write(
      'pictures.csv',
      `Handle,Title,Vendor,Variant SKU,Variant Price,Image Src,Image Position\n${rows.map((src, index) => (index === 0 ? `mug,Mug,V,MUG,5,${src},1` : `mug,,,,,${src},${index + 1}`)).join('\n')}\n`,
    );
    const result = await load(database, [path], { network: loopback });
    expect(
      formatRowErrors(result, ['p.csv'])
        .map((text) => text.replaceAll(files.folder, ''))
        .toSorted(),
    ).toEqual([
      'p.csv:2:6 warning: image src: /mug.svg is not a JPEG, PNG or WebP picture; save it as one of these.',
      `p.csv:2:6 warning: image src: /out-${kind}.jpg points outside the pictures folder; put the file itself into that folder.`,
      'p.csv:2:6 warning: image src: http://10.0.0.1/a.png is on a private or local network (10.0.0.1), from which the import loads nothing; use a public address or a local file.',
      'p.csv:5:6 warning: image src: "../secret.jpg" is outside the pictures folder (/); put the file into that folder.',
    ]);
    expect(await readPictures(database)).toMatchObject([
      { mime: 'image/webp', width: 1_600 },
      { mime: 'image/webp', width: 1_600 },
    ]);
    const sizes = (await readPictures(database)).map(({ source }) => source.length);
    expect(Math.min(...sizes)).toBeGreaterThan(100);
    const [before, requests] = [await listAllRows(database), requestedUrls.length];
    await load(database, [path], { network: loopback });
    expect(await listAllRows(database)).toEqual(before);
    expect(requestedUrls).toHaveLength(requests);
    await database.close();
  });

  it.each(databaseKinds())('warns on %s once per host that is not allowed', async (kind) => {
    const database = await openTestDatabase(kind);
    const rows = ['a.example/1.png', 'a.example/2.png', 'b.example/1.png', 'a.example/3.png', 'b.example/2.png'];
    const head = 'Handle,Title,Vendor,Variant SKU,Variant Price,Image Src';
    const products = rows.map((src, index) => `mug${index},Mug,V,MUG${index},5,https://${src}`);
    const path = files.write(`unnamed-${kind}.csv`, `${head}\n${products.join('\n')}\n`);
    try {
      const result = await load(database, [path]);
      expect(formatRowErrors(result, ['p.csv'])).toEqual([
        'p.csv:2:6 warning: image src: https://a.example/1.png is at a.example, which --pictures-from does not name; to load it, add --pictures-from a.example. 2 more pictures are on that host.',
        'p.csv:4:6 warning: image src: https://b.example/1.png is at b.example, which --pictures-from does not name; to load it, add --pictures-from b.example. One more picture is on that host.',
      ]);
      expect(result.loaded[0]?.counts).toMatchObject({ newProducts: 5 });
    } finally {
      await database.close();
    }
  });

  it.each(databaseKinds())(
    'refetches pictures on demand on %s, and keeps the old picture if the new one is unchanged or invalid',
    async (kind) => {
      const database = await openTestDatabase(kind);
      const head = 'Handle,Title,Vendor,Variant SKU,Variant Price,Image Src\n';
      const path = files.write(`fresh-${kind}.csv`, `${head}mug,Mug,V,MUG,5,${origin}/photo.png\n`);
      const fresh = { network: loopback, freshPictures: true };
      const version = async () => (await readPictures(database)).map((picture) => picture.version);
      const first = photo;
      try {
        await load(database, [path], { network: loopback });
        const [before, requests, versions] = [await listAllRows(database), requestedUrls.length, await version()];
        await load(database, [path], fresh);
        expect(await listAllRows(database)).toEqual(before);
        expect(requestedUrls).toHaveLength(requests + 1);
        photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#993366' } })
          .jpeg()
          .toBuffer();
        const renewed = await load(database, [path], fresh);
        expect(renewed.loaded[0]?.counts).toMatchObject({ renewedPictures: 1, changedProducts: 0, moved: 0 });
        expect(await version()).not.toEqual(versions);
        expect((await readPictures(database)).map(({ width }) => width)).toEqual([40]);
        const after = await listAllRows(database);
        photo = Buffer.from('no picture');
        const failedLoad = await load(database, [path], fresh);
        expect(formatRowErrors(failedLoad, ['p.csv'])).toEqual([
          `p.csv:2:6 warning: image src: ${origin}/photo.png is not a JPEG, PNG or WebP picture; save it as one of these. The shop keeps its current picture.`,
        ]);
        expect(await listAllRows(database)).toEqual(after);
      } finally {
        photo = first;
        await database.close();
      }
    },
  );
});
