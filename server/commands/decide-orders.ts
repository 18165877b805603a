import { parseArgs } from 'node:util';
import { readOrderNumber } from '#contract/rules/order-number.ts';
import { REFUSAL_REASONS, type RefusalReason } from '#contract/rules/refusal-reasons.ts';
import { findMessageCost } from '#server/domain/gift-cards/notices/message-cost.ts';
import { listCardsOfOrder } from '#server/domain/gift-cards/operated/operated-cards.ts';
import { clearPaymentWarnings } from '#server/domain/orders/disputes/record-warning.ts';
import { sendReceiptAgain } from '#server/domain/orders/messages/order-messages.ts';
import {
  findOrder,
  listHeldOrders,
  listUnsentProducts,
  listWarnedOrders,
  loadOrderToShow,
  type OrderKey,
  type OrderWithCustomer,
} from '#server/domain/orders/review/operator-order-queries.ts';
import { approveHeldOrder, refuseHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { listMessages } from '#server/platform/messaging/list-messages.ts';
import type { Context } from '../context.ts';
import { isPaymentsError } from '../integrations/payments/port.ts';
import { formatCardTable, formatMessageTable } from './cards/card-texts.ts';
import { readListCommand } from './list-orders.ts';
import { type RefundDecision, readRefund, refundFromCommand } from './refund-orders.ts';
import {
  type Command,
  type CommandContext,
  checkShop,
  done,
  failed,
  type Outcome,
  type Output,
} from './shared/command.ts';
import {
  explainStillHeld,
  formatCharge,
  formatHeldOrderTable,
  formatOrder,
  formatOrderNumber,
  formatOrderStatus,
  formatUnansweredAction,
  formatUnknownOrder,
  formatUnsentProductTable,
  formatWarnedOrderTable,
  RECEIPT_TEXTS,
} from './shared/order-texts.ts';
import { readShipping, type Shipping, shipOrders } from './ship-orders.ts';

const USAGE = `Use: npm run orders --
  list [--mobile 0412345678] [--status held] [--before NUMBER] | show NUMBER | show --id ID
  (docs/how-to/find-orders-and-gift-cards.md)
  held | unsent | approve NUMBER | refuse NUMBER --reason "unverifiable"
  refund NUMBER [--amount 12.50 | --line LINE [--restock]] [--reason "damaged"] [--note TEXT]
    [--payment-card-only] [--again] [--yes]
  warned | clear NUMBER --note TEXT
  receipt NUMBER
  (docs/how-to/decide-held-orders.md)
  pack NUMBER [--seller SHOP_URL] [--line LINE]
  ship NUMBER [--seller SHOP_URL] [--line LINE] [--carrier "Australia Post"] [--tracking NUMBER]
  received NUMBER [--seller SHOP_URL]
    without --line, pack and ship skip refunded pieces; --line may include them
  (docs/how-to/send-orders.md)`;

type Order = OrderWithCustomer['order'];
type Named = { key: OrderKey };
type Decision =
  | { action: 'held' | 'warned' | 'unsent' }
  | (Named & { action: 'clear'; note: string })
  | (Named & { action: 'show' })
  | (Named & { action: 'approve' })
  | (Named & { action: 'receipt' })
  | (Named & { action: 'refuse'; reason: RefusalReason })
  | (Named & RefundDecision)
  | (Named & Shipping);

type Does = Decision['action'];
const WORDS = {
  list: { needs: 'orders.read' },
  held: { needs: 'orders.read' },
  warned: { needs: 'orders.read' },
  unsent: { needs: 'orders.read' },
  show: { needs: 'orders.read' },
  approve: { needs: 'orders.decide', leaves: 'order.approved' },
  refuse: { needs: 'orders.decide', leaves: 'order.refused' },
  refund: { needs: 'refunds.small', leaves: 'order.refunded' },
  clear: { needs: 'warnings.clear', leaves: 'order.warning_cleared' },
  receipt: { needs: 'orders.receipt', leaves: 'order.receipt_sent' },
  pack: { needs: 'orders.ship', leaves: 'shipment.packed' },
  ship: { needs: 'orders.ship', leaves: 'shipment.sent' },
  received: { needs: 'orders.ship', leaves: 'shipment.received' },
} as const satisfies Command['words'];

export const ordersCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read(argv) {
    if (argv[0] === 'list') return readListCommand(argv.slice(1));
    const decision = readDecision(argv);
    return async (shop, output) => {
      checkShop(shop);
      if (isToRead(decision)) return showOrders(shop, decision, output);
      const { status, sentence } = await decide({ context: await shop.context(), actor: shop.actor }, decision, output);
      (status === 0 ? output.say : output.complain)(sentence);
      return status;
    };
  },
};

type ToRead = Extract<Decision, { action: 'held' | 'warned' | 'unsent' | 'show' }>;

const isToRead = (decision: Decision): decision is ToRead => isList(decision.action) || decision.action === 'show';

async function showOrders(shop: CommandContext, decision: ToRead, output: Output): Promise<number> {
  const database = await shop.database();
  if (decision.action !== 'show') {
    for (const line of await LISTS[decision.action](shop, database)) output.say(line);
    return 0;
  }
  const stored = await findOrder({ database }, decision.key);
  if (!stored) {
    output.complain(formatUnknownOrder(decision.key));
    return 1;
  }
  const { id } = stored.order;
  for (const line of formatOrder(await loadOrderToShow({ database }, stored), shop.settings)) output.say(line);
  const cards = await listCardsOfOrder({ database }, id);
  const messages = await listMessages({ database }, { orderId: id });
  const tables = [formatCardTable(cards, shop.clock.now()), formatMessageTable(messages)].filter(
    (lines) => lines.length > 0,
  );
  for (const line of tables.flatMap((lines) => ['', ...lines])) output.say(line);
  const cost = await findMessageCost({ database, settings: shop.settings }, id);
  if (cost) output.say(cost);
  return 0;
}

const LISTS = {
  held: async ({ settings }: CommandContext, database: Database) =>
    formatHeldOrderTable(await listHeldOrders({ database }), settings),
  warned: async (_shop: CommandContext, database: Database) =>
    formatWarnedOrderTable(await listWarnedOrders({ database })),
  unsent: async (_shop: CommandContext, database: Database) =>
    formatUnsentProductTable(await listUnsentProducts({ database })),
};

const isList = (action: Does): action is keyof typeof LISTS => Object.hasOwn(LISTS, action);

export type Deciding = { context: Context; actor: Actor };

async function decide(deciding: Deciding, decision: Exclude<Decision, ToRead>, output: Output): Promise<Outcome> {
  const { context } = deciding;
  const stored = await findOrder(context, decision.key);
  if (!stored) return failed(formatUnknownOrder(decision.key));
  try {
    if (decision.action === 'approve') return await approve(deciding, stored.order);
    if (decision.action === 'refuse') return await refuse(deciding, stored.order, decision.reason);
    if (decision.action === 'refund') return await refundFromCommand(deciding, { stored, decision, output });
    if (decision.action === 'receipt') return await resendReceipt(deciding, stored.order);
    if (decision.action === 'clear') return await clear(deciding, stored.order, decision.note);
    return await shipOrders(deciding, stored.order, decision);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return failed(formatUnansweredAction(stored.order, decision.action as 'approve' | 'refuse' | 'refund'));
  }
}

async function approve({ context, actor }: Deciding, order: Order): Promise<Outcome> {
  const name = `Order ${formatOrderNumber(order)}`;
  if (order.status === 'approved') return done(`${name} has already been approved.`);
  const result = order.status === 'held' ? await approveHeldOrder(context, { orderId: order.id, actor }) : null;
  const after = await reload(context, order);
  if (after.status === 'approved') return done(`${name} is approved, and ${formatCharge(order)}.`);
  return failed(
    `${name} is not approved: it is ${formatOrderStatus(after, context.settings)}.${explainStillHeld(after, result)}`,
  );
}

async function refuse({ context, actor }: Deciding, order: Order, reason: RefusalReason): Promise<Outcome> {
  const name = `Order ${formatOrderNumber(order)}`;
  if (order.status === 'refused') return done(`${name} has already been refused (${order.refusalReason}).`);
  const result = order.status === 'held' ? await refuseHeldOrder(context, { orderId: order.id, reason, actor }) : null;
  const after = await reload(context, order);
  if (after.status === 'refused') {
    return done(
      `${name} is refused (${after.refusalReason}). Nothing is charged, the items are back in stock, and the customer gets a message.`,
    );
  }
  const paid = after.status === 'approved' ? ` Refund it: npm run orders -- refund ${formatOrderNumber(order)}` : '';
  const explanation = explainStillHeld(after, result);
  return failed(`${name} is not refused: it is ${formatOrderStatus(after, context.settings)}.${paid}${explanation}`);
}

async function resendReceipt({ context, actor }: Deciding, order: Order): Promise<Outcome> {
  const result = await sendReceiptAgain(context, { orderId: order.id, actor });
  const sentence = `Order ${formatOrderNumber(order)}: ${RECEIPT_TEXTS[result]}`;
  return result === 'queued' ? done(sentence) : failed(sentence);
}

async function clear({ context, actor }: Deciding, order: Order, note: string): Promise<Outcome> {
  const name = `Order ${formatOrderNumber(order)}`;
  const { cleared, cards } = await clearPaymentWarnings(context, { orderId: order.id, note, actor });
  if (cleared === 0) return done(`${name} has no open warning.`);
  const summary = `${name}: ${cleared === 1 ? 'its warning is' : `${cleared} warnings are`} cleared`;
  if (cards === 'frozen')
    return done(
      `${summary}. Its gift cards stay frozen: the payment is disputed, or more was refunded than was left on the cards.`,
    );
  return done(`${summary}. Its gift cards can be spent.`);
}

async function reload(context: Context, order: Order): Promise<Order> {
  return (await findOrder(context, { id: order.id }))?.order ?? order;
}

function readDecision(args: string[]): Decision {
  const options = {
    reason: { type: 'string' },
    amount: { type: 'string' },
    line: { type: 'string', multiple: true },
    note: { type: 'string' },
    seller: { type: 'string' },
    carrier: { type: 'string' },
    tracking: { type: 'string' },
    again: { type: 'boolean' },
    restock: { type: 'boolean' },
    'payment-card-only': { type: 'boolean' },
    yes: { type: 'boolean' },
    id: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ options, args, allowPositionals: true });
  const [action, ...named] = positionals;
  if (!isDoes(action)) throw new TypeError(action ? `There is no "orders ${action}".` : 'Choose a command.');
  const unknown = Object.keys(values).find((name) => !OPTIONS_OF[action].includes(name));
  if (unknown) throw new TypeError(`${action} takes no --${unknown}.`);
  if (isList(action)) {
    if (named.length > 0) throw new TypeError(`${action} takes no order.`);
    return { action };
  }
  const key = readKey(action, named, values.id);
  if (action === 'clear') return { action, key, note: parseClearNote(values.note) };
  if (action === 'refuse') return { action, key, reason: parseRefusalReason(values.reason) };
  if (action === 'refund') return { key, ...readRefund(values) };
  if (action === 'show' || action === 'approve' || action === 'receipt') return { action, key };
  return { key, ...readShipping(action, values) };
}

/** Takes an order number. Database ids look the same as order numbers, so they need --id. */
function readKey(action: Does, [text = '', ...extraArguments]: string[], id: string | undefined): OrderKey {
  if (extraArguments.length > 0 || (id !== undefined && text !== '')) throw new TypeError(`${action} takes one order.`);
  if (id !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new TypeError(`--id takes an order id, not "${id}".`);
    return { id: Number(id) };
  }
  const number = readOrderNumber(text);
  if (number === null) throw new TypeError(`${action} takes an order number such as 12, not "${text}".`);
  return { number };
}

const OPTIONS_OF: Record<Does, readonly string[]> = {
  held: [],
  warned: [],
  unsent: [],
  show: ['id'],
  approve: [],
  receipt: [],
  clear: ['note'],
  refuse: ['reason'],
  refund: ['reason', 'note', 'amount', 'line', 'restock', 'payment-card-only', 'again', 'yes'],
  pack: ['seller', 'line'],
  ship: ['seller', 'line', 'carrier', 'tracking'],
  received: ['seller'],
};

const isDoes = (text: string | undefined): text is Does => text !== undefined && Object.hasOwn(OPTIONS_OF, text);

function parseClearNote(note = ''): string {
  if (note.trim() === '') throw new TypeError('clear needs a --note with what you found out about the payment.');
  return note.trim();
}

function parseRefusalReason(text: string | undefined): RefusalReason {
  const reason = REFUSAL_REASONS.find((candidate) => candidate === text?.trim());
  if (!reason) throw new TypeError(`refuse needs a --reason, one of: ${REFUSAL_REASONS.join(', ')}.`);
  return reason;
}
