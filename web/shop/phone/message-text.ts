/** A piece of a message: plain words, or a link. `own`: it leads to this shop and opens in the same tab. */
export type Piece = { text: string; href?: string; own?: boolean };

const LINK = /https?:\/\/[^\s<>"']+/g;
/** Punctuation at the end belongs to the sentence, not to the address. */
const TAIL = /[.,;:!?)\]]+$/;

/** Cuts a message into words and links; joined again the pieces are the message. */
export function piecesOf(text: string, publicUrl: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    const address = link.replace(TAIL, '');
    if (index > end) pieces.push({ text: text.slice(end, index) });
    const path = ownPath(address, publicUrl);
    pieces.push({ text: address, href: path ?? address, own: path !== null });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/**
 * Path and query of an address of this shop, so that it opens wherever the shop is reached from; null for any other.
 */
export function ownPath(address: string, publicUrl: string): string | null {
  if (!URL.canParse(address) || !URL.canParse(publicUrl)) return null;
  const { origin, pathname, search, hash } = new URL(address);
  return origin === new URL(publicUrl).origin ? pathname + search + hash : null;
}

/** The one-time code of a message that ends with the origin-bound line '@host #123456'. */
export function codeIn(text: string): string | null {
  return /@\S+ #(\d{4,8})\s*$/.exec(text)?.[1] ?? null;
}
