import { campaignMessages } from './customers/campaigns/send-campaign.ts';
import { emailChangedMessages, mobileChangedMessages } from './customers/own-account/change-messages.ts';
import { codeMessages } from './customers/sign-in/send-code.ts';
import { failedDeliveryMessages } from './gift-cards/delivery/failed-delivery.ts';
import { giftCardMessages } from './gift-cards/delivery/gift-card-messages.ts';
import type { PurposeHandlers } from './messaging/purposes.ts';
import {
  approvedOrderMessages,
  failedRefundMessages,
  heldOrderMessages,
  receiptMessages,
  refundedOrderMessages,
  refusedOrderMessages,
  sentOrderMessages,
} from './orders/messages/order-messages.ts';

/** Who writes the words of each message and what follows from it: messaging itself knows no feature. */
export const messagePurposes: PurposeHandlers = {
  code: codeMessages,
  gift: giftCardMessages,
  'gift-failed': failedDeliveryMessages,
  campaign: campaignMessages,
  'order-held': heldOrderMessages,
  'order-refused': refusedOrderMessages,
  'order-approved': approvedOrderMessages,
  'order-refunded': refundedOrderMessages,
  'refund-failed': failedRefundMessages,
  'order-sent': sentOrderMessages,
  receipt: receiptMessages,
  'email-changed': emailChangedMessages,
  'mobile-changed': mobileChangedMessages,
};
