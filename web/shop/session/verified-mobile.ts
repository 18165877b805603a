import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';

/** Stored in this tab while the verification is valid, to survive a reload of /register. */
export type VerifiedMobile = { mobile: string; jwt: string; campaign_id: string; product_id: string };

type Kept = VerifiedMobile & { until: number };

const KEY = 'verified-mobile';
/** The server accepts the verification for fifteen minutes. */
const VALID_MS = 15 * 60_000;

/** Saving the same verification again does not extend its validity. */
export function saveVerifiedMobile(verified: VerifiedMobile, now: number = Date.now()): void {
  const before = readTab(KEY, isKept);
  writeTab(
    KEY,
    before?.jwt === verified.jwt && before.mobile === verified.mobile
      ? { ...before, ...verified }
      : { ...verified, until: now + VALID_MS },
  );
}

export function getVerifiedMobile(now: number = Date.now()): VerifiedMobile | null {
  const keptMobile = readTab(KEY, isKept);
  if (!keptMobile) return null;
  const { until, ...verified } = keptMobile;
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
