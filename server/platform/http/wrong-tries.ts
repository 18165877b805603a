import type { Transaction } from '#server/platform/database/handle.ts';
import { addToCount, fullCounts } from './call-counts-store.ts';

const MINUTE_MS = 60_000;
/** Of whoever tries, wherever the codes; and of one card, whoever tries. */
const LIMITS = {
  sender: { most: 5, restMs: 15 * MINUTE_MS },
  card: { most: 20, restMs: 24 * 60 * MINUTE_MS },
} as const;

/** Who tries ('counter 12'), and the hashes of the code whose PIN it is by each key; none where no card has the code. */
type Tries = { sender: string; codeHashes: readonly string[]; now: Date };

const ofSender = ({ sender }: Tries) => ({ key: `wrong card codes:${sender}`, ...LIMITS.sender });
const ofCard = ({ codeHashes }: Tries) =>
  codeHashes.map((codeHash) => ({ key: `wrong card codes:card ${codeHash}`, ...LIMITS.card }));

/** Seconds until codes of this sender, and PINs of this card, are looked at again after too many wrong ones; else 0. */
export async function restSeconds(tx: Transaction, tries: Tries): Promise<{ sender: number; card: number }> {
  const full = await fullCounts(tx, { counts: [ofSender(tries), ...ofCard(tries)], now: tries.now });
  const until = (counts: readonly { key: string }[]) => {
    const ends = full.filter(({ key }) => counts.some((count) => count.key === key)).map(({ expire }) => expire);
    return Math.max(0, ...ends.map((end) => Math.max(1, Math.ceil((end.getTime() - tries.now.getTime()) / 1_000))));
  };
  return { sender: until([ofSender(tries)]), card: until(ofCard(tries)) };
}

/**
 * Counts a wrong code or PIN, in the caller's transaction. A caller that has the card's lock before restSeconds() counts
 * the tries at this card exactly: nobody gets a sixth try at its PIN by sending them all at once.
 */
export async function noteWrongTry(tx: Transaction, tries: Tries): Promise<void> {
  // Under the present key; what was counted under the one before ends within a day.
  for (const { key, most, restMs } of [ofSender(tries), ...ofCard(tries).slice(0, 1)])
    await addToCount(tx, { key, most, now: tries.now, expire: new Date(tries.now.getTime() + restMs) });
}
