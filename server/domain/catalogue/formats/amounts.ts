/** Maximum of a PostgreSQL integer. */
const HIGHEST_CENTS = 2_147_483_647;
const HIGHEST_STOCK = 1_000_000_000;

export type Read<Value> = { value: Value } | { wrong: string };

/** Converts '12', '12.3' or Magento's '12.340000' to cents without floating-point arithmetic. */
export function readCents(text: string): Read<number> {
  const wrong = (problem: string): Read<number> => ({ wrong: `"${text}" ${problem}` });
  if (/^-\s*\d/.test(text)) return wrong('is below zero; a price is 0.01 or more.');
  const [, dollars = '', , part = ''] = /^(\d{1,10})(\.(\d{1,10}))?$/.exec(text) ?? [];
  if (dollars === '')
    return wrong('is not a price; write Australian dollars such as 1234.50, without a sign or thousands separators.');
  if (!/^0*$/.test(part.slice(2))) return wrong('has a fraction of a cent; round it to two decimals.');
  const cents = Number(dollars) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  if (cents === 0) return wrong('is not a price; a price is 0.01 or more.');
  if (cents > HIGHEST_CENTS) return wrong(`is too high; the maximum is ${formatCents(HIGHEST_CENTS)}.`);
  return { value: cents };
}

export function formatCents(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

export function readStock(text: string): Read<number> {
  const [, digits = ''] = /^(-?\d{1,10})(\.0{1,10})?$/.exec(text) ?? [];
  if (digits === '') return { wrong: `"${text}" is not a stock quantity; write a whole number such as 12.` };
  const stock = Number(digits);
  if (stock > HIGHEST_STOCK) return { wrong: `"${text}" is too many; the maximum is ${HIGHEST_STOCK}.` };
  return { value: stock };
}

/** Parses amounts such as '$1,000.00 AUD' and '1,000 AUD'. A comma never separates decimals. */
export function readCardAmount(text: string): Read<number> {
  const bare = text.replace(/^(AUD?|A)?\s*\$?\s*/i, '').replace(/\s*AUD$/i, '');
  return readCents(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare);
}

export function priceTitle(text: string): string | null {
  const read = readCardAmount(text);
  if (!('value' in read)) return null;
  return `$${formatCents(read.value).replace(/\.00$/, '')}`;
}

/**
 * Rejects ambiguous lists such as '1,000', which could sell a $1 card. Bars or dollar signs make a list clear, as in
 * 500|1,000.
 */
export function readAmountList(text: string): Read<string[]> {
  const between = text.includes('$') ? /,(?=\s*(?:AUD?|A)?\s*\$)/i : ',';
  const amounts = text
    .split(text.includes('|') ? '|' : between)
    .map((amount) => amount.trim())
    .filter((amount) => amount !== '');
  if (amounts.length === 0) return { wrong: 'is empty; list the amounts, such as 25,50,100.' };
  const isUnclear = amounts.some(
    (amount, index) => /^0\d/.test(amount) || (/^\d{3}(?:\.|$)/.test(amount) && /^\d$/.test(amounts[index - 1] ?? '')),
  );
  if (!isUnclear) return { value: amounts };
  return {
    wrong: `"${text}" could be one amount or several; separate amounts with |, and write thousands without a separator.`,
  };
}
