import { thanksError } from '#contract/rules/gift-card/thanks.ts';
import { toSingleLine } from '#contract/rules/seen-words.ts';
import type { Context } from '#server/context.ts';
import { findTextableTime } from '#server/domain/customers/textable-time.ts';
import { fieldErrors, type Result, statusFalseError } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { isTopLevel } from '#server/platform/kernel/top-level-domains.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import { findCardByLinkHash, findDeliveryFacts, lockCard, markOpened } from '../cards-store.ts';
import { findValueWithHistory } from '../ledger/history-store.ts';
import { giverMobile } from './thanks-rules.ts';
import { findThanks, insertThanks } from './thanks-store.ts';

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
  const found = await findCardByLinkHash(context.database.orm, linkHash);
  if (!found) return statusFalseError();
  if (error) return fieldErrors({ message: error });
  return context.database.transaction(async (tx) => {
    const card = await lockCard(tx, found.id);
    if (card?.linkHash !== linkHash) return statusFalseError();
    if (await findThanks(tx, card.id)) return statusFalseError({ already: true });
    const facts = await findDeliveryFacts(tx, card.id);
    const recipient = facts && giverMobile(facts, (await findValueWithHistory(tx, card.id)).status);
    if (!recipient) return statusFalseError();
    const now = context.clock.now();
    // The recipient evidently has the card, so its number can no longer be corrected.
    await markOpened(tx, linkHash, now);
    await insertThanks(tx, { giftCardId: card.id, message: toSingleLine(message), createdAt: now });
    const text = { ref: `gift-${card.id}-thanks-text`, channel: 'sms', purpose: 'thanks', recipient } as const;
    const about = { giftCardId: card.id, deliveryAttempt: card.deliveryAttempt };
    await queueMessage(context, tx, {
      ...text,
      ...about,
      notBefore: await findTextableTime(tx, { mobile: recipient, now }),
      now,
    });
    return { status: true };
  });
}
