/**
 * What a customer may choose for a gift card of an open price: whole dollars from least to most, both in integer cents.
 */
export type AmountLimits = { minCents: number; maxCents: number };

/**
 * Integer cents of an amount as it is typed or sent (37, '37', '$1,000', '37.00'), or null for anything that is not a
 * whole number of dollars within the limits: '', 'ten', 37.5, -50, 1e3 as text, too little, too much.
 */
export function readAmount(amount: string | number, { minCents, maxCents }: AmountLimits): number | null {
  const text = String(amount).trim();
  if (!/^\$?(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.0{1,2})?$/.test(text)) return null;
  const cents = Number(text.replace(/[$,]/g, '')) * 100;
  return cents >= minCents && cents <= maxCents ? cents : null;
}
