import { cardExpiry } from '#contract/rules/card-expiry.ts';
import { sendTime } from '#contract/rules/send-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { newCardSecrets, sealCard } from './card-secrets.ts';
import * as cards from './cards-store.ts';
import { type DetailsRow, updateDetails } from './details-store.ts';

type CardLine = Awaited<ReturnType<typeof cards.cardLinesOf>>[number];

/**
 * Turns the card lines of an approved order into money: card, first ledger entry and delivery job, all in the transaction that
 * approves. Details are reached through the order's lines, so cards go out even if the browser dies right after paying.
 */
export async function issueCards(
  context: Context,
  tx: Transaction,
  order: { orderId: number; now: Date },
): Promise<void> {
  const lines = await cards.cardLinesOf(tx, order.orderId);
  if (lines.length === 0) return;
  const issued = await cards.insertCards(
    tx,
    lines.map((line) => newCard(context, { line, now: order.now })),
  );
  await cards.insertIssueEntries(tx, issued, order.now);
  for (const card of issued) {
    await updateDetails(tx, card.detailsId, { sendAt: card.sendAt, deletedAt: null });
    await context.jobs.send(tx, 'deliver-card', { giftCardId: card.id }, { at: card.sendAt });
  }
}

/** The instant the rule gives for the wish kept in the details; a wish that cannot be read means now, after quiet hours. */
export function sendAtOf(details: Pick<DetailsRow, 'scheduledDelivery' | 'timezone'>, now: Date): Date {
  const zone = details.timezone ?? DEFAULT_ZONE;
  const wished = sendTime({ at: details.scheduledDelivery ?? '', zone, now: now.getTime() });
  const plain = wished.ok ? wished : sendTime({ at: '1970-01-01 00:00:00', zone: DEFAULT_ZONE, now: now.getTime() });
  return plain.ok ? new Date(plain.sendAt) : now;
}

function newCard(context: Context, { line, now }: { line: CardLine; now: Date }): cards.NewCard {
  const sendAt = sendAtOf(line.details, now);
  return {
    orderLineId: line.line.id,
    detailsId: line.details.id,
    productId: line.line.productId,
    sellerId: line.line.sellerId,
    ...sealCard(context.secrets, newCardSecrets({ withPin: line.hasPin })),
    valueCents: line.line.priceCents,
    currency: 'AUD',
    suppliedAt: now,
    expiresAt: cardExpiry({ suppliedAt: now, deliveredAt: sendAt, months: line.validityMonths }),
    state: 'queued',
    sendAt,
  };
}
