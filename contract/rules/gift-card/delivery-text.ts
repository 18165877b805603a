import { amountText, toDollars } from '../money/money.ts';
import { countSegments } from './segments.ts';

type Facts = {
  /** The customer's words, without their marker. */
  text: string;
  giver: string;
  seller: string;
  valueCents: number;
  link: string;
};

/**
 * How long names are at most, and where they would cost another segment: then the whole sentence has at most the 64
 * letters by which two segments of 67 are longer than a text of its own of 70.
 */
const LONG = { giver: 24, seller: 30 };
const SHORT = { giver: 10, seller: 13 };

/**
 * What stands before the link in the text of a gift card: the customer's words, whole and first, then who gives it and
 * where it is spent, so that it does not look like fraud. 'For you - Wren sent you a gift card, $50 at Tide & Kiln: '.
 * It costs at most one segment more than the words and the link alone: names are shortened, and written in the alphabet
 * of plain texts when the words are.
 */
export function beforeLink({ text, giver, seller, valueCents, link }: Facts): string {
  const words = text.trim();
  const plain = countSegments(`${words} ${link}`).encoding === 'gsm';
  const value = amountText(toDollars(valueCents));
  const compose = (most: typeof LONG) => {
    const names = { giver: name(giver, most.giver, plain), seller: name(seller, most.seller, plain) };
    return `${words === '' ? '' : `${words} - `}${sentence({ ...names, value })}: `;
  };
  const [long, short] = [compose(LONG), compose(SHORT)];
  return countSegments(long + link).segments <= countSegments(short + link).segments ? long : short;
}

/** A name that plain texts cannot show is left out. */
function sentence({ giver, seller, value }: { giver: string; seller: string; value: string }): string {
  const sent = giver === '' ? 'You were sent a gift card' : `${giver} sent you a gift card`;
  return seller === '' ? `${sent}, ${value}` : `${sent}, ${value} at ${seller}`;
}

function name(full: string, most: number, plain: boolean): string {
  const tidy = full.replace(/\s+/g, ' ').trim();
  const short = shortened(plain ? inPlainLetters(tidy) : tidy, most);
  return plain && countSegments(short).encoding !== 'gsm' ? '' : short;
}

/** 'Zoë' is sent as 'Zoe', which makes no other person of her; one letter beyond the alphabet halves a text. */
function inPlainLetters(text: string): string {
  const quotes = text
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-');
  return [...quotes]
    .map((sign) => (countSegments(sign).encoding === 'gsm' ? sign : sign.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');
}

/** At a word if there is one, else in the middle of it; full signs only. */
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
  if (whole !== '') return whole;
  return [...text].reduce((sum, sign) => (sum.length + sign.length < most ? sum + sign : sum), '').concat('.');
}
