import { readCode, readPin } from '#contract/rules/gift-card/card-code.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { noteWrongTry, restSeconds } from '#server/platform/http/wrong-tries.ts';
import { appError, type Result, tooMany } from '#server/platform/kernel/errors.ts';
import { type LockedCard, lockCardByCode } from '../card-locks-store.ts';
import { codeHashes, openCard } from '../ledger/card-secrets.ts';

/** A code as somebody typed or scanned it, and the PIN beside it. */
type Shown = { code: string; pin?: string | undefined };
type Trying = {
  shown: Shown;
  /** Whose tries are counted: 'customer 12', 'counter 3'. */
  sender: string;
  /** Whose card it must be. */
  sellerIds: readonly number[];
};

/**
 * The card that was shown, locked. One error for a code that is unknown, another seller's or came with a wrong PIN; five
 * of them, and the sender rests, as does a card after twenty.
 */
export async function lockShownCard(
  { secrets, clock, log }: Context,
  tx: Transaction,
  { shown, sender, sellerIds }: Trying,
): Promise<Result<LockedCard>> {
  const code = readCode(shown.code);
  const hashes = code === null ? [] : codeHashes(secrets, code);
  const tries = { sender, codeHashes: hashes, now: clock.now() };
  // Sent together: the counts are read once the card is locked, without another round trip.
  const [card, rest] = await Promise.all([
    code === null ? null : lockCardByCode(tx, { codeHashes: hashes, sellerIds }),
    restSeconds(tx, tries),
  ]);
  // Of a card that is none here nothing is said, not even that it rests.
  const wait = Math.max(rest.sender, card ? rest.card : 0);
  if (wait > 0) return tooMany(wait);
  const pin = card ? openCard(secrets, card.sealed).pin : null;
  if (card && (pin === null || pin === readPin(shown.pin ?? ''))) return card;
  await noteWrongTry(tx, { ...tries, codeHashes: card ? hashes : [] });
  log.info({ sender, card: card?.publicId ?? null }, 'gift_card.wrong_code');
  return appError('gift_card_invalid');
}
