import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { isTrustProxy, parseTrustedProxies, resolveSenderAddress } from './trusted-proxies.ts';

const PHONE = '203.0.113.7';
const CDN = '198.51.100.20';

async function fetchSenders(setting: string | undefined, from: string, forwarded?: string): Promise<[string, string]> {
  const trusted = parseTrustedProxies(setting);
  const app = Fastify({ trustProxy: trusted });
  app.get('/', async (request) => [request.ip, resolveSenderAddress(request.raw, trusted)]);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress: from, headers })).json();
}

it.each([
  ['no proxy trusted by default', undefined, PHONE, '1.2.3.4', PHONE],
  ['no proxy trusted', 'none', '127.0.0.1', '1.2.3.4', '127.0.0.1'],
  ['zero trusted proxies', '0', '127.0.0.1', '1.2.3.4', '127.0.0.1'],
  ['one proxy, with a forged address before the real one', '1', '10.0.0.2', `1.2.3.4, ${PHONE}`, PHONE],
  ['one proxy that forwards no address', '1', '10.0.0.2', undefined, '10.0.0.2'],
  ['a CDN and a load balancer', '2', '10.0.0.2', `1.2.3.4, ${PHONE}, ${CDN}`, PHONE],
  ['a load balancer reached without the CDN', '2', '10.0.0.2', PHONE, PHONE],
  ['a network of proxies', '10.0.0.0/8', '10.0.0.2', `1.2.3.4, ${PHONE}, 10.1.1.1`, PHONE],
  ['a network of proxies and a single address', `10.0.0.0/8, ${CDN}`, '10.0.0.2', `1.2.3.4,${PHONE},${CDN}`, PHONE],
  ['a client outside the trusted network', '10.0.0.0/8', CDN, '1.2.3.4', CDN],
  ['a local proxy', 'loopback', '127.0.0.1', PHONE, PHONE],
  ['a local proxy over an IPv4-mapped IPv6 address', 'loopback', '::ffff:127.0.0.1', PHONE, PHONE],
  ['an IPv6 network of proxies', '2001:db8:1::/48', '2001:db8:1::7', `${CDN}, 2001:db8:2::9`, '2001:db8:2::9'],
] as const)(
  'finds the sender (%s): TRUST_PROXY=%s, connection from %s, forwarded for %s',
  async (_what, setting, from, forwarded, sender) => {
    expect(await fetchSenders(setting, from, forwarded)).toEqual([sender, sender]);
  },
);

it.each(['none', '0', '1', '2', 'loopback', '10.0.0.7', '10.0.0.0/8,192.168.1.1', '2001:db8::/32', 'loopback, ::1'])(
  'accepts TRUST_PROXY=%s',
  (setting) => expect(isTrustProxy(setting)).toBe(true),
);

it.each([
  '',
  'yes',
  'true',
  '-1',
  '1.5',
  '10',
  '10.0.0',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '1,2',
  'proxy.example',
])('rejects TRUST_PROXY=%j', (setting) => expect(isTrustProxy(setting)).toBe(false));
