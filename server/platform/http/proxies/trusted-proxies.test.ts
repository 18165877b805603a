import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { isTrustProxy, senderOf, trustedProxies } from './trusted-proxies.ts';

const PHONE = '203.0.113.7';
const CDN = '198.51.100.20';

async function sendersOf(setting: string | undefined, from: string, forwarded?: string): Promise<[string, string]> {
  const trusted = trustedProxies(setting);
  const app = Fastify({ trustProxy: trusted });
  app.get('/', async (request) => [request.ip, senderOf(request.raw, trusted)]);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress: from, headers })).json();
}

it.each([
  ['nobody is believed', undefined, PHONE, '1.2.3.4', PHONE],
  ['nobody is believed', 'none', '127.0.0.1', '1.2.3.4', '127.0.0.1'],
  ['nobody is believed', '0', '127.0.0.1', '1.2.3.4', '127.0.0.1'],
  ['one proxy: what a phone invents stands before what the proxy saw', '1', '10.0.0.2', `1.2.3.4, ${PHONE}`, PHONE],
  ['one proxy: nothing forwarded', '1', '10.0.0.2', undefined, '10.0.0.2'],
  ['a CDN and a balancer', '2', '10.0.0.2', `1.2.3.4, ${PHONE}, ${CDN}`, PHONE],
  ['a CDN and a balancer, asked without the CDN', '2', '10.0.0.2', PHONE, PHONE],
  ['a network of proxies', '10.0.0.0/8', '10.0.0.2', `1.2.3.4, ${PHONE}, 10.1.1.1`, PHONE],
  ['addresses and a network', `10.0.0.0/8, ${CDN}`, '10.0.0.2', `1.2.3.4,${PHONE},${CDN}`, PHONE],
  ['a peer outside of it', '10.0.0.0/8', CDN, '1.2.3.4', CDN],
  ['a proxy on this machine', 'loopback', '127.0.0.1', PHONE, PHONE],
  ['the same seen by a socket that takes both versions', 'loopback', '::ffff:127.0.0.1', PHONE, PHONE],
  ['a network of IPv6', '2001:db8:1::/48', '2001:db8:1::7', `${CDN}, 2001:db8:2::9`, '2001:db8:2::9'],
] as const)(
  'finds the sender (%s): TRUST_PROXY=%s, connection from %s, forwarded for %s',
  async (_what, setting, from, forwarded, sender) => {
    expect(await sendersOf(setting, from, forwarded)).toEqual([sender, sender]);
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
