import { z } from 'zod';
import { callTable } from '../call.ts';
import { money } from '../shapes/numbers.ts';
import { shippingMethod } from '../shapes/shipping-method.ts';

/**
 * `price`, `subtotal`, `row_total` and `shipping_amount` exclude GST; fields named `_incl_tax` include it. grand_total
 * = subtotal + shipping_amount + tax_amount. Amounts named `base_` are equal, because the shop has one currency.
 */
const lineTotals = z.object({
  item_id: z.int(),
  name: z.string(),
  qty: z.int(),
  price: money,
  base_price: money,
  price_incl_tax: money,
  base_price_incl_tax: money,
  row_total: money,
  base_row_total: money,
  row_total_incl_tax: money,
  base_row_total_incl_tax: money,
  row_total_with_discount: money,
  tax_amount: money,
  base_tax_amount: money,
  tax_percent: z.number(),
  discount_amount: money,
  base_discount_amount: money,
  discount_percent: z.number(),
  /** JSON text: [{value, label}]. */
  options: z.string(),
  weee_tax_applied_amount: money,
  /** JSON text of a list, always empty because this tax does not apply. */
  weee_tax_applied: z.string(),
});

const totalsShape = z.object({
  grand_total: money,
  base_grand_total: money,
  subtotal: money,
  base_subtotal: money,
  subtotal_incl_tax: money,
  base_subtotal_incl_tax: money,
  subtotal_with_discount: money,
  base_subtotal_with_discount: money,
  discount_amount: money,
  base_discount_amount: money,
  shipping_amount: money,
  base_shipping_amount: money,
  shipping_incl_tax: money,
  base_shipping_incl_tax: money,
  shipping_tax_amount: money,
  base_shipping_tax_amount: money,
  shipping_discount_amount: money,
  base_shipping_discount_amount: money,
  tax_amount: money,
  base_tax_amount: money,
  weee_tax_applied_amount: money,
  base_currency_code: z.string(),
  quote_currency_code: z.string(),
  items_qty: z.int(),
  items: z.array(lineTotals),
  total_segments: z.array(z.object({ code: z.string(), title: z.string(), value: money })),
});
export type Totals = z.output<typeof totalsShape>;

export const paymentDetails = z.object({
  payment_methods: z.array(z.object({ code: z.string(), title: z.string() })),
  totals: totalsShape,
});
export type PaymentDetails = z.output<typeof paymentDetails>;

export const totalsCalls = callTable({
  'GET carts/mine/totals': {
    summary: 'The totals of the open cart',
    access: 'customer',
    limit: 'carts',
    answer: totalsShape,
  },
  'GET carts/mine/payment-information': {
    summary: 'The payment methods and totals of the open cart',
    access: 'customer',
    limit: 'carts',
    answer: paymentDetails,
  },
  'GET carts/mine/shipping-methods': {
    summary: 'Ways to ship the open cart to its address, cheapest first',
    access: 'customer',
    limit: 'carts',
    answer: z.array(shippingMethod),
  },
});
