import type { Tender } from '#contract/account.ts';
import { formatTwoDecimals, toCents } from '#contract/rules/money/money.ts';
import { toIncrementId } from '#contract/rules/order-number.ts';
import type { LineOption } from '#server/platform/database/schema/schema.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { shownName } from '#server/platform/kernel/strangers-words.ts';
import { escapeHtml } from '#server/platform/kernel/text.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { ReceiptLine } from './order-messages-store.ts';

export type ReceiptSettings = { publicUrl: string; operatorName: string; operatorAbn: string };
type ReceiptFacts = { order: OrderRow; lines: ReceiptLine[]; tenders: readonly Tender[] };
type Composed = { subject: string; text: string; html: string };

/**
 * Composes the receipt as text and HTML. It is not a tax invoice, which needs each seller's ABN. It contains no card
 * code, link or recipient, because email must not reveal a gift.
 */
export function composeReceipt({ order, lines, tenders }: ReceiptFacts, settings: ReceiptSettings): Composed {
  const number = toIncrementId(order.number ?? 0);
  const items = buildItemRows(lines);
  const sums: [string, string][] = [
    ...(order.shippingCents > 0 ? [['Shipping', formatAmount(order.shippingCents)] satisfies [string, string]] : []),
    ['Total', formatAmount(order.totalCents)],
    ['of which GST', formatAmount(order.gstCents)],
    ...(order.giftCardTenderCents > 0 ? tenders.map(buildTenderRow) : []),
  ];
  const placed = (order.placedAt ?? order.createdAt).toLocaleDateString('en-AU', {
    timeZone: 'Australia/Sydney',
    dateStyle: 'long',
  });
  const name = shownName(order.customerName);
  const head = [`Order ${number}, ${placed}`, ...(name === '' ? [] : [`For ${name}`])];
  const foot = [
    ...(lines.some(({ line }) => line.isGiftcard) ? ['No GST is charged on gift cards.'] : []),
    ...formatGstNotices(lines),
    ...formatContacts(lines),
    `Your orders: ${settings.publicUrl}/account/orders`,
    `${settings.operatorName}, ABN ${settings.operatorAbn}`,
  ];
  return {
    subject: `Your receipt for order ${number}`,
    text: [...head, '', ...items.map(formatRow), '', ...sums.map(formatRow), '', ...foot, ''].join('\n'),
    html: renderPage({ head, items, sums, foot }),
  };
}

function buildItemRows(lines: readonly ReceiptLine[]): [string, string][] {
  const describeItem = ({ line, sellerName }: ReceiptLine) =>
    `${line.name}${formatOptions(line.options)} (${sellerName})${line.gstFree ? ', GST-free' : ''}`;
  const buildGroupKey = (receiptLine: ReceiptLine) =>
    receiptLine.line.isGiftcard
      ? `${describeItem(receiptLine)} ${receiptLine.line.priceCents}`
      : `line ${receiptLine.line.id}`;
  return [...Map.groupBy(lines, buildGroupKey).values()].map((group) => {
    const [first] = group as [ReceiptLine];
    const qty = group.reduce((sum, { line }) => sum + line.qty, 0);
    return [`${qty} x ${describeItem(first)}`, formatAmount(sumCents(group.map(({ line }) => line.totalCents)))];
  });
}

function formatContacts(lines: readonly ReceiptLine[]): string[] {
  const texts = lines.map(({ sellerName, contact: { phone, email, site, address, hours } }) => {
    const parts = [phone, email, site, address, hours].filter((part) => part !== null);
    return parts.length === 0 ? '' : `${sellerName}: ${parts.join(', ')}`;
  });
  return [...new Set(texts)].filter((text) => text !== '');
}

function formatGstNotices(lines: readonly ReceiptLine[]): string[] {
  const names = lines.filter(({ gstRegistered }) => gstRegistered === false).map(({ sellerName }) => sellerName);
  return [...new Set(names)].map((name) => `${name} is not registered for GST.`);
}

function buildTenderRow({ kind, last4, seller_name, amount }: Tender): [string, string] {
  const by = kind === 'gift_card' ? `gift card ending ${last4} (${seller_name})` : 'card';
  return [`Paid by ${by}`, formatAmount(toCents(amount))];
}

const formatAmount = (cents: number): string => `$${formatTwoDecimals(cents / 100)} AUD`;
const formatRow = ([label, amount]: [string, string]): string => `${label}: ${amount}`;

export function formatOptions(options: readonly LineOption[]): string {
  return options.length === 0 ? '' : `, ${options.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
}

type Page = { head: string[]; items: [string, string][]; sums: [string, string][]; foot: string[] };

function renderPage({ head, items, sums, foot }: Page): string {
  const cells = ([label, amount]: [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0">${escapeHtml(label)}</td><td style="padding:4px 0;text-align:right;white-space:nowrap">${escapeHtml(amount)}</td></tr>`;
  const lines = (texts: string[]) => texts.map((text) => `<p style="margin:4px 0">${escapeHtml(text)}</p>`).join('');
  return `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.4;max-width:560px;margin:24px auto;padding:0 16px">${lines(head)}<table style="width:100%;border-collapse:collapse;margin:16px 0">${items.map(cells).join('')}<tr><td colspan="2"><hr></td></tr>${sums.map(cells).join('')}</table>${lines(foot)}</body></html>`;
}
