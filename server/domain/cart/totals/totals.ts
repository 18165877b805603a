import type { Totals } from '#contract/cart/totals.ts';
import { gstCents, isTaxable } from '#contract/rules/money/gst.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { CartLine } from '../lines/cart-lines.ts';
import { lineGst, type TaxedLine } from './gst-rules.ts';
import type { ShippingOption } from './shipping-rates.ts';

const GST_PERCENT = 10;

type Priced = Pick<CartLine, 'lineId' | 'name' | 'options'> & TaxedLine;

type Extras = Pick<ShippingOption, 'amountCents' | 'gstCents' | 'carrierTitle'> & {
  giftCardCents: number;
};

export function calculateTotals(lines: readonly Priced[], { giftCardCents, ...option }: Extras): Totals {
  const subtotalCents = sumCents(lines.map((line) => line.priceCents * line.qty));
  const lineTaxCents = sumCents(lines.map(lineGst));
  const shippingTaxCents = option.gstCents;
  const subtotal = toDollars(subtotalCents - lineTaxCents);
  const subtotalInclTax = toDollars(subtotalCents);
  const shipping = toDollars(option.amountCents - shippingTaxCents);
  const shippingInclTax = toDollars(option.amountCents);
  const tax = toDollars(lineTaxCents + shippingTaxCents);
  const total = toDollars(subtotalCents + option.amountCents - giftCardCents);
  return {
    ...withBaseField('grand_total', total),
    ...withBaseField('subtotal', subtotal),
    ...withBaseField('subtotal_incl_tax', subtotalInclTax),
    ...withBaseField('subtotal_with_discount', subtotal),
    ...withBaseField('discount_amount', 0),
    ...withBaseField('shipping_amount', shipping),
    ...withBaseField('shipping_incl_tax', shippingInclTax),
    ...withBaseField('shipping_tax_amount', toDollars(shippingTaxCents)),
    ...withBaseField('shipping_discount_amount', 0),
    ...withBaseField('tax_amount', tax),
    weee_tax_applied_amount: 0,
    base_currency_code: 'AUD',
    quote_currency_code: 'AUD',
    items_qty: lines.reduce((sum, line) => sum + line.qty, 0),
    items: lines.map(lineTotals),
    total_segments: [
      { code: 'subtotal', title: 'Subtotal', value: subtotal },
      { code: 'shipping', title: `Shipping (${option.carrierTitle})`, value: shipping },
      { code: 'tax', title: 'GST', value: tax },
      ...(giftCardCents > 0 ? [{ code: 'giftcardaccount', title: 'Gift Card', value: toDollars(-giftCardCents) }] : []),
      { code: 'grand_total', title: 'Grand Total', value: total },
    ],
  };
}

function lineTotals(line: Priced): Totals['items'][number] {
  const rowCents = line.priceCents * line.qty;
  const rowTotal = toDollars(rowCents - lineGst(line));
  return {
    item_id: line.lineId,
    name: line.name,
    qty: line.qty,
    ...withBaseField('price', toDollars(line.priceCents - gstCents({ ...line, cents: line.priceCents }))),
    ...withBaseField('price_incl_tax', toDollars(line.priceCents)),
    ...withBaseField('row_total', rowTotal),
    ...withBaseField('row_total_incl_tax', toDollars(rowCents)),
    row_total_with_discount: rowTotal,
    ...withBaseField('tax_amount', toDollars(lineGst(line))),
    tax_percent: isTaxable(line) ? GST_PERCENT : 0,
    ...withBaseField('discount_amount', 0),
    discount_percent: 0,
    options: JSON.stringify(
      line.options.map((option) => ({ value: option.option_title, label: option.super_attribute_label })),
    ),
    weee_tax_applied_amount: 0,
    weee_tax_applied: '[]',
  };
}

function withBaseField<Name extends string>(name: Name, value: number): Record<Name | `base_${Name}`, number> {
  return { [name]: value, [`base_${name}`]: value } as Record<Name | `base_${Name}`, number>;
}
