import { amountText, toDollars } from '../money/money.ts';
import { oneLine } from '../seen-words.ts';
import { insideQuotes, shownName } from '../strangers-words.ts';
import { shortExpiryText } from './card-expiry.ts';
import { countSegments } from './segments.ts';

type Facts = {
  giver: string;
  seller: string;
  /** What the shop calls itself in its messages; '' where that is not known. */
  shop: string;
  valueCents: number;
  /** Null: it never expires. */
  expiresAt: Date | null;
};

const MOST_PARTS = 4;
/** How long names are at most, and how long once no more than the fewest words are left. */
const LONG = { giver: 24, seller: 30, shop: 30 };
const SHORT = { giver: 10, seller: 13, shop: 13 };
const FEWEST_WORDS = 40;

/**
 * The part before the link in the text of a gift card: who gives what, where it is spent and until when, then the
 * customer's words, `text`, and whose link it is, as the sender's number is unknown to most: 'Wren sent you a $50 Tide &
 * Kiln gift card, valid to 24 Nov 2029: "For you" Handsel: '. Words before the giver would make it look like fraud. With
 * the link it has at most four parts: of what is longer the words lose their end first, then the names, the link never.
 * `isCut`: the words are not whole.
 */
export function beforeLink({ text, link, ...facts }: Facts & { text: string; link: string }) {
  const words = inPlainSigns(insideQuotes(text));
  const plain = isPlain(words);
  const compose = (most: typeof LONG, length: number) => {
    const said = quoted(words, length);
    const by = signature(facts.shop, { most, plain });
    // Two colons in a row read like one name.
    const end = said === '' && by !== '' ? '. ' : ': ';
    return [sentence(facts, { most, plain }), end, said, by].join('');
  };
  /** How much of the words there is room for; -1 when there is none even without them. */
  const room = (most: typeof LONG) => {
    let length = words.length;
    while (length >= 0 && countSegments(compose(most, length) + link).segments > MOST_PARTS) length -= 1;
    return length;
  };
  const most = room(LONG) >= Math.min(FEWEST_WORDS, words.length) ? LONG : SHORT;
  const length = Math.max(room(most), 0);
  return { before: compose(most, length), isCut: length < words.length };
}

type Signs = { most: typeof LONG; plain: boolean };

function signature(full: string, { most, plain }: Signs): string {
  const shop = name(oneLine(full), most.shop, plain);
  return shop === '' ? '' : `${shop}: `;
}

function sentence({ valueCents, expiresAt, ...names }: Facts, { most, plain }: Signs) {
  const giver = name(shownName(names.giver), most.giver, plain);
  const seller = name(oneLine(names.seller), most.seller, plain);
  const value = amountText(toDollars(valueCents));
  return [
    `${giver === '' ? 'You were sent' : `${giver} sent you`} ${article(value)} ${value}`,
    `${seller === '' ? '' : ` ${seller}`} gift card`,
    expiresAt ? `, valid to ${shortExpiryText(expiresAt)}` : '',
  ].join('');
}

/** 'an $80 gift card', as it is spoken. */
const article = (value: string) => (/^\$(8|1[18]\b)/.test(value) ? 'an' : 'a');

const isPlain = (text: string) => countSegments(text).encoding === 'gsm';

/** A name that plain texts cannot show is left out. */
function name(full: string, most: number, plain: boolean): string {
  const short = shortened(plain ? inPlainLetters(full) : full, most);
  return plain && !isPlain(short) ? '' : short;
}

/** The signs that phones and word processors set by themselves, each of which would halve a text. */
function inPlainSigns(text: string): string {
  const plain = text
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/[\u00a0\u202f]/g, ' ');
  return isPlain(plain) ? plain : text;
}

/** 'Zoë' is sent as 'Zoe', which makes no other person of her; one letter beyond the alphabet halves a text. */
function inPlainLetters(text: string): string {
  return [...text]
    .map(inPlainSigns)
    .map((sign) => (isPlain(sign) ? sign : sign.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');
}

/** '"Something small for your..." ': cut at a word if one is near, else in the middle of it. */
function quoted(words: string, most: number): string {
  if (words.length <= most) return words === '' ? '' : `"${words}" `;
  const head = wholeSigns(words, most - '...'.length);
  const atWord = /\s/.test(words.charAt(head.length)) ? head : head.replace(/\s\S{0,19}$/, '');
  const kept = atWord.replace(/(?:[\s,;:&+-]|\u200d)+$/, '');
  return kept === '' ? '' : `"${kept}..." `;
}

/** At a word if there is one, else in the middle of it. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const words = text.split(' ');
  let kept = '';
  for (const word of words) {
    const longer = kept === '' ? word : `${kept} ${word}`;
    if (longer.length > most) break;
    kept = longer;
  }
  // 'Eider &' without what follows is half a name.
  const whole = kept.replace(/[\s&+,-]+$/, '');
  return whole === '' ? `${wholeSigns(text, most - 1)}.` : whole;
}

/** No surrogate pair is split. */
function wholeSigns(text: string, most: number): string {
  let head = '';
  for (const sign of text) {
    if (head.length + sign.length > most) break;
    head += sign;
  }
  return head;
}
