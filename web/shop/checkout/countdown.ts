import { CHECKOUT_SECONDS } from '#contract/rules/limits.ts';
import { sellerPath } from '../state/sellers.ts';

const SECOND_MS = 1_000;

/**
 * Whole seconds left of the ten minutes at `now`, both instants in milliseconds. It reads the clock and does not
 * count its calls, so a phone that slept shows the truth; a clock that was set back never shows more than the start.
 */
export function secondsLeft(startedAt: number, now: number): number {
  const left = Math.ceil(CHECKOUT_SECONDS - (now - startedAt) / SECOND_MS);
  return Math.min(CHECKOUT_SECONDS, Math.max(0, left));
}

/** Milliseconds until the shown value changes. */
export function untilNextTick(startedAt: number, now: number): number {
  const into = (now - startedAt) % SECOND_MS;
  return into < 0 ? SECOND_MS : SECOND_MS - into;
}

/** 600 -> '10:00', 59 -> '00:59'. */
export function countdownText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Where the customer goes at zero. */
export function afterCountdown(seller: { shop_url: string } | null): string {
  return seller ? sellerPath(seller) : '/browse';
}
