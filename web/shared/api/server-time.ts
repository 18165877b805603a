/** Less than this is the way of the answer, and phones that are right to the second gain nothing. */
const RIGHT_ENOUGH_MS = 60_000;

let aheadMs = 0;
const followers = new Set<() => void>();

/** The present instant in milliseconds by the server's clock, for times that the server acts on: phones are wrong by days. */
export const serverNow = (): number => Date.now() - aheadMs;

/** Calls `change` when the phone's clock turns out to be wrong; returns how to stop. */
export function followServerTime(change: () => void): () => void {
  followers.add(change);
  return () => followers.delete(change);
}

/**
 * Learns from the Date header of an answer that the server gave to what was sent at `sentAt`. An answer that took long
 * teaches nothing: the phone may have slept meanwhile.
 */
export function noteServerTime(date: string | null, sentAt: number): void {
  const now = Date.now();
  const ahead = now - Date.parse(date ?? '');
  if (Number.isNaN(ahead) || now - sentAt > RIGHT_ENOUGH_MS) return;
  const corrected = Math.abs(ahead) < RIGHT_ENOUGH_MS ? 0 : ahead;
  if (Math.abs(corrected - aheadMs) < RIGHT_ENOUGH_MS) return;
  aheadMs = corrected;
  for (const change of followers) change();
}
