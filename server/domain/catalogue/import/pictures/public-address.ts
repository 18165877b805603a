import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses in public ranges that a cloud uses internally: Azure's machine agent and DNS. */
const CLOUD_SERVICES = new Set(['168.63.129.16']);

/** Returns false for private, local, carrier-grade NAT, test and reserved networks, including their IPv6 forms. */
export function isPublicAddress(text: string): boolean {
  const bare = text.replace(/^\[|\]$/g, '');
  // Requires a complete address first, because the library also accepts short forms such as 1.2.3.
  if (isIP(bare) === 0) return false;
  const address = ipaddr.process(bare);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !CLOUD_SERVICES.has(address.toString());
  // Public IPv6 addresses are in 2000::/3. The library would also accept old IPv4 forms, such as ::7f00:1.
  return ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}
