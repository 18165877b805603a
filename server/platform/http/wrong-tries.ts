import type { Transaction } from '#server/platform/database/handle.ts';
import { addToCount, listFullCounts } from './call-counts-store.ts';

const MINUTE_MS = 60_000;
/** `sender` limits one sender's tries at all codes, `card` all senders' tries at one card. */
const LIMITS = {
  sender: { limit: 5, restMs: 15 * MINUTE_MS },
  card: { limit: 20, restMs: 24 * 60 * MINUTE_MS },
} as const;

/** `sender` is, for example, 'counter 12'. `codeHashes` has one hash per key, and none for an unknown code. */
type Tries = { sender: string; codeHashes: readonly string[]; now: Date };

const toSenderLimit = ({ sender }: Tries) => ({ key: `wrong card codes:${sender}`, ...LIMITS.sender });
const toCardLimits = ({ codeHashes }: Tries) =>
  codeHashes.map((codeHash) => ({ key: `wrong card codes:card ${codeHash}`, ...LIMITS.card }));

/** Returns the seconds that the sender and the card must wait until codes and PINs are checked again, or 0. */
export async function findRestSeconds(tx: Transaction, tries: Tries): Promise<{ sender: number; card: number }> {
  const full = await listFullCounts(tx, { counts: [toSenderLimit(tries), ...toCardLimits(tries)], now: tries.now });
  const until = (counts: readonly { key: string }[]) => {
    const ends = full.filter(({ key }) => counts.some((count) => count.key === key)).map(({ expire }) => expire);
    return Math.max(0, ...ends.map((end) => Math.max(1, Math.ceil((end.getTime() - tries.now.getTime()) / 1_000))));
  };
  return { sender: until([toSenderLimit(tries)]), card: until(toCardLimits(tries)) };
}

/**
 * Counts a wrong try in the caller's transaction. Lock the card before findRestSeconds(); otherwise concurrent requests
 * get extra tries at the PIN.
 */
export async function recordWrongTry(tx: Transaction, tries: Tries): Promise<void> {
  // Counts under the newest key only, because counts under the previous key expire within a day.
  for (const { key, limit, restMs } of [toSenderLimit(tries), ...toCardLimits(tries).slice(0, 1)])
    await addToCount(tx, { key, limit, now: tries.now, expire: new Date(tries.now.getTime() + restMs) });
}
