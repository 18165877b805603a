import { decodeHTMLStrict } from 'entities';
import { isBlank, oneLine } from '#contract/rules/seen-words.ts';

/** Decodes entities such as '&trade;'; '' if nothing is visible. */
export function plainWords(text: string): string {
  const plain = text.includes('&') ? oneLine(decodeHTMLStrict(text)) : text;
  return isBlank(plain) ? '' : plain;
}

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;

/** Strips tags, which WordPress names may contain. */
export const nameWithoutTags = (text: string): string => plainWords(withoutTags(text));

export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Escapes text that looks like a tag. */
export const keepTags = (text: string): string => text.replaceAll('<', '&lt;');

/** Escapes text that looks like an entity. */
export function keepEntities(text: string): string {
  return text.replaceAll(/&(?=#?[a-z0-9]+;)/gi, '&amp;');
}

/** Escapes plain text for shops that store HTML. */
export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
