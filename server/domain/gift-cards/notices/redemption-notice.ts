import { toCents } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import {
  findHolder,
  findRedemptionById,
  findReversal,
  findTexted,
  type Holder,
  type Redeemed,
  type Reversal,
} from './redemption-notice-store.ts';

/** A thief may empty a card in small sales, so sales within this time are added up. */
const WINDOW_MS = 24 * 3_600_000;

type Spending = { giftCardId: number /** Null at a counter. */; orderId: number | null; cents: number; now: Date };

export async function findHolderToText(
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

/** Texts immediately, even at night and after STOP, because a stolen card is spent within minutes. */
export async function queueRedemptionNotice(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  { redemptionId, holder: { mobile: recipient, messageId: id }, now }: Redemption,
): Promise<void> {
  const message = { channel: 'sms', purpose: 'gift-redeemed', recipient, redemptionId } as const;
  await queueMessage(context, tx, { ...message, id, ref: `redemption-${redemptionId}-text`, now });
}

export async function queueReversalNotice(
  context: Pick<Context, 'jobs' | 'settings'>,
  tx: Transaction,
  { redemptionId, now }: { redemptionId: number; now: Date },
): Promise<void> {
  if (context.settings.REDEMPTION_NOTICE_FROM === 'off') return;
  const texted = await findTexted(tx, redemptionId);
  if (!texted) return;
  const { mobile: recipient, step } = texted;
  const message = { channel: 'sms', purpose: 'gift-redeemed', recipient, redemptionId } as const;
  await queueMessage(context, tx, { ...message, ref: `redemption-${redemptionId}-reversal-${step}-text`, now });
}

function parseReversalStep(ref: string): number | null {
  const step = /-reversal-(\d+)-text$/.exec(ref)?.[1];
  return step === undefined ? null : Number(step);
}

export const redemptionNotices: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { redemptionId, ref }) {
    const step = parseReversalStep(ref);
    if (step !== null) {
      const reversal = await findReversal(database.orm, { redemptionId: Number(redemptionId), step });
      return reversal ? { text: composeReversedText(reversal, settings) } : 'not needed';
    }
    const redemption = await findRedemptionById(database.orm, Number(redemptionId));
    // The redemption was reversed before the text was sent.
    if (!redemption || redemption.reversedCents === redemption.amountCents) return 'not needed';
    return { text: composeRedeemedText(redemption, settings) };
  },
};

function composeReversedText(
  { backCents, leftCents, last4, sellerName }: Reversal,
  { SHOP_NAME }: Context['settings'],
) {
  const reversalText = `${sellerName} put ${formatDollars(backCents)} back on your gift card ending ${last4}`;
  return `${SHOP_NAME}: ${reversalText}, and ${formatDollars(leftCents)} is left.`;
}

function composeRedeemedText(
  { amountCents, leftCents, last4, sellerName }: Redeemed,
  { SHOP_NAME, OPERATOR_CONTACT }: Context['settings'],
): string {
  const spent = `${formatDollars(amountCents)} of your gift card ending ${last4} was spent at ${sellerName}`;
  return `${SHOP_NAME}: ${spent}, and ${formatDollars(leftCents)} is left. If that was not you, tell us at once: ${OPERATOR_CONTACT}`;
}
