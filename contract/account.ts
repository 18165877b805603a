import { z } from 'zod';
import { callTable } from './call.ts';
import { sellerContact, templateShape } from './catalogue.ts';
import { cardStates, messageProblems, writtenWords } from './gift-cards.ts';
import { ADDRESSES_BYTES } from './rules/body-sizes.ts';
import { CUSTOMER_NAME_LIMIT } from './rules/limits.ts';
import { REFUND_REASONS } from './rules/refund-reasons.ts';
import { REFUSAL_REASONS } from './rules/refusal-reasons.ts';
import { stripInvisibleCharacters } from './rules/seen-words.ts';
import { cardThanks } from './shapes/card-history.ts';
import { cartAddress, customer, customerAddress } from './shapes/customer.ts';
import { id, money } from './shapes/numbers.ts';

/** 'approved' orders are paid; 'held' orders are only authorised. */
export const orderStatuses = ['pending', 'held', 'approved', 'refused', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const shipmentStates = ['packed', 'sent', 'received'] as const;
const refundStates = ['queued', 'pending', 'succeeded', 'failed'] as const;

const voidReasons = ['refused', 'refunded', 'disputed'] as const;

const orderItem = z.object({
  item_id: z.int(),
  product_id: z.int(),
  sku: z.string(),
  name: z.string(),
  price: money,
  qty: z.int(),
  total: money,
  image: z.string(),
  seller_name: z.string(),
  /** False for gift cards, although their sale carries no GST. */
  gst_free: z.boolean(),
  options: z.array(z.object({ label: z.string(), value: z.string() })),
  refunds: z.array(z.object({ amount: money, reason: z.enum(REFUND_REASONS), created_at: z.string() })),
  /** Equals `qty` once the full price is refunded. */
  qty_refunded: z.int(),
  gift_card: z
    .object({
      gift_card_details_id: z.int(),
      state: z.enum(cardStates),
      send_at: z.string().nullable(),
      sent_at: z.string().nullable(),
      delivered_at: z.string().nullable(),
      problem: z.enum(messageProblems).nullable(),
      opened_at: z.string().nullable(),
      thanks: cardThanks.nullable(),
      can_edit: z.boolean(),
      can_correct: z.boolean(),
      can_send_again: z.boolean(),
      /** True only if the gift card goes to the customer's own number. */
      can_print: z.boolean(),
      tell_delivered: z.boolean(),
      /**
       * When the customer may send the card again. Null unless only the minimum time between two sends prevents it now.
       */
      send_again_from: z.string().nullable(),
      /** The picture shows only the wrapping until the server has composed the message. */
      picture: z.string().nullable(),
      wrapped: z.object({ template: templateShape, words: writtenWords }).nullable(),
      recipient_name: z.string(),
      recipient_mobile: z.string(),
      /** Present while the recipient is masked, until the customer confirms a code. */
      masked: z.literal(true).optional(),
      timezone: z.string(),
      void_reason: z.enum(voidReasons).nullable(),
    })
    .optional(),
});
export type OrderItem = z.output<typeof orderItem>;

/** `last4`: the last four characters of the gift card's code; null for the payment card. */
export const tender = z.object({
  kind: z.enum(['gift_card', 'payment_card']),
  amount: money,
  last4: z.string().nullable(),
  seller_name: z.string().nullable(),
});
export type Tender = z.output<typeof tender>;

const orderShape = z.object({
  id: z.int(),
  increment_id: z.string(),
  status: z.enum(orderStatuses),
  created_at: z.string(),
  /** Null until the payment card is charged. */
  paid_at: z.string().nullable(),
  customer_name: z.string(),
  currency: z.literal('AUD'),
  grand_total: money,
  subtotal: money,
  shipping_amount: money,
  /** Lists gift cards first. The amounts sum to `grand_total`. */
  tenders: z.array(tender),
  tax_amount: money,
  shipping_address: cartAddress,
  billing_address: cartAddress,
  refusal_reason: z.enum(REFUSAL_REASONS).optional(),
  items: z.array(orderItem),
  /** Includes pending refunds, and refunds that failed after the provider accepted them. */
  refunds: z.array(
    z.object({
      amount: money,
      currency: z.literal('AUD'),
      created_at: z.string(),
      reason: z.enum(REFUND_REASONS),
      state: z.enum(refundStates),
      tender: z.enum(['gift_card', 'payment_card']),
    }),
  ),
  shipments: z.array(
    z.object({
      seller_name: z.string(),
      state: z.enum(shipmentStates),
      carrier: z.string().nullable(),
      tracking: z.string().nullable(),
      tracking_url: z.string().nullable(),
      packed_at: z.string().nullable(),
      sent_at: z.string().nullable(),
      received_at: z.string().nullable(),
      items: z.array(z.object({ item_id: z.int(), qty: z.int() })),
    }),
  ),
  /** Lists each seller once, in the order of the order lines. */
  sellers: z.array(
    z.object({
      name: z.string(),
      shop_url: z.string(),
      contact: sellerContact,
      /** If false, the seller's prices include no GST. */
      gst_registered: z.boolean(),
    }),
  ),
});
export type Order = z.output<typeof orderShape>;

const addressId = z.object({ address_id: id });
const status = z.object({ status: z.boolean() });

export const accountCalls = callTable({
  'GET customers/me': { summary: 'The signed-in customer', access: 'customer', answer: customer },
  'PUT customers/me': {
    summary: 'Changes the customer; `addresses`, if given, is the complete list: addresses missing from it are removed',
    access: 'customer',
    bodyBytes: ADDRESSES_BYTES,
    byLink: 'own',
    body: z.object({
      customer: z
        .object({
          email: z.string().max(254).optional(),
          firstname: z.string().overwrite(stripInvisibleCharacters).max(CUSTOMER_NAME_LIMIT).optional(),
          lastname: z.string().overwrite(stripInvisibleCharacters).max(100).optional(),
          addresses: z.array(customerAddress).max(100).optional(),
        })
        .loose(),
    }),
    answer: customer,
  },
  'POST mobiledigital/setdefaultbilling': {
    summary: 'Sets the default billing address',
    access: 'customer',
    byLink: 'none',
    body: addressId,
    answer: status,
  },
  'POST mobiledigital/setdefaultshipping': {
    summary: 'Sets the default shipping address',
    access: 'customer',
    byLink: 'none',
    body: addressId,
    answer: status,
  },
  'GET mobiledigital/orders': {
    summary: 'The newest orders of the customer, fifty at most; `before` an increment id, the fifty before it',
    access: 'customer',
    limit: 'carts',
    query: z.object({
      before: z
        .string()
        .regex(/^\d{9}$/)
        .optional(),
    }),
    /** `more`: true if there are earlier orders, otherwise omitted. */
    answer: z.object({ status: z.boolean(), orders: z.array(orderShape), more: z.boolean().optional() }),
  },
  'GET mobiledigital/order': {
    summary: 'One order by id or increment id; `data` is JSON text',
    access: 'customer',
    limit: 'carts',
    query: z.object({ order_id: z.string().max(20) }),
    answer: z.object({ status: z.boolean(), data: z.string().optional() }),
  },
});
