import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { type Received, type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { openTestShop } from '#test/support/shop.ts';

const KEYS = { id: 'AKIATEST', secret: 'a/secret+key', region: 'ap-southeast-2' };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

function isSigned(request: Received): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', names = '', signature = ''] = found ?? [];
  const [id, date = '', region = '', service = '', end = ''] = credential.split('/');
  const declared = String(request.headers['x-amz-content-sha256']);
  if (id !== KEYS.id || region !== KEYS.region || service !== 's3') return false;
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(request.bytes)) return false;
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const url = new URL(request.path, 'http://host');
  const canonical = [request.method, url.pathname, url.search.slice(1), headers.join(''), names, declared].join('\n');
  const scope = [date, region, service, end].join('/');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, service, end].reduce<Buffer>((last, part) => hmac(last, part), hmac(`AWS4${KEYS.secret}`, date));
  return hmac(key, toSign).toString('hex') === signature;
}

let bucket: Map<string, Buffer>;
let sums: Map<string, string>;
let refused: number;
let server: StandIn;
let proxy: FaultProxy;

beforeEach(async () => {
  bucket = new Map();
  sums = new Map();
  refused = 0;
  server = await startStandIn((request) => {
    const { method, path, headers, bytes } = request;
    if (!isSigned(request)) {
      refused += 1;
      return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
    }
    if (method === 'PUT') {
      bucket.set(path, bytes);
      sums.set(path, String(headers['x-amz-meta-sha256']));
    }
    const content = bucket.get(path);
    const sum = { 'x-amz-meta-sha256': sums.get(path) ?? '' };
    return { status: content ? 200 : 404, body: content ?? '<Error><Code>NoSuchKey</Code></Error>', headers: sum };
  });
  proxy = await startFaultProxy({ port: server.port });
});
afterEach(async () => {
  await proxy.close();
  await server.close();
});

const open = (change: Record<string, string> = {}) =>
  openTestShop('embedded', {
    env: {
      FILES: 's3',
      S3_BUCKET_URL: `${proxy.url}/pictures`,
      S3_REGION: KEYS.region,
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
      ...change,
    },
  });

async function findFirstPictureUrl(shop: Awaited<ReturnType<typeof open>>): Promise<string> {
  const [picture] = await shop.stored.all('pictures');
  return `/media/${picture?.id}/160.webp?v=${picture?.version}`;
}

it('draws an image once, stores it in the bucket, and serves it from there on another server', async () => {
  const first = await open();
  const address = await findFirstPictureUrl(first);
  const drawn = await first.app.inject(address);
  expect(drawn).toMatchObject({ statusCode: 200 });
  expect(drawn.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect([...bucket.values()]).toEqual([drawn.rawPayload]);
  expect([...bucket.keys()][0]).toMatch(/^\/pictures\/[0-9a-f]{2}\/[0-9a-f]{64}\.webp$/);
  await first.close();
  const second = await open();
  const before = server.received.length;
  expect((await second.app.inject(address)).rawPayload).toEqual(drawn.rawPayload);
  expect(server.received.slice(before).map(({ method }) => method)).toEqual(['GET']);
  expect(refused).toBe(0);
  await second.close();
});

it.each(['down', 'half-open', 'busy', 'garbage'] as const)('redraws images while the bucket is %s', async (mode) => {
  const shop = await open();
  await proxy.set(mode);
  const { statusCode, headers } = await shop.app.inject(await findFirstPictureUrl(shop));
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
  await shop.close();
});

it('never serves a stored file whose content has changed', async () => {
  const shop = await open();
  const address = await findFirstPictureUrl(shop);
  const drawn = await shop.app.inject(address);
  for (const key of bucket.keys()) bucket.set(key, Buffer.from('<html>a portal that answers everything</html>'));
  expect((await shop.app.inject(address)).rawPayload).toEqual(drawn.rawPayload);
  await shop.close();
});

it('serves images despite a wrong access key, and reports the key in /readyz', async () => {
  const shop = await open({ S3_SECRET_ACCESS_KEY: 'another' });
  expect((await shop.app.inject(await findFirstPictureUrl(shop))).statusCode).toBe(200);
  expect(refused).toBeGreaterThan(0);
  const { services } = (await shop.app.inject('/readyz')).json();
  expect(services).toContainEqual(expect.objectContaining({ service: 'files', provider: 's3', state: 'failing' }));
  await shop.close();
});
