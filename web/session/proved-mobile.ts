import { isRecord, readTab, writeTab } from '../state/storage.ts';

/**
 * The mobile that was proved a moment ago and is being registered: a reload of /register must not cost it. In this tab
 * only, and no longer than the proof itself is good for; the session forgets it with the sign-in or the sign-out that
 * follows.
 */
export type ProvedMobile = { mobile: string; jwt: string; campaign_id: string; product_id: string };

type Kept = ProvedMobile & { until: number };

const KEY = 'proved-mobile';
/** The server takes the proof for fifteen minutes. */
const GOOD_FOR_MS = 15 * 60_000;

/** Kept again, the same proof gets no longer life. */
export function keepProved(proved: ProvedMobile, now: number = Date.now()): void {
  const before = readTab(KEY, isKept);
  writeTab(
    KEY,
    before?.jwt === proved.jwt && before.mobile === proved.mobile
      ? { ...before, ...proved }
      : { ...proved, until: now + GOOD_FOR_MS },
  );
}

/** Null when there is none, or when its time is over. */
export function provedBefore(now: number = Date.now()): ProvedMobile | null {
  const kept = readTab(KEY, isKept);
  if (!kept) return null;
  const { until, ...proved } = kept;
  if (now < until) return proved;
  forgetProved();
  return null;
}

export function forgetProved(): void {
  writeTab(KEY, null);
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || typeof value.until !== 'number') return false;
  return ['mobile', 'jwt', 'campaign_id', 'product_id'].every((name) => typeof value[name] === 'string');
}
