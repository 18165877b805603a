import { parse } from 'tldts';

/** Ends of addresses that no registry sells: people write them, and browsers for them exist. */
const RESERVED = new Set(['example', 'onion']);

/** Whether addresses end with this label, such as 'com', 'au' or 'рф', by the public suffix list of the package. */
export function isTopLevel(label: string): boolean {
  return RESERVED.has(label) || parse(`x.${label}`).isIcann === true;
}
