import { TERMS_VERSION } from '#contract/rules/customer/terms-version.ts';
import { cardExpiry } from '#contract/rules/gift-card/card-expiry.ts';
import { sendTime } from '#contract/rules/time/quiet-hours.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Context } from '#server/context.ts';
import { awaitAll, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { nextSendableTime } from '#server/platform/kernel/next-sendable-time.ts';
import * as cards from '../cards-store.ts';
import { queueDeliveries } from '../delivery/queue-delivery.ts';
import { setSendTimes } from '../details/details-store.ts';
import { createCardSecrets, createPublicId, sealCard } from '../ledger/card-secrets.ts';
import { issueValue } from '../ledger/ledger-store.ts';
import type { DetailsRow, lockCardLinesOfOrder } from '../queries.ts';

type CardLine = Awaited<ReturnType<typeof lockCardLinesOfOrder>>[number];

/**
 * Lock the order lines first. Finds the details through the lines, so that cards are issued even if the browser closes
 * right after payment.
 */
export async function issueCards(
  context: Context,
  tx: Transaction,
  { lines, now }: { lines: readonly CardLine[]; now: Date },
): Promise<void> {
  if (lines.length === 0) return;
  const issued = lines.map((line) => createCard(context, { line, now }));
  const deliveries = lines.map(({ messageId, details: { recipientMobile } }, index) => {
    return { messageId, card: issued[index] as cards.NewCard, recipient: recipientMobile, now };
  });
  const written = [cards.insertCards(tx, issued), issueValue(tx, issued, now), setSendTimes(tx, issued)];
  sendWithCommit(tx, awaitAll(written));
  await queueDeliveries(context, tx, deliveries);
}

/** Returns the send time with quiet hours applied. Treats an unreadable time as now. */
function computeSendTime(details: Pick<DetailsRow, 'scheduledDelivery' | 'timezone'>, now: Date): Date {
  const zone = details.timezone ?? DEFAULT_ZONE;
  const scheduled = sendTime({ scheduledAt: details.scheduledDelivery ?? '', zone, now: now.getTime() });
  return scheduled.ok ? new Date(scheduled.sendAt) : nextSendableTime(now);
}

function createCard(context: Context, { line, now }: { line: CardLine; now: Date }): cards.NewCard {
  const sendAt = computeSendTime(line.details, now);
  const { cardValidityMonths: validityMonths } = line.line;
  return {
    id: line.cardId,
    orderLineId: line.line.id,
    detailsId: line.details.id,
    productId: line.line.productId,
    sellerId: line.line.sellerId,
    publicId: createPublicId('gc'),
    ...sealCard(context.secrets, createCardSecrets({ withPin: line.hasPin })),
    valueCents: line.line.priceCents,
    currency: 'AUD',
    suppliedAt: now,
    validityMonths,
    termsVersion: TERMS_VERSION,
    expiresAt: cardExpiry({ suppliedAt: now, deliveredAt: sendAt, months: validityMonths }),
    deliveryState: 'queued',
    deliveryAttempt: 1,
    sendAt,
  };
}
