import ipaddr from 'ipaddr.js';

/**
 * Returns an IPv4 address, or the /64 that each customer of an IPv6 provider has. Drops the port that some proxies
 * include.
 */
export function toClientKey(address: string): string {
  const bare = stripPort(address);
  if (!ipaddr.isValid(bare)) return bare;
  const { parts, text } = read(bare);
  return parts === null ? text : `${formatGroups(parts, 4)}::/64`;
}

/** Returns an IPv4 /24 or an IPv6 /48, the size of one site. */
export function toNetwork(clientKey: string): string {
  const [, ipv4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(clientKey) ?? [];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  const [, ipv6] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(clientKey) ?? [];
  return ipv6 === undefined ? clientKey : `${ipv6}::/48`;
}

/** An IPv6 /48 may be one owner or a carrier with many phones, so its limit is this multiple of one sender's. */
export const SENDERS_OF_A_NETWORK = 20;

/** Returns the IPv6 /48, or null for IPv4. */
export function toWideNetwork(clientKey: string): string | null {
  return clientKey.endsWith('::/64') ? toNetwork(clientKey) : null;
}

/** Returns the IPv6 /32 of a carrier; null for IPv4. */
export function toAllocation(network: string): string | null {
  const [, block] = /^([\da-f]+:[\da-f]+):[\da-f]+::\/48$/.exec(network) ?? [];
  return block === undefined ? null : `${block}::/32`;
}

/** Accepts '203.0.113.7:5061' and '[2001:db8::7]:5061'. */
function stripPort(address: string): string {
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}

/** `parts` is null for IPv4 and IPv4-mapped addresses. */
function read(address: string): { parts: number[] | null; text: string } {
  const parsed = ipaddr.process(address);
  return { parts: 'parts' in parsed ? parsed.parts : null, text: parsed.toString() };
}

function formatGroups(parts: number[], first: number): string {
  return parts
    .slice(0, first)
    .map((part) => part.toString(16))
    .join(':');
}
