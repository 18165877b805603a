import { parse } from 'tldts';

/** Top-level domains that people write although no registry sells them. */
const RESERVED = new Set(['example', 'onion']);

/** Accepts labels such as 'com', 'au' or 'рф'. */
export function isTopLevel(label: string): boolean {
  return RESERVED.has(label) || parse(`x.${label}`).isIcann === true;
}
