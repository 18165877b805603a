export type Piece = { text: string; href?: string; isInternal?: boolean };

const LINK = /https?:\/\/[^\s<>"']+/g;
/** Trailing punctuation belongs to the sentence, not the URL. */
const TAIL = /[.,;:!?)\]]+$/;

export function splitIntoPieces(text: string, publicUrl: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    const address = link.replace(TAIL, '');
    if (index > end) pieces.push({ text: text.slice(end, index) });
    const path = toShopPath(address, publicUrl);
    pieces.push({ text: address, href: path ?? address, isInternal: path !== null });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Returns a path, so that the link works on any host of this shop; null for URLs of other sites. */
export function toShopPath(address: string, publicUrl: string): string | null {
  if (!URL.canParse(address) || !URL.canParse(publicUrl)) return null;
  const { origin, pathname, search, hash } = new URL(address);
  return origin === new URL(publicUrl).origin ? pathname + search + hash : null;
}

/** Reads the code only from the origin-bound last line: '@host #123456'. */
export function extractCode(text: string): string | null {
  return /@\S+ #(\d{4,8})\s*$/.exec(text)?.[1] ?? null;
}
