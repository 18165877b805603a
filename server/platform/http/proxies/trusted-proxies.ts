import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** `hop` 0 is the direct client. */
export type TrustedProxies = (address: string, hop: number) => boolean;

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const HOPS = /^\d$/;

const parseNetworks = (setting: string): string[] => setting.split(',').map((network) => network.trim());

/** Accepts settings such as 'none', '2', 'loopback' and '10.0.0.0/8, 2001:db8::7'. */
export function isTrustProxy(setting: string): boolean {
  return setting === 'none' || HOPS.test(setting) || parseNetworks(setting).every(isNetwork);
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return NAMED_NETWORKS.includes(text);
  // Rejects a prefix length of 0, which would trust every address.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/** If `setting` is a number, trusts that many hops, whatever their IP addresses. */
export function parseTrustedProxies(setting = 'none'): TrustedProxies {
  if (setting === 'none') return () => false;
  if (HOPS.test(setting)) return (_address, hop) => hop < Number(setting);
  return proxyAddr.compile(parseNetworks(setting));
}

type Asked = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } };

/** Returns the nearest IP address that is not a trusted proxy. */
export function resolveSenderAddress(request: Asked, trusted: TrustedProxies): string {
  const sender: string | undefined = proxyAddr(request as IncomingMessage, trusted);
  return sender ?? '';
}
