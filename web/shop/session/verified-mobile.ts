import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * The mobile that was verified a moment ago and is being registered, so that a reload of /register does not lose it. In
 * this tab only, and no longer than the proof is valid; the session clears it at the next sign-in or sign-out.
 */
export type VerifiedMobile = { mobile: string; jwt: string; campaign_id: string; product_id: string };

type Kept = VerifiedMobile & { until: number };

const KEY = 'verified-mobile';
/** The server accepts the proof for fifteen minutes. */
const VALID_MS = 15 * 60_000;

/** Saving the same proof again does not extend it. */
export function saveVerifiedMobile(verified: VerifiedMobile, now: number = Date.now()): void {
  const before = readTab(KEY, isKept);
  writeTab(
    KEY,
    before?.jwt === verified.jwt && before.mobile === verified.mobile
      ? { ...before, ...verified }
      : { ...verified, until: now + VALID_MS },
  );
}

/** Null when there is none, or when it has expired. */
export function getVerifiedMobile(now: number = Date.now()): VerifiedMobile | null {
  const kept = readTab(KEY, isKept);
  if (!kept) return null;
  const { until, ...verified } = kept;
  if (now < until) return verified;
  clearVerifiedMobile();
  return null;
}

export function clearVerifiedMobile(): void {
  writeTab(KEY, null);
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || typeof value.until !== 'number') return false;
  return ['mobile', 'jwt', 'campaign_id', 'product_id'].every((name) => typeof value[name] === 'string');
}
