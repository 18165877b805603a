import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Order } from '#contract/account.ts';
import type { RefundReason } from '#contract/rules/refund-reasons.ts';

const REASONS: Record<RefundReason, MessageDescriptor | null> = {
  'not available': msg`It is not available`,
  damaged: msg`It was damaged`,
  'not received': msg`It did not arrive`,
  returned: msg`You returned it`,
  'order changed': msg`The order was changed`,
  goodwill: msg`A gesture of goodwill`,
  'charged twice': msg`You were charged twice`,
  other: null,
};

type Refund = Order['refunds'][number];

const STATES: Record<Refund['tender'], Record<Refund['state'], MessageDescriptor>> = {
  payment_card: {
    queued: msg`On its way to your bank`,
    pending: msg`On its way to your bank`,
    succeeded: msg`Refunded to your payment card`,
    failed: msg`Your bank sent it back. Please contact us.`,
  },
  gift_card: {
    queued: msg`On its way to your gift card`,
    pending: msg`On its way to your gift card`,
    succeeded: msg`Back on your gift card`,
    failed: msg`It could not be put back on your gift card. Please contact us.`,
  },
};

/** Returns why a product was refunded, or '' for the reason 'other' and for products returned before shipping. */
export function refundReason(i18n: I18n, reason: RefundReason, { wasSent }: { wasSent: boolean }): string {
  const words = reason === 'returned' && !wasSent ? null : REASONS[reason];
  return words ? i18n._(words) : '';
}

export const refundState = (i18n: I18n, { tender, state }: Pick<Refund, 'tender' | 'state'>): string =>
  i18n._(STATES[tender][state]);

/** Returns the refunded amount in dollars, including pending refunds. */
export function refundedAmount({ refunds }: Pick<Order, 'refunds'>): number {
  return refunds.reduce((sum, { state, amount }) => (state === 'failed' ? sum : sum + amount), 0);
}
