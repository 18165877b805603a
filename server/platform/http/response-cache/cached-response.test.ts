import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createCachedResponse } from './cached-response.ts';

const readHeaders = ({ headers }: { headers: string[] }) =>
  Object.fromEntries(headers.flatMap((name, index) => (index % 2 ? [] : [[name, headers[index + 1] ?? '']])));

it('compresses a response once per encoding and sets matching headers', async () => {
  const body = Buffer.from('a text that is repeated, '.repeat(100));
  const response = createCachedResponse({ status: 200, headers: {}, body });
  const [br, gzip] = [await response.bytes('br'), await response.bytes('gzip')];
  expect(brotliDecompressSync(br.body).equals(body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(body)).toBe(true);
  expect(response.bytes('br')).toBe(br);
  expect(readHeaders(br)['content-length']).toBe(String(br.body.length));
});

it('sends a short response uncompressed', async () => {
  const response = createCachedResponse({ status: 200, headers: {}, body: Buffer.from('{}') });
  expect(readHeaders(await response.bytes('br'))['content-encoding']).toBeUndefined();
});

it("replaces the nonce of a shared page with hashes of the page's own scripts", async () => {
  const [script, data] = ['window.a = 1;', '{"@type":"ItemList"}'];
  const html =
    `<link nonce="n1" href="/a.css"><script nonce="n1">${script}</script><script>alert('brought in')</script>` +
    `<script type="module" nonce="n1">${data}</script><script nonce="n1" src="/a.js"></script>`;
  const policy = "default-src 'self';script-src 'self' 'nonce-n1';style-src 'self' 'nonce-n2'";
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  const response = createCachedResponse({ status: 200, headers, body: Buffer.from(html) });
  const { body, ...head } = await response.bytes('identity');
  expect(body.toString()).not.toContain('n1');
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(readHeaders(head)['content-security-policy']).toBe(
    `default-src 'self';script-src 'self' ${hash(script)} ${hash(data)};style-src 'self'`,
  );
});
