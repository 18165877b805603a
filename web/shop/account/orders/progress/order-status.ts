import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Order, OrderItem, OrderStatus } from '#contract/account.ts';
import { dateFormat } from '#contract/rules/formats.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { RefusalReason } from '#contract/rules/refusal-reasons.ts';
import type { IconName } from '#web/ui/icons.tsx';
import { detectDeviceZone } from '../../../send-time/own-zone.ts';
import { formatPastTime, formatRecipientTime } from '../../../send-time/send-text.ts';
import { refundedAmount } from './refund-words.ts';

export type GiftCardLine = NonNullable<OrderItem['gift_card']>;

export type Tone = 'muted' | 'good' | 'warn' | 'bad';

const STATUS: Record<OrderStatus, { words: MessageDescriptor; tone: Tone; icon: IconName }> = {
  pending: { words: msg`Being processed`, tone: 'muted', icon: 'clock' },
  held: { words: msg`Being checked`, tone: 'warn', icon: 'clock' },
  approved: { words: msg`Paid`, tone: 'good', icon: 'check' },
  refused: { words: msg`Refused`, tone: 'bad', icon: 'alert' },
  refunded: { words: msg`Refunded`, tone: 'muted', icon: 'giveBack' },
};

const REASONS: Record<RefusalReason, MessageDescriptor> = {
  'fraud suspected': msg`fraud suspected`,
  'unlawful order': msg`unlawful order`,
  unverifiable: msg`unverifiable`,
  'payment declined': msg`payment declined`,
  'suspended member': msg`suspended member`,
};

const VOID: Record<NonNullable<GiftCardLine['void_reason']>, MessageDescriptor> = {
  refused: msg`Cancelled: the order was refused`,
  refunded: msg`Cancelled and refunded`,
  disputed: msg`Cancelled: the payment was reversed`,
};

export type LineMoney = Pick<OrderItem, 'total' | 'refunds'>;

function isPartlyRefunded({ total, refunds }: LineMoney): boolean {
  const refunded = refunds.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return refunded > 0 && refunded < toCents(total);
}

export type StatusWords = { text: string; tone: Tone; icon: IconName };

/** Returns the order's status with the reason for a refusal, as in 'Refused: payment declined'. */
export function orderStatusWords(i18n: I18n, order: Pick<Order, 'status' | 'refusal_reason' | 'refunds'>): StatusWords {
  const { words, tone, icon } = STATUS[order.status];
  if (order.status === 'approved' && refundedAmount(order) > 0)
    return { text: i18n._(msg`Paid, partly refunded`), tone, icon };
  const status = i18n._(words);
  if (!order.refusal_reason) return { text: status, tone, icon };
  const reason = i18n._(REASONS[order.refusal_reason]);
  return { text: i18n._(msg`${status}: ${reason}`), tone, icon };
}

export function formatShortDate(i18n: I18n, instant: string): string {
  return dateFormat(i18n.locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));
}

/** Describes a card's delivery, with past times in the reader's time zone and future times in the recipient's. */
export function deliveryWords(
  i18n: I18n,
  card: GiftCardLine,
  { line, now, readerZone = detectDeviceZone() }: { line: LineMoney; now: number; readerZone?: string },
): StatusWords {
  const formatTime = (instant: string | null) =>
    instant === null ? '' : formatPastTime(i18n, Date.parse(instant), { now, readerZone: readerZone });
  const status = (words: MessageDescriptor, tone: Tone, icon: IconName) => ({ text: i18n._(words), tone, icon });
  const time = formatTime(card.opened_at ?? card.delivered_at ?? card.sent_at);
  if (card.opened_at !== null && card.state === 'failed')
    return status(msg`Opened ${time}, but sending it again failed`, 'warn', 'alert');
  if (card.opened_at !== null && card.state !== 'void') return status(msg`Opened ${time}`, 'good', 'gift');
  switch (card.state) {
    case 'waiting':
      return status(msg`Goes out once your order has been checked`, 'muted', 'clock');
    case 'queued': {
      const instant = Date.parse(card.send_at ?? '');
      if (!(instant > now)) return status(msg`Going out now`, 'muted', 'phone');
      const sendAt = formatRecipientTime(i18n, instant, { zone: card.timezone, readerZone: readerZone });
      return status(msg`Goes out ${sendAt}`, 'muted', 'clock');
    }
    case 'sent':
      return status(msg`Sent ${time}`, 'good', 'check');
    case 'delivered':
      return status(msg`Delivered ${time}`, 'good', 'check');
    case 'unknown':
      return time
        ? status(msg`Sent ${time}, but the phone has not confirmed it`, 'warn', 'alert')
        : status(msg`Sent, but the phone has not confirmed it`, 'warn', 'alert');
    case 'failed':
      return status(msg`Could not be delivered`, 'bad', 'alert');
    case 'void':
      if (card.void_reason === 'refunded' && isPartlyRefunded(line))
        return status(msg`Cancelled and partly refunded`, 'muted', 'close');
      return status(VOID[card.void_reason ?? 'refunded'], 'muted', 'close');
  }
}

const UNDELIVERED: Record<NonNullable<GiftCardLine['problem']>, MessageDescriptor> = {
  number: msg`This number can’t be reached. Correct it, and we’ll send the card again.`,
  opted_out: msg`This phone has replied STOP to our messages. Its owner can text START to our number. Or correct the number: use your own to show or print the card.`,
  no_route: msg`We cannot send messages to this country or network.`,
  unreachable: msg`The phone could not be reached. Is the number right? Correct it, or send the card again.`,
  blocked: msg`The phone network blocked the message. Please send the card again later.`,
  carrier: msg`We couldn’t send our messages. The number isn’t the problem: please send the card again later.`,
};

export function undeliveredText(i18n: I18n, { problem }: Pick<GiftCardLine, 'problem'>): string {
  return i18n._(
    problem === null ? msg`Is the number right? Correct it, or send the card again.` : UNDELIVERED[problem],
  );
}
