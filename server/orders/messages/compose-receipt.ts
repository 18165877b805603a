import { twoDecimals } from '#contract/rules/money/money.ts';
import { incrementId } from '#contract/rules/order-number.ts';
import type { LineOption } from '../../database/schema/schema.ts';
import { escaped } from '../../kernel/text.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { ReceiptLine } from './order-messages-store.ts';

export type ReceiptSettings = { publicUrl: string; operatorName: string; operatorAbn: string };
type ReceiptFacts = { order: OrderRow; lines: ReceiptLine[] };
type Composed = { subject: string; text: string; html: string };

/**
 * The receipt of an order, as text and as HTML with the same rows: sellers, items, shipping, total and the GST in it.
 * Neither a card's code nor its link or recipient stands in it: a mailbox is not where a gift is opened.
 */
export function composeReceipt({ order, lines }: ReceiptFacts, settings: ReceiptSettings): Composed {
  const number = incrementId(order.number ?? 0);
  const items = lines.map(({ line, sellerName }): [string, string] => [
    `${line.qty} x ${line.name}${optionsOf(line.options)} (${sellerName})`,
    dollars(line.totalCents),
  ]);
  const sums: [string, string][] = [
    ...(order.shippingCents > 0 ? [['Shipping', dollars(order.shippingCents)] satisfies [string, string]] : []),
    ['Total', dollars(order.totalCents)],
    ['of which GST', dollars(order.gstCents)],
  ];
  const placed = (order.placedAt ?? order.createdAt).toLocaleDateString('en-AU', {
    timeZone: 'Australia/Sydney',
    dateStyle: 'long',
  });
  const head = [`Order ${number}, ${placed}`, `For ${order.customerName}`];
  const foot = [
    ...(lines.some(({ line }) => line.isGiftcard) ? ['Gift cards hold no GST when they are sold.'] : []),
    ...contacts(lines),
    `Your orders: ${settings.publicUrl}/account/orders`,
    `${settings.operatorName}, ABN ${settings.operatorAbn}`,
  ];
  return {
    subject: `Your receipt for order ${number}`,
    text: [...head, '', ...items.map(row), '', ...sums.map(row), '', ...foot, ''].join('\n'),
    html: page({ head, items, sums, foot }),
  };
}

/** Each seller once, with what it has given; 'Tide & Kiln: 08 5550 1234, hello@tide-and-kiln.example'. */
function contacts(lines: readonly ReceiptLine[]): string[] {
  const texts = lines.map(({ sellerName, contact: { phone, email, site, address } }) => {
    const parts = [phone, email, site, address].filter((part) => part !== null);
    return parts.length === 0 ? '' : `${sellerName}: ${parts.join(', ')}`;
  });
  return [...new Set(texts)].filter((text) => text !== '');
}

const dollars = (cents: number): string => `$${twoDecimals(cents / 100)} AUD`;
const row = ([what, much]: [string, string]): string => `${what}: ${much}`;

function optionsOf(options: readonly LineOption[]): string {
  return options.length === 0 ? '' : `, ${options.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
}

type Page = { head: string[]; items: [string, string][]; sums: [string, string][]; foot: string[] };

function page({ head, items, sums, foot }: Page): string {
  const cells = ([what, much]: [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0">${escaped(what)}</td><td style="padding:4px 0;text-align:right;white-space:nowrap">${escaped(much)}</td></tr>`;
  const lines = (texts: string[]) => texts.map((text) => `<p style="margin:4px 0">${escaped(text)}</p>`).join('');
  return `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.4;max-width:560px;margin:24px auto;padding:0 16px">${lines(head)}<table style="width:100%;border-collapse:collapse;margin:16px 0">${items.map(cells).join('')}<tr><td colspan="2"><hr></td></tr>${sums.map(cells).join('')}</table>${lines(foot)}</body></html>`;
}
