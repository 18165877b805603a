import { parseArgs } from 'node:util';
import { REFUND_REASONS, type RefundReason } from '#contract/rules/refund-reasons.ts';
import { REFUSAL_REASONS, type RefusalReason } from '#contract/rules/refusal-reasons.ts';
import { isOrderNumber, readOrderId } from '../../contract/rules/order-number.ts';
import { readCents } from '../catalogue-import/formats/amounts.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/open.ts';
import { findMessageCost } from '../gift-cards/notices/message-cost.ts';
import { isPaymentsError } from '../integrations/payments/port.ts';
import { errorAnswer, isAppError } from '../kernel/errors.ts';
import { dollars } from '../kernel/plain-texts.ts';
import { clearPaymentWarnings } from '../orders/disputes/record-warning.ts';
import { sendReceiptAgain } from '../orders/messages/order-messages.ts';
import { type RefundInput, refundOrder } from '../orders/refunds/refund-order.ts';
import {
  findOrder,
  listHeldOrders,
  listUnsentProducts,
  listWarnedOrders,
  type OrderWithCustomer,
  orderToShow,
} from '../orders/review/operator-order-queries.ts';
import { approveHeldOrder, refuseHeldOrder } from '../orders/review/review-orders.ts';
import {
  type Command,
  type CommandContext,
  checkShop,
  done,
  failed,
  isWord,
  type Outcome,
  type Output,
} from './command.ts';
import {
  chargedText,
  heldTable,
  numberOf,
  orderText,
  RECEIPT_TEXTS,
  refundText,
  spentText,
  statusText,
  unansweredText,
  unknownOrderText,
  unsentTable,
  warnedTable,
  whyStillHeld,
} from './order-texts.ts';
import { readLine, readShipping, type Shipping, shipOrders } from './ship-orders.ts';

const USAGE = `Use: npm run orders --
  held | unsent | show NUMBER | approve NUMBER | refuse NUMBER --reason "unverifiable"
  refund NUMBER [--amount 12.50 | --line LINE [--restock]] [--reason "damaged"] [--note TEXT]
    [--payment-card-only] [--again]
  warned | clear NUMBER --note TEXT
  receipt NUMBER
  (docs/how-to/decide-held-orders.md)
  pack NUMBER [--seller SHOP_URL] [--line LINE]
  ship NUMBER [--seller SHOP_URL] [--line LINE] [--carrier "Australia Post"] [--tracking NUMBER]
  received NUMBER [--seller SHOP_URL]
  (docs/how-to/send-orders.md)`;

type Order = OrderWithCustomer['order'];
type RefundOptions = Required<Pick<RefundInput, 'what' | 'once' | 'restock' | 'paymentCardOnly'>>;
type Decision =
  | { does: 'held' | 'warned' | 'unsent' }
  | { does: 'clear'; id: string; note: string }
  | { does: 'show'; id: string }
  | { does: 'approve'; id: string }
  | { does: 'receipt'; id: string }
  | { does: 'refuse'; id: string; reason: RefusalReason }
  | ({ does: 'refund'; id: string; reason: RefundReason; note: string } & RefundOptions)
  | Shipping;

type Does = Decision['does'];
const WORDS = {
  ...{ held: 'reads', warned: 'reads', unsent: 'reads', show: 'reads' },
  ...{ approve: 'acts', refuse: 'acts', refund: 'acts', clear: 'acts', receipt: 'acts' },
  ...{ pack: 'acts', ship: 'acts', received: 'acts' },
} as const satisfies Record<Does, 'acts' | 'reads'>;

/**
 * Decides orders that wait for an operator, refunds, lists what is to be sent and says what was packed and sent. A
 * decision that was made before is reported and nothing is done.
 */
export const ordersCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read(argv) {
    const decision = readDecision(argv);
    return async (shop, output) => {
      checkShop(shop);
      if (isToRead(decision)) return showOrders(shop, decision, output);
      const { status, sentence } = await decide(await shop.context(), decision);
      (status === 0 ? output.say : output.complain)(sentence);
      return status;
    };
  },
};

type ToRead = Extract<Decision, { does: 'held' | 'warned' | 'unsent' | 'show' }>;

const isToRead = (decision: Decision): decision is ToRead => isList(decision.does) || decision.does === 'show';

async function showOrders(shop: CommandContext, decision: ToRead, output: Output): Promise<number> {
  const database = await shop.database();
  if (decision.does !== 'show') {
    for (const line of await LISTS[decision.does](shop, database)) output.say(line);
    return 0;
  }
  const stored = await findOrder({ database }, decision.id);
  if (!stored) {
    output.complain(unknownOrderText(decision.id));
    return 1;
  }
  for (const line of orderText(await orderToShow({ database }, stored), shop.settings)) output.say(line);
  const cost = await findMessageCost({ database, settings: shop.settings }, stored.order.id);
  if (cost) output.say(cost);
  return 0;
}

const LISTS = {
  held: async ({ settings }: CommandContext, database: Database) =>
    heldTable(await listHeldOrders({ database }), settings),
  warned: async (_shop: CommandContext, database: Database) => warnedTable(await listWarnedOrders({ database })),
  unsent: async (_shop: CommandContext, database: Database) => unsentTable(await listUnsentProducts({ database })),
};

const isList = (does: Does): does is keyof typeof LISTS => Object.hasOwn(LISTS, does);

async function decide(context: Context, decision: Exclude<Decision, ToRead>): Promise<Outcome> {
  const stored = await findOrder(context, decision.id);
  if (!stored) return failed(unknownOrderText(decision.id));
  try {
    if (decision.does === 'approve') return await approve(context, stored.order);
    if (decision.does === 'refuse') return await refuse(context, stored.order, decision.reason);
    if (decision.does === 'refund') return await refund(context, stored.order, decision);
    if (decision.does === 'receipt') return await receipt(context, stored.order);
    if (decision.does === 'clear') return await clear(context, stored.order, decision.note);
    return await shipOrders(context, stored.order, decision);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return failed(unansweredText(stored.order, decision.does as 'approve' | 'refuse' | 'refund'));
  }
}

async function approve(context: Context, order: Order): Promise<Outcome> {
  const name = `Order ${numberOf(order)}`;
  if (order.status === 'approved') return done(`${name} is approved already.`);
  const result = order.status === 'held' ? await approveHeldOrder(context, order.id) : null;
  const after = await reload(context, order);
  if (after.status === 'approved') return done(`${name} is approved, and ${chargedText(order)}.`);
  return failed(`${name} is not approved: it is ${statusText(after, context.settings)}.${whyStillHeld(after, result)}`);
}

async function refuse(context: Context, order: Order, reason: RefusalReason): Promise<Outcome> {
  const name = `Order ${numberOf(order)}`;
  if (order.status === 'refused') return done(`${name} is refused already (${order.refusalReason}).`);
  const result = order.status === 'held' ? await refuseHeldOrder(context, { orderId: order.id, reason }) : null;
  const after = await reload(context, order);
  if (after.status === 'refused') {
    return done(
      `${name} is refused (${after.refusalReason}): nothing is charged, its stock is back, the customer gets a message.`,
    );
  }
  const paid = after.status === 'approved' ? ` Refund it: npm run orders -- refund ${numberOf(order)}` : '';
  const why = whyStillHeld(after, result);
  return failed(`${name} is not refused: it is ${statusText(after, context.settings)}.${paid}${why}`);
}

async function refund(
  context: Context,
  order: Order,
  decision: Extract<Decision, { does: 'refund' }>,
): Promise<Outcome> {
  const name = `Order ${numberOf(order)}`;
  const { does: _does, id: _id, reason, note, ...options } = decision;
  const { what } = options;
  if (what === 'everything' && order.status === 'refunded') return done(`${name} is refunded already.`);
  const result = await refundOrder(context, { orderId: order.id, ...options, reason: note, customerReason: reason });
  if (isAppError(result)) return failed(`${name}: ${errorAnswer(result).body.message}`);
  const amount = dollars(result.amountCents);
  if (result.before) {
    const how =
      result.state === 'succeeded' ? 'went back for this reason before' : 'is on its way back for this reason';
    return done(`${name}: ${amount} ${how} (${result.state}). Add --again to refund again.`);
  }
  const returned = options.restock ? ' What was returned is in stock again.' : '';
  const spent = what === 'everything' && result.spentCents > 0 ? spentText(result.spentCents) : '';
  return done(`${name}: ${refundText(result)}${returned}${spent}`);
}

async function receipt(context: Context, order: Order): Promise<Outcome> {
  const result = await sendReceiptAgain(context, order.id);
  const sentence = `Order ${numberOf(order)}: ${RECEIPT_TEXTS[result]}`;
  return result === 'queued' ? done(sentence) : failed(sentence);
}

async function clear(context: Context, order: Order, note: string): Promise<Outcome> {
  const name = `Order ${numberOf(order)}`;
  const { cleared, cards } = await clearPaymentWarnings(context, { orderId: order.id, note });
  if (cleared === 0) return done(`${name} has no open warning.`);
  const what = `${name}: ${cleared === 1 ? 'its warning is' : `${cleared} warnings are`} cleared`;
  if (cards === 'frozen')
    return done(
      `${what}; its gift cards stay frozen: its payment is disputed, or more of it went back than was left on them.`,
    );
  return done(`${what}; its gift cards can be spent.`);
}

async function reload(context: Context, order: Order): Promise<Order> {
  return (await findOrder(context, String(order.id)))?.order ?? order;
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
  } as const;
  const { values, positionals } = parseArgs({ options, args, allowPositionals: true });
  const [does, id = '', ...more] = positionals;
  if (!isDoes(does)) throw new TypeError(does ? `There is no "orders ${does}".` : 'Say what to do.');
  const unknown = Object.keys(values).find((name) => !OPTIONS_OF[does].includes(name));
  if (unknown) throw new TypeError(`${does} takes no --${unknown}.`);
  if (isList(does) && id === '') return { does };
  if (isList(does) || more.length > 0) throw new TypeError(`${does} takes ${isList(does) ? 'no order' : 'one order'}.`);
  if (does === 'show' ? !readOrderId(id) : !isOrderNumber(id)) throw new TypeError(invalidNumberText(does, id));
  if (does === 'clear') return { does, id, note: clearedBecause(values.note) };
  if (does === 'refuse') return { does, id, reason: refusalReason(values.reason) };
  if (does === 'show' || does === 'approve' || does === 'receipt') return { does, id };
  if (does === 'pack' || does === 'ship' || does === 'received') return readShipping(does, id, values);
  const note = values.note?.trim() || 'refunded by the operator';
  const { restock = false, 'payment-card-only': paymentCardOnly = false, again = false } = values;
  const refund = { what: whatToRefund(values), once: !again, restock, paymentCardOnly };
  return { does, id, reason: refundReason(values.reason), note, ...refund };
}

function invalidNumberText(does: Does, id: string): string {
  const orId = does === 'show' ? ', or its id' : '';
  return `${does} takes the nine-digit number of an order, such as 000000012${orId}, not "${id}".`;
}

const OPTIONS_OF: Record<Does, readonly string[]> = {
  held: [],
  warned: [],
  unsent: [],
  show: [],
  approve: [],
  receipt: [],
  clear: ['note'],
  refuse: ['reason'],
  refund: ['reason', 'note', 'amount', 'line', 'restock', 'payment-card-only', 'again'],
  pack: ['seller', 'line'],
  ship: ['seller', 'line', 'carrier', 'tracking'],
  received: ['seller'],
};

const isDoes = (text: string | undefined): text is Does => text !== undefined && isWord(WORDS, text);

function clearedBecause(note = ''): string {
  if (note.trim() === '') throw new TypeError('clear takes a --note: what was found out about the payment.');
  return note.trim();
}

function refusalReason(text: string | undefined): RefusalReason {
  const reason = REFUSAL_REASONS.find((known) => known === text?.trim());
  if (!reason) throw new TypeError(`refuse takes a --reason, one of: ${REFUSAL_REASONS.join(', ')}.`);
  return reason;
}

function refundReason(text = 'other'): RefundReason {
  const reason = REFUND_REASONS.find((known) => known === text.trim());
  if (!reason)
    throw new TypeError(
      `refund takes a --reason the customer reads, one of: ${REFUND_REASONS.join(', ')}. Your own words: --note`,
    );
  return reason;
}

function whatToRefund({ amount, line: lines = [] }: { amount?: string; line?: string[] }): RefundInput['what'] {
  const [line, ...more] = lines;
  if (more.length > 0) throw new TypeError('refund takes one --line.');
  if (amount !== undefined && line !== undefined) throw new TypeError('refund takes --amount or --line, not both.');
  if (line !== undefined) {
    const { orderLineId, qty } = readLine(line);
    return qty === undefined ? { orderLineId } : { orderLineId, qty };
  }
  if (amount === undefined) return 'everything';
  const cents = readCents(amount);
  if ('wrong' in cents) throw new TypeError(`--amount ${cents.wrong}`);
  return { amountCents: cents.value };
}
