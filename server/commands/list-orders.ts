import { parseArgs } from 'node:util';
import { readOrderNumber, toIncrementId } from '#contract/rules/order-number.ts';
import { type ListedOrder, searchOrders } from '#server/domain/orders/review/operator-order-queries.ts';
import { orderStates } from '#server/platform/database/schema/states/order.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { formatDollars, formatInstant, formatTable } from '#server/platform/kernel/plain-texts.ts';
import { type Command, checkShop } from './shared/command.ts';
import { formatOrderNumber, formatShortCustomer } from './shared/order-texts.ts';

const STATUSES = orderStates.states.filter((status) => status !== 'pending' && status !== 'declined');
const text = { type: 'string' } as const;

export function readListCommand(args: string[]): ReturnType<Command['read']> {
  const { values } = parseArgs({ args, options: { mobile: text, status: text, before: text } });
  const mobile = values.mobile === undefined ? undefined : readMobile(values.mobile);
  if (mobile === null)
    throw new TypeError(`--mobile takes a mobile number such as 0412345678, not "${values.mobile}".`);
  const status = STATUSES.find((candidate) => candidate === values.status);
  if (values.status !== undefined && !status)
    throw new TypeError(`--status takes one of: ${STATUSES.join(', ')}, not "${values.status}".`);
  const before = values.before === undefined ? undefined : readOrderNumber(values.before);
  if (before === null) throw new TypeError(`--before takes an order number such as 12, not "${values.before}".`);
  return async (shop, output) => {
    checkShop(shop);
    const query = { mobile, status, before };
    const { orders, hasMore } = await searchOrders({ database: await shop.database() }, query);
    for (const line of formatOrderTable(orders)) output.say(line);
    if (orders.length === 0) output.say(formatNoOrders(query));
    const last = orders.at(-1);
    if (hasMore && last)
      output.say(`There are more orders. To see them, add --before ${formatOrderNumber(last.order)}`);
    return 0;
  };
}

function formatOrderTable(orders: readonly ListedOrder[]): string[] {
  if (orders.length === 0) return [];
  const rows = orders.map(({ order, giftCards, products, mobile }) => [
    formatOrderNumber(order),
    formatInstant(order.placedAt ?? order.createdAt),
    order.status,
    formatDollars(order.totalCents),
    String(giftCards),
    String(products),
    formatShortCustomer(order.customerName, mobile),
  ]);
  return formatTable([['Order', 'Placed', 'Status', 'Total', 'Gift cards', 'Products', 'Customer'], ...rows]);
}

type Searched = { mobile: string | undefined; status: string | undefined; before: number | undefined };

function formatNoOrders({ mobile, status, before }: Searched): string {
  const ordersText = status === undefined ? 'orders' : `${status} orders`;
  const customerText = mobile === undefined ? '' : ` for ${mobile}`;
  const since = before === undefined ? '' : ` before ${toIncrementId(before)}`;
  return `No ${ordersText}${customerText}${since}.`;
}
