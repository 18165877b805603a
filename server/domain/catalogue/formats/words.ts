import { decodeHTMLStrict } from 'entities';
import { isBlank, oneLine } from '#contract/rules/seen-words.ts';

/** Decodes entities such as '&trade;'. Returns '' if no character is visible. */
export function plainWords(text: string): string {
  const plain = text.includes('&') ? oneLine(decodeHTMLStrict(text)) : text;
  return isBlank(plain) ? '' : plain;
}

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;

export const nameWithoutTags = (text: string): string => plainWords(withoutTags(text));

export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export const keepTags = (text: string): string => text.replaceAll('<', '&lt;');

export function keepEntities(text: string): string {
  return text.replaceAll(/&(?=#?[a-z0-9]+;)/gi, '&amp;');
}

export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
