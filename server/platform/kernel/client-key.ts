import ipaddr from 'ipaddr.js';

/**
 * What the limits count as one client: an IPv4 address, or the /64 network of an IPv6 address, because every customer
 * of a provider owns at least that many addresses. Some proxies say the port, too.
 */
export function clientKeyOf(address: string): string {
  const bare = withoutPort(address);
  if (!ipaddr.isValid(bare)) return bare;
  const { parts, text } = read(bare);
  return parts === null ? text : `${groupsOf(parts, 4)}::/64`;
}

/** The network of a clientKeyOf(): a /24 of IPv4, a /48 of IPv6, as large as providers give to one place. */
export function networkOf(clientKey: string): string {
  const [, ipv4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(clientKey) ?? [];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  const [, ipv6] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(clientKey) ?? [];
  return ipv6 === undefined ? clientKey : `${ipv6}::/48`;
}

/**
 * A /48 of IPv6 has 65,536 senders and one owner, or is a carrier's with many phones: what all of it may is this many
 * times what one sender may.
 */
export const SENDERS_OF_A_NETWORK = 20;

/** The /48 of a clientKeyOf(); null of an IPv4 address, which is counted alone. */
export function wideNetworkOf(clientKey: string): string | null {
  return clientKey.endsWith('::/64') ? networkOf(clientKey) : null;
}

/** The /32 that a registry gives to one carrier, of a networkOf() of IPv6; null of IPv4, which has no such block. */
export function allocationOf(network: string): string | null {
  const [, block] = /^([\da-f]+:[\da-f]+):[\da-f]+::\/48$/.exec(network) ?? [];
  return block === undefined ? null : `${block}::/32`;
}

/** '203.0.113.7:5061', '[2001:db8::7]:5061' */
function withoutPort(address: string): string {
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}

/** `parts`: the eight groups of an IPv6 address that is no IPv4 address in disguise. */
function read(address: string): { parts: number[] | null; text: string } {
  const parsed = ipaddr.process(address);
  return { parts: 'parts' in parsed ? parsed.parts : null, text: parsed.toString() };
}

function groupsOf(parts: number[], first: number): string {
  return parts
    .slice(0, first)
    .map((part) => part.toString(16))
    .join(':');
}
