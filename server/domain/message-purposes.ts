import type { PurposeHandlers } from '#server/platform/messaging/purposes.ts';
import { alarmMessages } from '#server/platform/monitoring/alarms/alarm-messages.ts';
import { bookMessages } from './books/raise-alarm.ts';
import { campaignMessages } from './customers/campaigns/send-campaign.ts';
import {
  emailChangedMessages,
  mobileChangedMessages,
  newDeviceMessages,
  passkeyAddedMessages,
} from './customers/messages/change-messages.ts';
import { codeMessages } from './customers/sign-in/send-code.ts';
import { spendNotices } from './customers/sign-in/spend-notice.ts';
import { giftCardMessages } from './gift-cards/delivery/gift-card-messages.ts';
import { arrivedDeliveryMessages } from './gift-cards/notices/arrived-delivery.ts';
import { failedDeliveryMessages } from './gift-cards/notices/failed-delivery.ts';
import { redemptionNotices } from './gift-cards/notices/redemption-notice.ts';
import { undeliveredNotices } from './gift-cards/notices/undelivered-notice.ts';
import { thanksMessages } from './gift-cards/thanks/thanks-message.ts';
import { declineAlarmMessages } from './orders/limits/watch-declines.ts';
import {
  approvedOrderMessages,
  failedRefundMessages,
  heldOrderMessages,
  receiptMessages,
  refundedOrderMessages,
  refusedOrderMessages,
  sentOrderMessages,
} from './orders/messages/order-messages.ts';
import { sellerOrderMessages } from './orders/messages/seller-orders.ts';

/**
 * Maps each message purpose to the feature that composes it and handles its result, so that messaging depends on no
 * feature.
 */
export const messagePurposes: PurposeHandlers = {
  code: codeMessages,
  'codes-near-cap': spendNotices,
  gift: giftCardMessages,
  'gift-failed': failedDeliveryMessages,
  'gift-delivered': arrivedDeliveryMessages,
  'gift-notice': undeliveredNotices,
  'gift-redeemed': redemptionNotices,
  thanks: thanksMessages,
  campaign: campaignMessages,
  'order-held': heldOrderMessages,
  'order-refused': refusedOrderMessages,
  'order-approved': approvedOrderMessages,
  'order-refunded': refundedOrderMessages,
  'refund-failed': failedRefundMessages,
  'order-sent': sentOrderMessages,
  'seller-order': sellerOrderMessages,
  receipt: receiptMessages,
  'email-changed': emailChangedMessages,
  'mobile-changed': mobileChangedMessages,
  'passkey-added': passkeyAddedMessages,
  'new-device': newDeviceMessages,
  'books-differ': bookMessages,
  'cards-tested': declineAlarmMessages,
  alarm: alarmMessages,
};
