import { z } from 'zod';
import { callTable } from './call.ts';
import { cardStates } from './gift-cards.ts';
import { cartAddress, customer, customerAddress, money } from './shapes.ts';

export const orderStatuses = ['pending', 'held', 'approved', 'refused', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderItem = z.object({
  item_id: z.int(),
  product_id: z.int(),
  sku: z.string(),
  name: z.string(),
  price: money,
  qty: z.int(),
  total: money,
  image: z.string(),
  seller_name: z.string(),
  options: z.array(z.object({ label: z.string(), value: z.string() })),
  gift_card: z
    .object({
      gift_card_details_id: z.int(),
      state: z.enum(cardStates),
      send_at: z.string().nullable(),
      sent_at: z.string().nullable(),
      delivered_at: z.string().nullable(),
      recipient_name: z.string(),
      recipient_mobile: z.string(),
      timezone: z.string(),
    })
    .optional(),
});
export type OrderItem = z.output<typeof orderItem>;

export const orderShape = z.object({
  id: z.int(),
  increment_id: z.string(),
  status: z.enum(orderStatuses),
  created_at: z.string(),
  customer_name: z.string(),
  currency: z.literal('AUD'),
  grand_total: money,
  subtotal: money,
  shipping_amount: money,
  shipping_address: cartAddress,
  billing_address: cartAddress,
  refusal_reason: z.string().optional(),
  items: z.array(orderItem),
});
export type Order = z.output<typeof orderShape>;

const addressId = z.object({ address_id: z.coerce.number().int().min(0).max(2_147_483_647) });
const status = z.object({ status: z.boolean() });

export const accountCalls = callTable({
  'GET customers/me': { summary: 'The signed-in customer', bearer: true, answer: customer },
  'PUT customers/me': {
    summary: 'Changes the customer; `addresses`, when given, is the whole list: what is not in it is removed',
    bearer: true,
    body: z.object({
      customer: z
        .object({
          email: z.string().max(254).optional(),
          firstname: z.string().max(100).optional(),
          lastname: z.string().max(100).optional(),
          addresses: z.array(customerAddress).max(100).optional(),
        })
        .loose(),
    }),
    answer: customer,
  },
  'POST mobiledigital/setdefaultbilling': {
    summary: 'Sets the default billing address',
    bearer: true,
    body: addressId,
    answer: status,
  },
  'POST mobiledigital/setdefaultshipping': {
    summary: 'Sets the default shipping address',
    bearer: true,
    body: addressId,
    answer: status,
  },
  'GET mobiledigital/orders': {
    summary: 'The orders of the customer, newest first',
    bearer: true,
    answer: z.object({ status: z.boolean(), orders: z.array(orderShape) }),
  },
  'GET mobiledigital/order': {
    summary: 'One order by id or increment id; `data` is JSON text',
    bearer: true,
    query: z.object({ order_id: z.string().max(20) }),
    answer: z.object({ status: z.boolean(), data: z.string().optional() }),
  },
});
