import { expiryText } from '#contract/rules/gift-card/card-expiry.ts';
import { incrementId } from '#contract/rules/order-number.ts';
import { cardStatus } from '#server/domain/gift-cards/ledger/spend-value.ts';
import type { CardMovement, OperatedCard } from '#server/domain/gift-cards/operated/operated-cards.ts';
import { dollars, instantText, table } from '#server/platform/kernel/plain-texts.ts';
import type { ListedMessage } from '#server/platform/messaging/list-messages.ts';
import { customerText, shortMobile, whoText } from '../shared/order-texts.ts';

export function cardTable(cards: readonly OperatedCard[], now: Date): string[] {
  if (cards.length === 0) return [];
  const rows = cards.map((card) => [
    card.publicId,
    card.last4,
    dollars(card.valueCents),
    dollars(card.balanceCents),
    statusOf(card, now),
    card.recipientMobile === '' ? 'deleted' : whoText(recipientName(card), card.recipientMobile),
    deliveryText(card),
  ]);
  return table([['Gift card', 'Ends in', 'Value', 'Left', 'State', 'For', 'Delivery'], ...rows]);
}

/** Never shows the card's code, PIN or link. */
export function cardText(card: OperatedCard, now: Date): string[] {
  const { publicId, last4, valueCents, balanceCents, heldCents, expiresAt, openedAt } = card;
  const reserved = heldCents > 0 ? `, ${dollars(heldCents)} of it reserved` : '';
  const customer = customerText(card.boughtBy, card.customerMobile);
  const opened = openedAt === null ? 'not opened' : `opened ${instantText(openedAt)}`;
  return [
    `Gift card ${publicId}, ending ${last4}: ${statusOf(card, now)}, ${dollars(balanceCents)} of ${dollars(valueCents)} left${reserved}`,
    `${card.productName} of ${card.sellerName}, bought ${instantText(card.suppliedAt)} by ${customer}`,
    `Order ${incrementId(card.orderNumber ?? 0)}, line ${card.lineId}`,
    card.recipientMobile === ''
      ? 'For a recipient whose name and number are deleted'
      : `For ${recipientName(card)}, ${card.recipientMobile}`,
    `Delivery: ${deliveryText(card)}; ${opened}`,
    expiresAt === null ? 'Never expires' : `Expires ${expiryText(expiresAt)}`,
  ];
}

const statusOf = ({ accountStatus: status, expiresAt }: OperatedCard, now: Date): string =>
  cardStatus({ status, expiresAt }, now);

const recipientName = ({ recipientFirstname, recipientLastname }: OperatedCard): string =>
  `${recipientFirstname} ${recipientLastname}`.trim();

function deliveryText({ deliveryState: state, deliveryError, sendAt, sentAt, deliveredAt }: OperatedCard): string {
  if (state === 'waiting' || state === 'queued') return `${state}, scheduled for ${instantText(sendAt)}`;
  if (state === 'delivered' && deliveredAt) return `${state} ${instantText(deliveredAt)}`;
  const when = sentAt ? ` ${instantText(sentAt)}` : '';
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

export function movementTable(movements: readonly CardMovement[]): string[] {
  const rows = movements.map(({ kind, cents, at, isDisputed, ...movement }) => [
    instantText(at),
    kind === 'void' && isDisputed ? 'disputed' : (MOVEMENTS[kind] ?? kind),
    dollars(cents),
    placeText(movement),
  ]);
  return table([['When', 'Movement', 'Amount', 'Where'], ...rows]);
}

const CHANNELS = { shop: 'order', till: 'till', api: 'key' };

function placeText({
  channel,
  orderNumber,
  counterKey,
  redemption,
  note,
}: Pick<CardMovement, 'channel' | 'orderNumber' | 'counterKey' | 'redemption' | 'note'>): string {
  const name = orderNumber === null ? counterKey : incrementId(orderNumber);
  const place = channel === null ? '' : [CHANNELS[channel], name].filter(Boolean).join(' ');
  return [place, redemption, note].filter(Boolean).join(', ');
}

const CHANNEL_NAMES = { sms: 'text', mms: 'picture', email: 'email' };

export function messageTable({ messages, more }: { messages: readonly ListedMessage[]; more: boolean }): string[] {
  if (messages.length === 0) return ['No messages.'];
  const rows = messages.map(({ purpose, deliveryAttempt, channel, recipient, state, error, ...times }) => [
    purpose,
    CHANNEL_NAMES[channel],
    recipientText(recipient),
    deliveryAttempt === null ? '' : String(deliveryAttempt),
    state,
    instantText(times.deliveredAt ?? times.sentAt ?? times.notBefore),
    error ?? '',
  ]);
  return [
    ...table([['Message', 'Channel', 'To', 'Attempt', 'State', 'When', 'Error'], ...rows]),
    ...(more
      ? ['These are only the latest messages. To see those of one gift card, run: npm run cards -- show CARD']
      : []),
  ];
}

/** Returns a masked recipient such as '...678' or 'w...@example.com'. */
function recipientText(recipient: string): string {
  if (recipient === '') return 'deleted';
  const index = recipient.indexOf('@');
  return index < 0 ? shortMobile(recipient) : `${recipient.slice(0, 1)}...${recipient.slice(index)}`;
}
