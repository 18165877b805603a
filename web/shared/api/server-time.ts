/** Smaller differences between the clocks are network delay. */
const RIGHT_ENOUGH_MS = 60_000;

let aheadMs = 0;
const followers = new Set<() => void>();

/** Returns the server's time in milliseconds. Date.now() is not enough, because phone clocks can be wrong by days. */
export const serverNow = (): number => Date.now() - aheadMs;

export function followServerTime(change: () => void): () => void {
  followers.add(change);
  return () => followers.delete(change);
}

/** Corrects the clock by a Date header. Ignores slow responses, because the phone may have slept meanwhile. */
export function updateServerTime(date: string | null, sentAt: number): void {
  const now = Date.now();
  const ahead = now - Date.parse(date ?? '');
  if (Number.isNaN(ahead) || now - sentAt > RIGHT_ENOUGH_MS) return;
  const corrected = Math.abs(ahead) < RIGHT_ENOUGH_MS ? 0 : ahead;
  if (Math.abs(corrected - aheadMs) < RIGHT_ENOUGH_MS) return;
  aheadMs = corrected;
  for (const change of followers) change();
}
