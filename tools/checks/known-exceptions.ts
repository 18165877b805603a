/**
 * Breaches that are being mended elsewhere, by the beginning of their line. One that matches nothing any more fails the
 * check, so the list can only shrink; it is empty when the work is done.
 */
export const knownExceptions = {
  imports: ['server/gift-cards/delivery/gift-card-messages.ts -> server/messaging/messages-store.ts'],
  impureRules: ['server/gift-cards/delivery/allowed-actions.ts', 'server/gift-cards/delivery/resend-policy.ts'],
  slivers: ['server/gift-cards/card-page/barcode.ts'],
} as const;

/** Breaches without an exception, and exceptions without a breach: both must be empty. */
export function compare(
  breaches: readonly string[],
  exceptions: readonly string[],
): { unexpected: string[]; outdated: string[] } {
  return {
    unexpected: breaches.filter((breach) => !exceptions.some((known) => breach.startsWith(known))),
    outdated: exceptions.filter((known) => !breaches.some((breach) => breach.startsWith(known))),
  };
}
