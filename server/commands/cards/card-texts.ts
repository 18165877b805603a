import { expiryText } from '#contract/rules/gift-card/card-expiry.ts';
import { toIncrementId } from '#contract/rules/order-number.ts';
import { cardStatus } from '#server/domain/gift-cards/ledger/spend-value.ts';
import type { CardMovement, OperatedCard } from '#server/domain/gift-cards/operated/operated-cards.ts';
import { formatDollars, formatInstant, formatTable } from '#server/platform/kernel/plain-texts.ts';
import type { ListedMessage } from '#server/platform/messaging/list-messages.ts';
import { formatCustomer, formatShortCustomer, shortenMobile } from '../shared/order-texts.ts';

export function formatCardTable(cards: readonly OperatedCard[], now: Date): string[] {
  if (cards.length === 0) return [];
  const rows = cards.map((card) => [
    card.publicId,
    card.last4,
    formatDollars(card.valueCents),
    formatDollars(card.balanceCents),
    resolveStatus(card, now),
    card.recipientMobile === '' ? 'deleted' : formatShortCustomer(formatRecipientName(card), card.recipientMobile),
    formatDelivery(card),
  ]);
  return formatTable([['Gift card', 'Ends in', 'Value', 'Left', 'State', 'For', 'Delivery'], ...rows]);
}

/** Never shows the card's code, PIN or link. */
export function formatCard(card: OperatedCard, now: Date): string[] {
  const { publicId, last4, valueCents, balanceCents, heldCents, expiresAt, openedAt } = card;
  const reserved = heldCents > 0 ? `, ${formatDollars(heldCents)} of it reserved` : '';
  const customer = formatCustomer(card.boughtBy, card.customerMobile);
  const opened = openedAt === null ? 'not opened' : `opened ${formatInstant(openedAt)}`;
  return [
    `Gift card ${publicId}, ending ${last4}: ${resolveStatus(card, now)}, ${formatDollars(balanceCents)} of ${formatDollars(valueCents)} left${reserved}`,
    `${card.productName} of ${card.sellerName}, bought ${formatInstant(card.suppliedAt)} by ${customer}`,
    `Order ${toIncrementId(card.orderNumber ?? 0)}, line ${card.lineId}`,
    card.recipientMobile === ''
      ? 'For a recipient whose name and number are deleted'
      : `For ${formatRecipientName(card)}, ${card.recipientMobile}`,
    `Delivery: ${formatDelivery(card)}; ${opened}`,
    expiresAt === null ? 'Never expires' : `Expires ${expiryText(expiresAt)}`,
  ];
}

const resolveStatus = ({ accountStatus: status, expiresAt }: OperatedCard, now: Date): string =>
  cardStatus({ status, expiresAt }, now);

const formatRecipientName = ({ recipientFirstname, recipientLastname }: OperatedCard): string =>
  `${recipientFirstname} ${recipientLastname}`.trim();

function formatDelivery({ deliveryState: state, deliveryError, sendAt, sentAt, deliveredAt }: OperatedCard): string {
  if (state === 'waiting' || state === 'queued') return `${state}, scheduled for ${formatInstant(sendAt)}`;
  if (state === 'delivered' && deliveredAt) return `${state} ${formatInstant(deliveredAt)}`;
  const when = sentAt ? ` ${formatInstant(sentAt)}` : '';
  return `${state}${when}${deliveryError ? ` (${deliveryError})` : ''}`;
}

const MOVEMENTS: Readonly<Record<string, string>> = {
  issue: 'sold',
  hold: 'reserved',
  capture: 'spent',
  redeem: 'spent',
  reverse: 'reversed',
  void: 'refunded',
  restore: 'restored',
  reinstate: 'reinstated',
  expire: 'expired',
  correct: 'corrected',
};

export function formatMovementTable(movements: readonly CardMovement[]): string[] {
  const rows = movements.map(({ kind, cents, at, isDisputed, ...movement }) => [
    formatInstant(at),
    kind === 'void' && isDisputed ? 'disputed' : (MOVEMENTS[kind] ?? kind),
    formatDollars(cents),
    placeText(movement),
  ]);
  return formatTable([['When', 'Movement', 'Amount', 'Where'], ...rows]);
}

const CHANNELS = { shop: 'order', till: 'till', api: 'key' };

function placeText({
  channel,
  orderNumber,
  counterKey,
  redemption,
  note,
}: Pick<CardMovement, 'channel' | 'orderNumber' | 'counterKey' | 'redemption' | 'note'>): string {
  const name = orderNumber === null ? counterKey : toIncrementId(orderNumber);
  const place = channel === null ? '' : [CHANNELS[channel], name].filter(Boolean).join(' ');
  return [place, redemption, note].filter(Boolean).join(', ');
}

const CHANNEL_NAMES = { sms: 'text', mms: 'picture', email: 'email' };

export function formatMessageTable({
  messages,
  hasMore,
}: {
  messages: readonly ListedMessage[];
  hasMore: boolean;
}): string[] {
  if (messages.length === 0) return ['No messages.'];
  const rows = messages.map(({ purpose, deliveryAttempt, channel, recipient, state, error, ...times }) => [
    purpose,
    CHANNEL_NAMES[channel],
    maskRecipient(recipient),
    deliveryAttempt === null ? '' : String(deliveryAttempt),
    state,
    formatInstant(times.deliveredAt ?? times.sentAt ?? times.notBefore),
    error ?? '',
  ]);
  return [
    ...formatTable([['Message', 'Channel', 'To', 'Attempt', 'State', 'When', 'Error'], ...rows]),
    ...(hasMore
      ? ['These are only the latest messages. To see those of one gift card, run: npm run cards -- show CARD']
      : []),
  ];
}

/** Returns a masked recipient such as '...678' or 'w...@example.com'. */
function maskRecipient(recipient: string): string {
  if (recipient === '') return 'deleted';
  const index = recipient.indexOf('@');
  return index < 0 ? shortenMobile(recipient) : `${recipient.slice(0, 1)}...${recipient.slice(index)}`;
}
