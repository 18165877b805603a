import { decodeHTMLStrict } from 'entities';
import { isBlank, toSingleLine } from '#contract/rules/seen-words.ts';

/** Decodes entities such as '&trade;'. Returns '' if no character is visible. */
export function toPlainWords(text: string): string {
  const plain = text.includes('&') ? toSingleLine(decodeHTMLStrict(text)) : text;
  return isBlank(plain) ? '' : plain;
}

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;

export const stripTagsFromName = (text: string): string => toPlainWords(stripTags(text));

export function stripTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export const escapeTags = (text: string): string => text.replaceAll('<', '&lt;');

export function escapeEntities(text: string): string {
  return text.replaceAll(/&(?=#?[a-z0-9]+;)/gi, '&amp;');
}

export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
