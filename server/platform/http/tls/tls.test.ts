import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '#server/settings.ts';
import { createLocalhostCertificate } from '#test/fakes/passes.ts';
import { realProduction } from '#test/support/real-production.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { createMetricsApp } from '../metrics/metrics.ts';
import { readMetricsCertificate, readOwnCertificate } from './own-certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'handsel-tls-'));
const files = { TLS_CERT_FILE: join(folder, 'shop.crt'), TLS_KEY_FILE: join(folder, 'shop.key') };
const [first, second] = [createLocalhostCertificate(), createLocalhostCertificate()];
const write = ({ cert, key }: Partial<typeof first>) => {
  if (cert) writeFileSync(files.TLS_CERT_FILE, cert);
  if (key) writeFileSync(files.TLS_KEY_FILE, key);
};
afterAll(() => rmSync(folder, { recursive: true }));

describe('a shop with TLS_CERT_FILE', () => {
  let shop: TestShop;
  let port: number;
  beforeAll(async () => {
    write(first);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    shop = await openTestShop('embedded', { env: { ...files, METRICS_PORT: '9464' } });
    expect(await shop.app.listen({ port: 0, host: '127.0.0.1' })).toMatch(/^https:/);
    port = (shop.app.server.address() as AddressInfo).port;
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await shop.close();
    vi.useRealTimers();
  });

  const ask = async (ca: string, path = '/healthz', targetPort = port) => {
    const [answer] = await once(get(`https://127.0.0.1:${targetPort}${path}`, { ca, agent: false }), 'response');
    return { status: answer.statusCode, body: await text(answer) };
  };
  const handshake = async (options: { minVersion?: SecureVersion; maxVersion?: SecureVersion; ciphers?: string }) => {
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca: first.cert, ...options });
    await once(socket, 'secureConnect');
    const used = [socket.getProtocol(), socket.getCipher().name];
    socket.destroy();
    return used;
  };

  it('accepts TLS 1.2 and 1.3 with strong ciphers only', async () => {
    expect(await ask(first.cert)).toEqual({ status: 200, body: '{"status":"alive"}' });
    expect(await handshake({})).toEqual(['TLSv1.3', expect.any(String)]);
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toEqual([
      'TLSv1.2',
      expect.stringMatching(/^ECDHE-RSA-(AES\d+-GCM|CHACHA20)/),
    ]);
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(handshake(old)).rejects.toThrow(/protocol version/);
    await expect(handshake({ maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' })).rejects.toThrow(/handshake/);
  });

  it('does not respond to plain HTTP on the TLS port, and keeps running', async () => {
    const socket = connectPlain(port, '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
    expect(await text(socket)).not.toContain('HTTP/');
    expect((await ask(first.cert)).status).toBe(200);
  });

  it('serves metrics over TLS on METRICS_PORT', async () => {
    const app = createMetricsApp(shop.context);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const metrics = (app.server.address() as AddressInfo).port;
    expect((await ask(first.cert, '/metrics', metrics)).body).toContain('handsel_');
    await expect(fetch(`http://127.0.0.1:${metrics}/metrics`)).rejects.toThrow();
    await app.close();
  });

  it('serves metrics only to clients with a certificate from METRICS_CA_FILE, even after a renewal', async () => {
    const authority = join(folder, 'readers.crt');
    writeFileSync(authority, second.cert);
    const settings = { ...shop.context.settings, METRICS_CA_FILE: authority };
    const app = createMetricsApp({ ...shop.context, settings });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const metricsPort = (app.server.address() as AddressInfo).port;
    const statusFor = async (clientOptions: object) => {
      const options = { ca: first.cert, agent: false, ...clientOptions };
      const [answer] = await once(get(`https://127.0.0.1:${metricsPort}/metrics`, options), 'response');
      answer.resume();
      return answer.statusCode;
    };
    const { cert } = first;
    const warn = vi.spyOn(shop.context.log, 'warn');
    for (const renewed of [false, true]) {
      if (renewed) {
        write({ cert: `${cert}\n` });
        vi.advanceTimersByTime(120_000);
      }
      expect(await statusFor(second)).toBe(200);
      await expect(statusFor({})).rejects.toThrow(/certificate required|ECONNRESET|socket hang up/);
      await expect(statusFor(first)).rejects.toThrow(/unknown ca|ECONNRESET|socket hang up/);
      shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    }
    writeFileSync(authority, first.cert);
    vi.advanceTimersByTime(120_000);
    expect(await statusFor(first)).toBe(200);
    await expect(statusFor(second)).rejects.toThrow(/unknown ca|ECONNRESET|socket hang up/);
    const [noCertificate, foreign] = ['ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
    const lines: unknown[][] = warn.mock.calls;
    expect(lines.filter((line) => line.at(-1) === 'certificate.refused').map(([facts]) => facts)).toMatchObject(
      [noCertificate, foreign, noCertificate, foreign, foreign].map((reason) => ({ reason, security: true })),
    );
    write({ cert });
    vi.advanceTimersByTime(120_000);
    await app.close();
  });

  it('uses a renewed certificate within a minute and ignores a half-finished renewal', async () => {
    const { log } = shop.context;
    const logCalls = [vi.spyOn(log, 'info'), vi.spyOn(log, 'error')].map(({ mock }) => mock.calls);
    const events = () => logCalls.flat().map((line) => line.at(-1));
    write({ cert: second.cert });
    vi.advanceTimersByTime(120_000);
    expect(events()).toEqual(['certificate.unreadable']);
    expect((await ask(first.cert)).status).toBe(200);
    write({ key: second.key });
    vi.advanceTimersByTime(120_000);
    expect(events()).toEqual(['certificate.renewed', 'certificate.unreadable']);
    expect((await ask(second.cert)).status).toBe(200);
    await expect(ask(first.cert)).rejects.toThrow(/self-signed/);
  });
});

it('names the setting whose certificate or key file is unusable', () => {
  write(first);
  expect(readOwnCertificate(files)?.validUntil).toEqual(new Date('2040-01-01'));
  expect(readOwnCertificate({})).toBeNull();
  expect(() => readOwnCertificate({ ...files, TLS_KEY_FILE: join(folder, 'gone.key') })).toThrow(
    /^TLS_KEY_FILE names the file .*gone\.key, which cannot be read \(ENOENT\)\.$/,
  );
  const readers = { ...files, METRICS_CA_FILE: join(folder, 'gone.crt') };
  expect(() => readMetricsCertificate(readers)).toThrow(
    /^METRICS_CA_FILE names the file .*gone\.crt, which cannot be read/,
  );
  writeFileSync(readers.METRICS_CA_FILE, 'not PEM');
  expect(() => readMetricsCertificate(readers)).toThrow(/^METRICS_CA_FILE must contain a certificate in PEM format/);
  write({ cert: 'not PEM' });
  expect(() => readOwnCertificate(files)).toThrow(
    /^TLS_CERT_FILE and TLS_KEY_FILE must contain a certificate and its key/,
  );
});

const production = { NODE_ENV: 'production', DEMO: '1' };
const read = (env: Record<string, string>) => readSettings({ ...production, ...env });

it("requires TLS_CERT_FILE and TLS_KEY_FILE together, and then uses https in the shop's URL", () => {
  expect(() => read({ TLS_CERT_FILE: '/x' })).toThrow(
    'TLS_CERT_FILE and TLS_KEY_FILE must be set together: TLS_KEY_FILE is',
  );
  expect(() => read({ TLS_KEY_FILE: '/x' })).toThrow('TLS_CERT_FILE is missing.');
  expect(() => read({ METRICS_PORT: '9464', METRICS_CA_FILE: '/x' })).toThrow(
    'set METRICS_PORT, TLS_CERT_FILE and TLS_KEY_FILE as well.',
  );
  expect(read({ ...files, HOST: '0.0.0.0', TRUST_PROXY: 'none' }).publicUrl).toBe('https://localhost:3000');
});

it.each(['0.0.0.0', '10.0.0.5', '::', 'shop.internal'])(
  'rejects unencrypted connections in production at HOST=%s',
  (HOST) => {
    expect(() => readSettings({ ...realProduction, HOST })).toThrow(
      `HOST=${HOST} accepts plain connections from other machines, which production does not allow. Set TLS_CERT_FILE and TLS_KEY_FILE`,
    );
    // The same HOST is allowed with TLS, on an encrypted network, in a demo, or in tests.
    for (const exception of [files, { NETWORK: 'encrypted' }, { DEMO: '1' }, { NODE_ENV: 'test' }])
      expect(readSettings({ ...realProduction, HOST, ...exception }).HOST).toBe(HOST);
  },
);

it.each(['127.0.0.1', '::1', 'localhost'])('accepts unencrypted local connections in production at HOST=%s', (HOST) => {
  expect(readSettings({ ...realProduction, HOST }).production).toBe(true);
});
