import type { FieldError } from '../field-errors.ts';
import { THANKS_LIMIT } from '../limits.ts';

/** Marks that nobody sees: they turn the direction of what follows, or hide in the middle of an address. */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** What joins signs and letters, and may hide an address as well. */
const JOINERS = /[\u200C\u200D]/g;
/** What a phone makes a link of: a scheme, 'www.', a word with a dot inside, an address of four numbers. */
const LINK =
  /:\/\/|\b(?:https?|mailto|tel|sms):|\bwww\.|[\p{L}\p{N}]\.[\p{L}][\p{L}\p{N}]|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;

/** One line of what is seen: no line of the recipient's own looks like another part of the text. */
export function cleanThanks(words: string): string {
  return words
    .replace(HIDDEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Null: it can be sent. Links are not: the text comes from the shop, and its reader trusts it. */
export function thanksError(words: string): FieldError | null {
  const clean = cleanThanks(words);
  if (clean === '') return 'thanks_required';
  if (clean.length > THANKS_LIMIT) return { code: 'thanks_too_long', parameters: { limit: THANKS_LIMIT } };
  return LINK.test(clean.replace(JOINERS, '').normalize('NFKC')) ? 'thanks_with_link' : null;
}
