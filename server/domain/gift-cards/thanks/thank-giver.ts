import { thanksError } from '#contract/rules/gift-card/thanks.ts';
import { oneLine } from '#contract/rules/seen-words.ts';
import type { Context } from '#server/context.ts';
import { textableTime } from '#server/domain/customers/textable-time.ts';
import { fieldErrors, type Result, statusFalse } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { isTopLevel } from '#server/platform/kernel/top-level-domains.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import { cardByLinkHash, deliveryFacts, lockCard, markOpened } from '../cards-store.ts';
import { valueWithHistory } from '../ledger/history-store.ts';
import { giverMobile } from './thanks-rules.ts';
import { insertThanks, thanksOf } from './thanks-store.ts';

/**
 * Texts the giver once, not at night. Returns status false if there is no giver to thank, with `already` if the giver
 * was thanked before.
 */
export async function thankGiver(
  context: Context,
  { secret, message }: { secret: string; message: string },
): Promise<Result<{ status: true }>> {
  const error = thanksError(message, isTopLevel);
  const linkHash = sha256(secret);
  const found = await cardByLinkHash(context.database.orm, linkHash);
  if (!found) return statusFalse();
  if (error) return fieldErrors({ message: error });
  return context.database.transaction(async (tx) => {
    const card = await lockCard(tx, found.id);
    if (card?.linkHash !== linkHash) return statusFalse();
    if (await thanksOf(tx, card.id)) return statusFalse({ already: true });
    const facts = await deliveryFacts(tx, card.id);
    const recipient = facts && giverMobile(facts, (await valueWithHistory(tx, card.id)).status);
    if (!recipient) return statusFalse();
    const now = context.clock.now();
    // The recipient evidently has the card, so its number can no longer be corrected.
    await markOpened(tx, linkHash, now);
    await insertThanks(tx, { giftCardId: card.id, message: oneLine(message), createdAt: now });
    const text = { ref: `gift-${card.id}-thanks-text`, channel: 'sms', purpose: 'thanks', recipient } as const;
    const about = { giftCardId: card.id, deliveryAttempt: card.deliveryAttempt };
    await queueMessage(context, tx, {
      ...text,
      ...about,
      notBefore: await textableTime(tx, { mobile: recipient, now }),
      now,
    });
    return { status: true };
  });
}
