import { amountText, toDollars } from '../money/money.ts';
import { toSingleLine } from '../seen-words.ts';
import { toDisplayName, toInnerQuotes } from '../strangers-words.ts';
import { shortExpiryText } from './card-expiry.ts';
import { countSegments } from './segments.ts';

type Facts = {
  giver: string;
  seller: string;
  shop: string;
  valueCents: number;
  expiresAt: Date | null;
};

const MAX_PARTS = 4;
/** Maximum name lengths, before and after the message is cut to FEWEST_WORDS characters. */
const LONG = { giver: 24, seller: 30, shop: 30 };
const SHORT = { giver: 10, seller: 13, shop: 13 };
const FEWEST_WORDS = 40;

/**
 * Returns the text before the link. It starts with the giver, so that it does not look like fraud, and names the shop,
 * because recipients do not know the sender's number. To fit four SMS parts, it cuts the message first (`isCut`), then
 * the names, never the link.
 */
export function composeTextBeforeLink({ text, link, ...facts }: Facts & { text: string; link: string }) {
  const words = toPlainSigns(toInnerQuotes(text));
  const plain = isPlain(words);
  const compose = (maxLengths: typeof LONG, length: number) => {
    const quotation = quoteExcerpt(words, length);
    const by = formatSignature(facts.shop, { maxLengths, plain });
    // Uses a full stop before the shop's name, because two colons in a row read like one name.
    const end = quotation === '' && by !== '' ? '. ' : ': ';
    return [formatSentence(facts, { maxLengths, plain }), end, quotation, by].join('');
  };
  const room = (limits: typeof LONG) => {
    let length = words.length;
    while (length >= 0 && countSegments(compose(limits, length) + link).segments > MAX_PARTS) length -= 1;
    return length;
  };
  const limits = room(LONG) >= Math.min(FEWEST_WORDS, words.length) ? LONG : SHORT;
  const length = Math.max(room(limits), 0);
  return { before: compose(limits, length), isCut: length < words.length };
}

type Signs = { maxLengths: typeof LONG; plain: boolean };

function formatSignature(full: string, { maxLengths, plain }: Signs): string {
  const shop = shortenName(toSingleLine(full), maxLengths.shop, plain);
  return shop === '' ? '' : `${shop}: `;
}

function formatSentence({ valueCents, expiresAt, ...names }: Facts, { maxLengths, plain }: Signs) {
  const giver = shortenName(toDisplayName(names.giver), maxLengths.giver, plain);
  const seller = shortenName(toSingleLine(names.seller), maxLengths.seller, plain);
  const value = amountText(toDollars(valueCents));
  return [
    `${giver === '' ? 'You were sent' : `${giver} sent you`} ${article(value)} ${value}`,
    `${seller === '' ? '' : ` ${seller}`} gift card`,
    expiresAt ? `, valid to ${shortExpiryText(expiresAt)}` : '',
  ].join('');
}

/** Returns 'an' if the amount is spoken with a vowel first, as in 'an $80 gift card'. */
const article = (value: string) => (/^\$(8|1[18]\b)/.test(value) ? 'an' : 'a');

const isPlain = (text: string) => countSegments(text).encoding === 'gsm';

function shortenName(full: string, maxLength: number, plain: boolean): string {
  const short = shortenText(plain ? toPlainLetters(full) : full, maxLength);
  return plain && !isPlain(short) ? '' : short;
}

/** Phones insert these characters, and a single one would halve what fits into an SMS part. */
function toPlainSigns(text: string): string {
  const plain = text
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/[\u00a0\u202f]/g, ' ');
  return isPlain(plain) ? plain : text;
}

/** Removes accents ('Zoë' -> 'Zoe'), because a single one would halve what fits into an SMS part. */
function toPlainLetters(text: string): string {
  return [...text]
    .map(toPlainSigns)
    .map((sign) => (isPlain(sign) ? sign : sign.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');
}

/** Cuts at a word boundary if possible, otherwise within a word. */
function quoteExcerpt(words: string, maxLength: number): string {
  if (words.length <= maxLength) return words === '' ? '' : `"${words}" `;
  const head = truncateWholeSigns(words, maxLength - '...'.length);
  const atWord = /\s/.test(words.charAt(head.length)) ? head : head.replace(/\s\S{0,19}$/, '');
  const excerpt = atWord.replace(/(?:[\s,;:&+-]|\u200d)+$/, '');
  return excerpt === '' ? '' : `"${excerpt}..." `;
}

function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const words = text.split(' ');
  let prefix = '';
  for (const word of words) {
    const longer = prefix === '' ? word : `${prefix} ${word}`;
    if (longer.length > maxLength) break;
    prefix = longer;
  }
  // Drops a trailing '&' or comma, because 'Eider &' alone is half a name.
  const whole = prefix.replace(/[\s&+,-]+$/, '');
  return whole === '' ? `${truncateWholeSigns(text, maxLength - 1)}.` : whole;
}

/** Returns at most `maxLength` UTF-16 units, and never splits a surrogate pair. */
function truncateWholeSigns(text: string, maxLength: number): string {
  let head = '';
  for (const sign of text) {
    if (head.length + sign.length > maxLength) break;
    head += sign;
  }
  return head;
}
