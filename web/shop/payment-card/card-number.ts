/** For display only: the payment provider validates cards. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'unionpay' | 'diners' | 'discover';

/** Number prefixes that the card schemes publish. The first match wins. */
const PREFIXES: readonly [brand: CardBrand, fits: RegExp][] = [
  ['amex', /^3[47]/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['diners', /^3(0[0-5]|[689])/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['unionpay', /^62/],
];

const LONGEST = 19;
export const LONGEST_CVC = 4;
const GROUPS: Partial<Record<CardBrand, readonly number[]>> = { amex: [4, 6, 5], diners: [4, 6, 4] };
const FOURS = [4, 4, 4, 4, 3];

export function stripNonDigits(text: string): string {
  return text.replace(/\D/g, '');
}

export function detectCardBrand(number: string): CardBrand | null {
  const digits = stripNonDigits(number);
  return PREFIXES.find(([, fits]) => fits.test(digits))?.[0] ?? null;
}

export function groupNumber(typed: string): string {
  const brand = detectCardBrand(typed);
  const groups = (brand && GROUPS[brand]) ?? FOURS;
  const longest = brand && GROUPS[brand] ? groups.reduce((sum, size) => sum + size, 0) : getMaxDigits(brand);
  const digits = stripNonDigits(typed).slice(0, longest);
  const parts: string[] = [];
  let offset = 0;
  for (const size of groups) {
    if (offset < digits.length) parts.push(digits.slice(offset, offset + size));
    offset += size;
  }
  return parts.join(' ');
}

function getMaxDigits(brand: CardBrand | null): number {
  return brand === null || brand === 'unionpay' ? LONGEST : 16;
}

/** Deleting the slash of 'MM/YY' also deletes the digit before it, otherwise the slash would reappear. */
export function writeExpiry(typed: string, before: string): string {
  if (before.endsWith('/') && typed === before.slice(0, -1)) return typed.slice(0, -1);
  const digits = stripNonDigits(/^[2-9]/.test(typed) ? `0${typed}` : typed.replace(/^(\d)\//, '0$1'));
  const short = digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits.slice(0, 4);
  return short.length < 2 ? short : `${short.slice(0, 2)}/${short.slice(2)}`;
}

/** Returns 0 for a missing month or year, which every provider rejects. */
export function readExpiry(text: string): { exp_month: number; exp_year: number } {
  const [month = '', year = ''] = text.split('/');
  return { exp_month: Number(month) || 0, exp_year: /^\d\d$/.test(year) ? 2000 + Number(year) : 0 };
}

export function formatCardExpiry({ exp_month, exp_year }: { exp_month: number; exp_year: number }): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
}
