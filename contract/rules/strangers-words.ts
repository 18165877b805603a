import { toSingleLine } from './seen-words.ts';

/**
 * Recipients trust messages from the shop, so names and thanks may not contain links, handles or phone numbers, and
 * gift messages may not contain links.
 */
export type WordsKind = 'name' | 'thanks' | 'gift';
export type WordsError = 'link' | 'number';

export type IsTopLevel = (label: string) => boolean;

/** Browsers check only these top-level domains; the server checks all (server/platform/kernel/strangers-words.ts). */
const COMMON = new Set(
  'com net org info biz au uk nz de io co app dev xyz shop online site link ly ru cn example'.split(' '),
);
const isCommon: IsTopLevel = (label) => COMMON.has(label);

const SCHEME = /:\/\/|\b(?:https?|ftp|mailto|tel|sms|smsto|whatsapp|javascript)\s*:|\bhxxps?\b|\bwww\s*\./iu;
const FOUR_NUMBERS = /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/u;
/**
 * Matches dots of other scripts, and dots that are spelled out or in brackets. Normalising turns U+02D9 into a space
 * and a combining dot.
 */
const STOPS = /[。·•∙⋅‧・։]| \u0307|\s*[[({<]\s*(?:\.|dot)\s*[\])}>]\s*/giu;
const LOOK_LIKE_STOPS = /[\u06D4\u0701\u0702\u1427\u16EB\u2E31\u2E33\uA4F8\uA60E\uA78F\u{10101}\u{10A50}\u{1D16D}]/gu;
/** Between letters, these Arabic zeros look like full stops. */
const ZERO_AS_STOP = /(\p{L})[\u0660\u06F0](?=\p{L})/gu;
const LABEL_BEHIND = /[\p{L}\p{N}\p{M}_-]\s*\.(?=([\p{L}\p{N}\p{M}-]+))/gu;
/** A hyphen counts only on both sides of 'dot', because `polka-dot net` and `the dot-com years` are ordinary text. */
const SPELT_OUT = /[\p{L}\p{N}](?:\s*\.\s*com|(?:\s+dot\s+|\s*[\p{Pd}_]\s*dot\s*[\p{Pd}_]\s*)(?:com|net|org|au))\b/iu;
const HANDLE = /@[\p{L}\p{N}_]|[\p{L}\p{N}_]@/u;
/** Amounts and dates are removed before the search for phone numbers. */
const AMOUNTS = /[$€£¥]\s?\d{1,4}(?:,\d{3}){0,2}(?:\.\d{2})?(?![\d,])/gu;
const DATES = /\b(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d\b/gu;
const PHONE_NUMBER = /\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){4}/u;

export function wordsError(words: string, kind: WordsKind, isTopLevel: IsTopLevel = isCommon): WordsError | null {
  const plain = asRead(words);
  if (hasLink(plain, isTopLevel)) return 'link';
  if (kind === 'gift') return null;
  if (kind === 'name' ? plain.includes('@') : HANDLE.test(plain)) return 'link';
  return PHONE_NUMBER.test(plain.replace(AMOUNTS, ' x ').replace(DATES, ' x ')) ? 'number' : null;
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export function strangersNameError(
  name: string,
  isTopLevel?: IsTopLevel,
): 'name_with_control_signs' | 'name_with_link' | null {
  // A name with a second line could imitate a part of the shop's message.
  if (CONTROL.test(name.trim())) return 'name_with_control_signs';
  return wordsError(name, 'name', isTopLevel) === null ? null : 'name_with_link';
}

/** `names`: the first name, the last name, and both joined, because the parts may form a link together. */
export function strangersNamesError(
  names: readonly string[],
  isTopLevel?: IsTopLevel,
): ReturnType<typeof strangersNameError> {
  return names.map((name) => strangersNameError(name, isTopLevel)).find((error) => error !== null) ?? null;
}

function asRead(words: string): string {
  return toSingleLine(words.normalize('NFKC'))
    .replace(/[\u200C\u200D]/g, '')
    .replace(STOPS, '.')
    .replace(LOOK_LIKE_STOPS, '.')
    .replace(ZERO_AS_STOP, '$1.');
}

function hasLink(plain: string, isTopLevel: IsTopLevel): boolean {
  if (SCHEME.test(plain) || FOUR_NUMBERS.test(plain) || SPELT_OUT.test(plain)) return true;
  return [...plain.matchAll(LABEL_BEHIND)].some(([, label = '']) => isAddressEnd(label.toLowerCase(), isTopLevel));
}

function isAddressEnd(label: string, isTopLevel: IsTopLevel): boolean {
  return label.startsWith('xn--') || isTopLevel(label);
}

/** Puts the words on one line with single inner quotes, so that no part looks like the shop's own text. */
export function toInnerQuotes(words: string): string {
  return toSingleLine(words)
    .replace(/(^|[\s([{–—-])["“„‟«＂″〝](?=\S)/gu, '$1‘')
    .replace(/["“”„‟«»＂″〝〞〟]/gu, '’');
}

/** Returns '' for forbidden text, such as links stored before this check. */
export function toDisplayWords(words: string, kind: WordsKind, isTopLevel?: IsTopLevel): string {
  return wordsError(words, kind, isTopLevel) === null ? words : '';
}

export function toDisplayName(name: string, isTopLevel?: IsTopLevel): string {
  return toSingleLine(toDisplayWords(name, 'name', isTopLevel));
}
