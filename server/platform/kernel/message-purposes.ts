import type { CarrierPurpose } from '#contract/carrier-purposes.ts';

export const MESSAGE_CHANNELS = ['sms', 'mms', 'email'] as const;

export const MESSAGE_SUBJECTS = [
  'giftCardId',
  'orderId',
  'refundId',
  'shipmentId',
  'sellerId',
  'redemptionId',
  'bookDifferenceId',
] as const;
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];

type Purpose = {
  carrier: CarrierPurpose;
  channels: readonly (typeof MESSAGE_CHANNELS)[number][];
  about: readonly MessageSubject[];
};

/** A new purpose also needs a handler in server/domain/message-purposes.ts. */
const PURPOSES = {
  code: { carrier: 'code', channels: ['sms', 'email'], about: [] },
  'codes-near-cap': { carrier: 'order', channels: ['sms', 'email'], about: [] },
  gift: { carrier: 'gift', channels: ['mms', 'sms'], about: ['giftCardId'] },
  'gift-failed': { carrier: 'order', channels: ['sms'], about: ['giftCardId'] },
  'gift-delivered': { carrier: 'order', channels: ['sms'], about: ['giftCardId'] },
  'gift-notice': { carrier: 'order', channels: ['sms', 'email'], about: [] },
  'gift-redeemed': { carrier: 'order', channels: ['sms'], about: ['redemptionId'] },
  // Thank-you messages contain text by other people, so they are sent from the campaign sender, which STOP silences.
  thanks: { carrier: 'campaign', channels: ['sms'], about: ['giftCardId'] },
  campaign: { carrier: 'campaign', channels: ['sms'], about: [] },
  'order-held': { carrier: 'order', channels: ['sms', 'email'], about: ['orderId'] },
  'order-refused': { carrier: 'order', channels: ['sms'], about: ['orderId'] },
  'order-approved': { carrier: 'order', channels: ['sms'], about: ['orderId'] },
  'order-refunded': { carrier: 'order', channels: ['sms'], about: ['orderId', 'refundId'] },
  'refund-failed': { carrier: 'order', channels: ['sms'], about: ['orderId', 'refundId'] },
  'order-sent': { carrier: 'order', channels: ['sms'], about: ['orderId', 'shipmentId'] },
  'seller-order': { carrier: 'order', channels: ['sms', 'email'], about: ['orderId', 'sellerId'] },
  receipt: { carrier: 'order', channels: ['email'], about: ['orderId'] },
  'email-changed': { carrier: 'order', channels: ['email'], about: [] },
  'mobile-changed': { carrier: 'order', channels: ['sms', 'email'], about: [] },
  'passkey-added': { carrier: 'order', channels: ['sms', 'email'], about: [] },
  'new-device': { carrier: 'order', channels: ['email'], about: [] },
  'books-differ': { carrier: 'order', channels: ['sms', 'email'], about: ['bookDifferenceId'] },
  'cards-tested': { carrier: 'order', channels: ['sms', 'email'], about: [] },
  alarm: { carrier: 'order', channels: ['sms', 'email'], about: [] },
} as const satisfies Record<string, Purpose>;

export type MessagePurpose = keyof typeof PURPOSES;
export const MESSAGE_PURPOSES: readonly MessagePurpose[] = Object.keys(PURPOSES) as MessagePurpose[];

export const getPurpose = (purpose: MessagePurpose): Purpose => PURPOSES[purpose];
