import { amountText, toDollars } from '#contract/rules/money/money.ts';
import { findTextableTime } from '#server/domain/customers/textable-time.ts';
import { shownName, shownWords } from '#server/platform/kernel/strangers-words.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { findDeliveryFacts } from '../cards-store.ts';
import { findValueWithHistory } from '../ledger/history-store.ts';
import { giverMobile } from './thanks-rules.ts';
import { findThanks } from './thanks-store.ts';

/**
 * Thanks are a stranger's words: they are not texted after STOP (server/platform/messaging/opt-outs.ts), and each text
 * says how to stop them. The giver's order always shows the thanks.
 */
export const thanksMessages: PurposeHandler = {
  retriedBy: 'job',
  admit: async (tx, { message, now }) => ({ sendAt: await findTextableTime(tx, { mobile: message.recipient, now }) }),
  async compose({ database, settings }, { giftCardId, recipient }) {
    const facts = await findDeliveryFacts(database.orm, Number(giftCardId));
    const thanks = await findThanks(database.orm, Number(giftCardId));
    if (!facts || !thanks) return 'not needed';
    // Overnight, the number may have changed owners, or the card may have become void.
    const { status } = await findValueWithHistory(database.orm, facts.card.id);
    if (giverMobile(facts, status) !== recipient) return 'not needed';
    const { details, sellerName, card } = facts;
    const words = shownWords(thanks.message, 'thanks');
    if (words === '') return 'not needed';
    const value = amountText(toDollars(card.valueCents));
    const name = shownName(details.recipientFirstname) || 'Your recipient';
    const about = `${settings.SHOP_NAME}: ${name} says thanks for your ${value} gift card at ${sellerName}.`;
    return { text: `${about}\n${name}: ${words}\nReply STOP to opt out` };
  },
};
