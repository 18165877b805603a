import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses in public ranges that are a cloud's own services: Azure's machine agent and name service. */
const CLOUD_SERVICES = new Set(['168.63.129.16']);

/**
 * Whether an address (as the operating system or URL gives it) is on the public internet: not this machine, a private,
 * local, carrier's, test or reserved network, nor an IPv6 form of one.
 */
export function isPublicAddress(text: string): boolean {
  const bare = text.replace(/^\[|\]$/g, '');
  // The library takes short forms such as 1.2.3; nothing that connects gives one.
  if (isIP(bare) === 0) return false;
  const address = ipaddr.process(bare);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !CLOUD_SERVICES.has(address.toString());
  // All of the public IPv6 internet is 2000::/3; the library counts old forms of IPv4 addresses (::7f00:1) as ordinary
  // ones.
  return ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}
