import { readCode, readPin } from '#contract/rules/gift-card/card-code.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { findRestSeconds, recordWrongTry } from '#server/platform/http/wrong-tries.ts';
import { appError, type Result, tooManyRequestsError } from '#server/platform/kernel/errors.ts';
import { type LockedCard, lockCardByCode } from '../card-locks-store.ts';
import { codeHashes, openCard } from '../ledger/card-secrets.ts';

type Shown = { code: string; pin?: string | undefined };
type Trying = {
  shown: Shown;
  /** The key that wrong attempts are counted under, such as 'customer 12'. */
  sender: string;
  sellerIds: readonly number[];
};

/**
 * Returns the same error for an unknown code, another seller's code or a wrong PIN. Five errors block the sender;
 * twenty block the card.
 */
export async function lockShownCard(
  { secrets, clock, log }: Context,
  tx: Transaction,
  { shown, sender, sellerIds }: Trying,
): Promise<Result<LockedCard>> {
  const code = readCode(shown.code);
  const hashes = code === null ? [] : codeHashes(secrets, code);
  const tries = { sender, codeHashes: hashes, now: clock.now() };
  // Reads the counts of wrong attempts under the card's lock, without another round trip.
  const [card, rest] = await Promise.all([
    code === null ? null : lockCardByCode(tx, { codeHashes: hashes, sellerIds }),
    findRestSeconds(tx, tries),
  ]);
  // If these sellers have no such card, ignores the code's limit, which would reveal another seller's card.
  const wait = Math.max(rest.sender, card ? rest.card : 0);
  if (wait > 0) return tooManyRequestsError(wait);
  const pin = card ? openCard(secrets, card.sealed).pin : null;
  if (card && (pin === null || pin === readPin(shown.pin ?? ''))) return card;
  await recordWrongTry(tx, { ...tries, codeHashes: card ? hashes : [] });
  log.info({ sender, card: card?.publicId ?? null }, 'gift_card.wrong_code');
  return appError('gift_card_invalid');
}
