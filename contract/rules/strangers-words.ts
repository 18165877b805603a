import { oneLine } from './seen-words.ts';

/**
 * What the words of strangers may hold that the shop carries to phones: names and thanks neither links, handles nor phone
 * numbers; the words of a gift no links. Their reader trusts what the shop sends.
 */
export type WordsKind = 'name' | 'thanks' | 'gift';
export type WordsError = 'link' | 'number';

/** Whether a label is the end of addresses, such as 'com'. */
export type IsTopLevel = (label: string) => boolean;

/**
 * The ends of most addresses, for forms in the browser. The server knows all of them
 * (server/platform/kernel/strangers-words.ts) and judges again.
 */
const COMMON = new Set(
  'com net org info biz au uk nz de io co app dev xyz shop online site link ly ru cn example'.split(' '),
);
const isCommon: IsTopLevel = (label) => COMMON.has(label);

const SCHEME = /:\/\/|\b(?:https?|ftp|mailto|tel|sms|smsto|whatsapp|javascript)\s*:|\bhxxps?\b|\bwww\s*\./iu;
const FOUR_NUMBERS = /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/u;
/**
 * Other full stops than the usual one, and a usual one that is written out or put in brackets. Normalising makes the
 * dot above (U+02D9) a space and a combining dot.
 */
const STOPS = /[。·•∙⋅‧・։]| \u0307|\s*[[({<]\s*(?:\.|dot)\s*[\])}>]\s*/giu;
/** Signs of other scripts that look like a full stop or a middle dot, from Unicode's list of confusables. */
const LOOK_LIKE_STOPS = /[\u06D4\u0701\u0702\u1427\u16EB\u2E31\u2E33\uA4F8\uA60E\uA78F\u{10101}\u{10A50}\u{1D16D}]/gu;
/** The zeros of Arabic and Persian, which look like dots, within a word. */
const ZERO_AS_STOP = /(\p{L})[\u0660\u06F0](?=\p{L})/gu;
const LABEL_BEHIND = /[\p{L}\p{N}\p{M}_-]\s*\.(?=([\p{L}\p{N}\p{M}-]+))/gu;
/** No sentence goes on with these. `polka-dot net` and `the dot-com years` do, so hyphens count on both sides only. */
const SPELT_OUT = /[\p{L}\p{N}](?:\s*\.\s*com|(?:\s+dot\s+|\s*[\p{Pd}_]\s*dot\s*[\p{Pd}_]\s*)(?:com|net|org|au))\b/iu;
const HANDLE = /@[\p{L}\p{N}_]|[\p{L}\p{N}_]@/u;
/** Amounts and dates are no phone numbers. */
const AMOUNTS = /[$€£¥]\s?\d{1,4}(?:,\d{3}){0,2}(?:\.\d{2})?(?![\d,])/gu;
const DATES = /\b(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d\b/gu;
const PHONE_NUMBER = /\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){4}/u;

/** Null when nothing is wrong with the words. */
export function wordsError(words: string, kind: WordsKind, isTopLevel: IsTopLevel = isCommon): WordsError | null {
  const plain = asRead(words);
  if (hasLink(plain, isTopLevel)) return 'link';
  if (kind === 'gift') return null;
  if (kind === 'name' ? plain.includes('@') : HANDLE.test(plain)) return 'link';
  return PHONE_NUMBER.test(plain.replace(AMOUNTS, ' x ').replace(DATES, ' x ')) ? 'number' : null;
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** What a name may not hold because it stands in messages of the shop; null when nothing is wrong. */
export function strangersNameError(
  name: string,
  isTopLevel?: IsTopLevel,
): 'name_with_control_signs' | 'name_with_link' | null {
  // A second line would look like another part of the message.
  if (CONTROL.test(name.trim())) return 'name_with_control_signs';
  return wordsError(name, 'name', isTopLevel) === null ? null : 'name_with_link';
}

/** The first error among names, such as a first name, a last name and both together; null when nothing is wrong. */
export function strangersNamesError(
  names: readonly string[],
  isTopLevel?: IsTopLevel,
): ReturnType<typeof strangersNameError> {
  return names.map((name) => strangersNameError(name, isTopLevel)).find((error) => error !== null) ?? null;
}

/** As phones read it: full-width letters and signs are the usual ones, and nothing is hidden. */
function asRead(words: string): string {
  return oneLine(words.normalize('NFKC'))
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

/**
 * Words that stand within double quotation marks in a message: one line, with single marks inside, so that nothing behind
 * them looks like the shop's own.
 */
export function insideQuotes(words: string): string {
  return oneLine(words)
    .replace(/(^|[\s([{–—-])["“„‟«＂″〝](?=\S)/gu, '$1‘')
    .replace(/["“”„‟«»＂″〝〞〟]/gu, '’');
}

/** Words as messages show them; '' for what their kind may not hold, such as a link kept before words were judged. */
export function shownWords(words: string, kind: WordsKind, isTopLevel?: IsTopLevel): string {
  return wordsError(words, kind, isTopLevel) === null ? words : '';
}

/** A name as messages show it, in one line. */
export function shownName(name: string, isTopLevel?: IsTopLevel): string {
  return oneLine(shownWords(name, 'name', isTopLevel));
}
