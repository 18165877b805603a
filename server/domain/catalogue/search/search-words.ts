import { SEARCH_LETTERS } from '#contract/rules/listing.ts';

const MAX_WORDS = 8;
const FROM = 'ØøÐðĐđĦħıĸŁłŊŋŦŧÞÆŒ';
const TO = 'ooddddhhikllnnttþæœ';
/** Stop words, which a search ignores unless it has no other words. */
const EMPTY_WORDS = new Set(['a', 'an', 'and', 'the', 'for', 'of', 'with', 'in', 'on', 'to', 'my', 'from']);

/** Folds text as search_fold() does in the database: 'Café & Crème' becomes ' cafe creme '. */
export function foldText(raw: string): string {
  const plain = raw
    .normalize('NFKD')
    .replace(/[ØøÐðĐđĦħıĸŁłŊŋŦŧÞÆŒ]/g, (letter) => TO[FROM.indexOf(letter)] ?? '')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’‘]/g, '');
  return ` ${plain} `.replace(/[^a-z0-9\u00df-\u1fff\u3040-\uffff]+/gu, ' ');
}

/** Returns up to eight distinct words, without characters that are special in SQL or LIKE. */
export function searchWords(q: string): string[] {
  const words = [...new Set(foldText(q.slice(0, SEARCH_LETTERS)).split(' ').filter(Boolean))];
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

/** Turns 'mugs' into 'mug', but keeps 'glass'. */
export function stemWord(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
