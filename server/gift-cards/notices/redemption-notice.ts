import { toCents } from '#contract/rules/money/money.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { dollars } from '../../kernel/plain-texts.ts';
import type { PurposeHandler } from '../../messaging/purposes.ts';
import { queueMessage } from '../../messaging/queue-message.ts';
import { findHolder, type Holder, type Redeemed, redemptionById } from './redemption-notice-store.ts';

/** Smaller amounts add up for so long: a stolen code empties a card in small sales as well. */
const WINDOW_MS = 24 * 3_600_000;

type Spending = { giftCardId: number /** Null at a counter. */; orderId: number | null; cents: number; now: Date };

/** Returns who gets a text when `cents` are spent; null as findHolder() says. */
export async function holderToText(
  { settings }: Pick<Context, 'settings'>,
  tx: Transaction,
  { now, ...spending }: Spending,
): Promise<Holder | null> {
  const from = settings.REDEMPTION_NOTICE_FROM;
  if (from === 'off') return null;
  const since = new Date(now.getTime() - WINDOW_MS);
  return findHolder(tx, { ...spending, fromCents: toCents(Number(from)), since });
}

type Redemption = { redemptionId: number; holder: Holder; now: Date };

/**
 * Texts the holder in the transaction of the redemption. Goes out at once, also at night and after STOP, as codes do: a
 * stolen card is spent within minutes.
 */
export async function queueRedemptionNotice(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  { redemptionId, holder: { mobile: recipient, messageId: id }, now }: Redemption,
): Promise<void> {
  const message = { channel: 'sms', purpose: 'gift-redeemed', recipient, redemptionId } as const;
  await queueMessage(context, tx, { ...message, id, ref: `redemption-${redemptionId}-text`, now });
}

export const redemptionNotices: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { redemptionId }) {
    const redemption = await redemptionById(database.orm, Number(redemptionId));
    // Undone before the text went out.
    if (!redemption || redemption.reversedCents === redemption.amountCents) return 'not needed';
    return { text: redeemedText(redemption, settings) };
  },
};

function redeemedText(
  { amountCents, leftCents, last4, sellerName }: Redeemed,
  { SHOP_NAME, OPERATOR_CONTACT }: Context['settings'],
): string {
  const spent = `${dollars(amountCents)} of your gift card ending ${last4} was spent at ${sellerName}`;
  return `${SHOP_NAME}: ${spent}, and ${dollars(leftCents)} is left. If that was not you, tell us at once: ${OPERATOR_CONTACT}`;
}
