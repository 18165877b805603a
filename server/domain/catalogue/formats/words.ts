import { decodeHTMLStrict } from 'entities';
import { isBlank, oneLine } from '#contract/rules/seen-words.ts';

/**
 * A name as people read it: shops keep the names of products with HTML entities in them, '&trade;' for the sign and
 * '&shy;' for what nobody sees. '' where nothing of it can be seen.
 */
export function plainWords(text: string): string {
  const plain = text.includes('&') ? oneLine(decodeHTMLStrict(text)) : text;
  return isBlank(plain) ? '' : plain;
}

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;

/** A name as WordPress keeps it, which may have tags in it; a smaller-than sign of its own stands as an entity. */
export const nameWithoutTags = (text: string): string => plainWords(withoutTags(text));

export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What would be read as a tag leaves as text. */
export const keepTags = (text: string): string => text.replaceAll('<', '&lt;');

/** What would be read as an entity leaves as one, so that it comes back as it was. */
export function keepEntities(text: string): string {
  return text.replaceAll(/&(?=#?[a-z0-9]+;)/gi, '&amp;');
}

/** Shops keep HTML where this one has a plain line. */
export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
