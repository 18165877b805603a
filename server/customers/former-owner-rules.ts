/** Carriers hand a number that nobody pays for on after months; 90 days is the shortest that is usual. */
const IDLE_MS = 90 * 86_400_000;

type Marks = { unprovedSince: Date | null; recordsFrom: Date | null; cardsFrom: Date | null };

/** Who was last seen before then proves themselves once more. */
export function idleBefore(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** From when on payment cards are this customer's to pay with; null: all of them. */
export function cardsFrom({ unprovedSince, recordsFrom, cardsFrom }: Marks): Date | null {
  return [unprovedSince, recordsFrom, cardsFrom].reduce((latest, mark) =>
    mark && (!latest || mark > latest) ? mark : latest,
  );
}

/** Stands in for the number of an account that has none: no country has the code 999, so nobody signs in with it. */
export function noMobile(customerId: number): string {
  return `+999${String(customerId).padStart(8, '0')}`;
}

export function isNoMobile(mobile: string): boolean {
  return mobile.startsWith('+999');
}

/** 'w•••@example.com': its owner knows it again, and nobody else learns it. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${host}`;
}

/** 'B.' */
export function maskedName(name: string): string {
  return `${[...name.trim()][0]?.toLocaleUpperCase() ?? ''}.`;
}
