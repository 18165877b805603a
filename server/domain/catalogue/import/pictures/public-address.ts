import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's machine agent and DNS. */
const CLOUD_SERVICES = new Set(['168.63.129.16']);

/** Rejects private, local, carrier-grade NAT, test and reserved networks, including their IPv6 forms. */
export function isPublicAddress(text: string): boolean {
  const bare = text.replace(/^\[|\]$/g, '');
  // The library also accepts short forms such as 1.2.3.
  if (isIP(bare) === 0) return false;
  const address = ipaddr.process(bare);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !CLOUD_SERVICES.has(address.toString());
  // Public IPv6 is 2000::/3; the library accepts old IPv4 forms (::7f00:1).
  return ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}
