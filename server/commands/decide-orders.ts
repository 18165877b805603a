import { parseArgs } from 'node:util';
import { REFUND_REASONS, type RefundReason } from '#contract/rules/refund-reasons.ts';
import { REFUSAL_REASONS, type RefusalReason } from '#contract/rules/refusal-reasons.ts';
import { isOrderNumber, readOrderId } from '../../contract/rules/order-number.ts';
import { readCents } from '../catalogue-import/formats/amounts.ts';
import type { Context } from '../context.ts';
import { isPaymentsError } from '../integrations/payments/port.ts';
import { type AppError, errorAnswer, isAppError } from '../kernel/errors.ts';
import { dollars } from '../orders/messages/compose-order-message.ts';
import { type RefundInput, refundOrder } from '../orders/refunds/refund-order.ts';
import {
  findOrder,
  listHeldOrders,
  listUnsentProducts,
  type OrderWithCustomer,
  orderToShow,
} from '../orders/review/operator-order-queries.ts';
import { approveHeldOrder, refuseHeldOrder } from '../orders/review/review-orders.ts';
import { type Command, type CommandContext, checkShop, done, failed, type Outcome, type Output } from './command.ts';
import { heldTable, numberOf, orderText, statusText, unsentTable } from './order-texts.ts';
import { readShipping, type Shipping, shipOrders } from './ship-orders.ts';

const USAGE = `Use: npm run orders --
  held | unsent | show NUMBER | approve NUMBER | refuse NUMBER --reason "unverifiable"
  refund NUMBER [--amount 12.50 | --line LINE] [--reason "damaged"] [--note TEXT] [--again]
  (docs/how-to/decide-held-orders.md)
  pack NUMBER [--seller SHOP_URL] [--line LINE]
  ship NUMBER [--seller SHOP_URL] [--line LINE] [--carrier "Australia Post"] [--tracking NUMBER]
  received NUMBER [--seller SHOP_URL]
  (docs/how-to/send-orders.md)`;

type Order = OrderWithCustomer['order'];
type RefundAmount = RefundInput['what'];
type Decision =
  | { does: 'held' | 'unsent' }
  | { does: 'show'; id: string }
  | { does: 'approve'; id: string }
  | { does: 'refuse'; id: string; reason: RefusalReason }
  | { does: 'refund'; id: string; what: RefundAmount; reason: RefundReason; note: string; once: boolean }
  | Shipping;

/**
 * Decides orders that wait for an operator, refunds, lists what is to be sent and says what was packed and sent. A
 * decision that was made before is reported and nothing is done.
 */
export const ordersCommand: Command = {
  usage: USAGE,
  read(argv) {
    const decision = readDecision(argv);
    return async (shop, output) => {
      checkShop(shop);
      if (isToRead(decision)) return showOrders(shop, decision, output);
      const { status, sentence } = await decide(await shop.context(), decision);
      if (status === 0) output.say(sentence);
      else output.complain(sentence);
      return status;
    };
  },
};

type ToRead = Extract<Decision, { does: 'held' | 'unsent' | 'show' }>;

const isToRead = (decision: Decision): decision is ToRead =>
  decision.does === 'held' || decision.does === 'unsent' || decision.does === 'show';

async function showOrders(shop: CommandContext, decision: ToRead, output: Output): Promise<number> {
  const database = await shop.database();
  if (decision.does !== 'show') {
    const lines =
      decision.does === 'held'
        ? heldTable(await listHeldOrders({ database }), shop.settings)
        : unsentTable(await listUnsentProducts({ database }));
    for (const line of lines) output.say(line);
    return 0;
  }
  const stored = await findOrder({ database }, decision.id);
  if (!stored) {
    output.complain(unknownOrderText(decision.id));
    return 1;
  }
  for (const line of orderText(await orderToShow({ database }, stored), shop.settings)) output.say(line);
  return 0;
}

async function decide(context: Context, decision: Exclude<Decision, ToRead>): Promise<Outcome> {
  const stored = await findOrder(context, decision.id);
  if (!stored) return failed(unknownOrderText(decision.id));
  try {
    if (decision.does === 'approve') return await approve(context, stored.order);
    if (decision.does === 'refuse') return await refuse(context, stored.order, decision.reason);
    if (decision.does === 'refund') return await refund(context, stored.order, decision);
    return await shipOrders(context, stored.order, decision);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return failed(unansweredText(stored.order, decision.does as 'approve' | 'refuse' | 'refund'));
  }
}

/** The decision may have been carried out: only the response is lost. */
function unansweredText(order: Order, does: 'approve' | 'refuse' | 'refund'): string {
  const what = {
    approve: 'whether it was charged',
    refuse: 'whether its payment was cancelled',
    refund: 'what went back',
  };
  const number = numberOf(order);
  return `The payment provider does not answer: of order ${number} it is not known yet ${what[does]}. Look with npm run orders -- show ${number}, or give the command again in a few minutes.`;
}

async function approve(context: Context, order: Order): Promise<Outcome> {
  const name = `Order ${numberOf(order)}`;
  if (order.status === 'approved') return done(`${name} is approved already.`);
  const result = order.status === 'held' ? await approveHeldOrder(context, order.id) : null;
  const after = await reload(context, order);
  if (after.status === 'approved') return done(`${name} is approved, and ${dollars(order.totalCents)} is charged.`);
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
  const { what, reason, note, once } = decision;
  if (what === 'everything' && order.status === 'refunded') return done(`${name} is refunded already.`);
  const result = await refundOrder(context, {
    ...{ orderId: order.id, what, once },
    reason: note,
    customerReason: reason,
  });
  if (isAppError(result)) return failed(`${name}: ${errorAnswer(result).body.message}`);
  const amount = dollars(result.amountCents);
  if (result.before) {
    const how =
      result.state === 'succeeded' ? 'went back for this reason before' : 'is on its way back for this reason';
    return done(`${name}: ${amount} ${how} (${result.state}). Add --again to refund again.`);
  }
  if (result.state === 'queued')
    return done(`${name}: ${amount} goes back as soon as the payment provider answers; the shop keeps trying.`);
  return done(`${name}: ${amount} is on its way back to the customer.`);
}

/** Why an order is still held; '' for one that is decided. */
function whyStillHeld({ status }: Order, result: string | AppError | null): string {
  if (status !== 'held' || result === null || !isAppError(result)) return '';
  if (result.code !== 'order_not_held') return ` ${errorAnswer(result).body.message}`;
  return ' The payment provider has not settled its payment yet: give the command again in a few minutes, and if it says this again, look at the payment there.';
}

async function reload(context: Context, order: Order): Promise<Order> {
  return (await findOrder(context, String(order.id)))?.order ?? order;
}

const unknownOrderText = (id: string): string => `There is no order ${id}. See npm run orders -- held`;

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
  } as const;
  const { values, positionals } = parseArgs({ options, args, allowPositionals: true });
  const [does, id = '', ...more] = positionals;
  if (!isDoes(does)) throw new TypeError(does ? `There is no "orders ${does}".` : 'Say what to do.');
  const unknown = Object.keys(values).find((name) => !OPTIONS_OF[does].includes(name));
  if (unknown) throw new TypeError(`${does} takes no --${unknown}.`);
  const isList = does === 'held' || does === 'unsent';
  if (isList && id === '') return { does };
  if (isList || more.length > 0) throw new TypeError(`${does} takes ${isList ? 'no order' : 'one order'}.`);
  if (does === 'show' ? !readOrderId(id) : !isOrderNumber(id)) throw new TypeError(invalidNumberText(does, id));
  if (does === 'refuse') return { does, id, reason: refusalReason(values.reason) };
  if (does === 'show' || does === 'approve') return { does, id };
  if (does === 'pack' || does === 'ship' || does === 'received') return readShipping(does, id, values);
  const note = values.note?.trim() || 'refunded by the operator';
  return { does, id, what: whatToRefund(values), reason: refundReason(values.reason), note, once: !values.again };
}

function invalidNumberText(does: Does, id: string): string {
  const orId = does === 'show' ? ', or its id' : '';
  return `${does} takes the nine-digit number of an order, such as 000000012${orId}, not "${id}".`;
}

type Does = Decision['does'];
const OPTIONS_OF: Record<Does, readonly string[]> = {
  held: [],
  unsent: [],
  show: [],
  approve: [],
  refuse: ['reason'],
  refund: ['reason', 'note', 'amount', 'line', 'again'],
  pack: ['seller', 'line'],
  ship: ['seller', 'line', 'carrier', 'tracking'],
  received: ['seller'],
};

const isDoes = (text: string | undefined): text is Does => text !== undefined && Object.hasOwn(OPTIONS_OF, text);

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

function whatToRefund({ amount, line: lines = [] }: { amount?: string; line?: string[] }): RefundAmount {
  const [line, ...more] = lines;
  if (more.length > 0) throw new TypeError('refund takes one --line.');
  if (amount !== undefined && line !== undefined) throw new TypeError('refund takes --amount or --line, not both.');
  if (line !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(line))
      throw new TypeError(`--line takes the number of a line from show, not "${line}".`);
    return { orderLineId: Number(line) };
  }
  if (amount === undefined) return 'everything';
  const cents = readCents(amount);
  if ('wrong' in cents) throw new TypeError(`--amount ${cents.wrong}`);
  return { amountCents: cents.value };
}
