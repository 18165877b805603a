import { CHECKOUT_SECONDS } from '#contract/rules/limits.ts';
import { sellerPath } from '../state/sellers.ts';

const SECOND_MS = 1_000;

/**
 * Returns the seconds left. Reads the clock instead of counting ticks, so that the result is right after the phone
 * slept. Instants are in milliseconds.
 */
export function secondsLeft(startedAt: number, now: number): number {
  const left = Math.ceil(CHECKOUT_SECONDS - (now - startedAt) / SECOND_MS);
  return Math.min(CHECKOUT_SECONDS, Math.max(0, left));
}

/** Returns milliseconds until the displayed value changes. */
export function millisecondsToNextTick(startedAt: number, now: number): number {
  const into = (now - startedAt) % SECOND_MS;
  return into < 0 ? SECOND_MS : SECOND_MS - into;
}

export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

export function pathAfterCountdown(seller: { shop_url: string } | null): string {
  return seller ? sellerPath(seller) : '/browse';
}
