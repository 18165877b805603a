export type AmountLimits = { minCents: number; maxCents: number };

export function readAmount(amount: string | number, { minCents, maxCents }: AmountLimits): number | null {
  const text = String(amount).trim();
  if (!/^\$?(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.0{1,2})?$/.test(text)) return null;
  const cents = Number(text.replace(/[$,]/g, '')) * 100;
  return cents >= minCents && cents <= maxCents ? cents : null;
}
