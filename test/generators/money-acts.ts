import { randomUUID } from 'node:crypto';
import { reinstateCard } from '#server/domain/books/reinstate-card.ts';
import { expireCards } from '#server/domain/gift-cards/ledger/expire-cards.ts';
import { lapseHolds } from '#server/domain/gift-cards/ledger/lapse-holds.ts';
import { recordDispute } from '#server/domain/orders/disputes/record-dispute.ts';
import { recordRefund } from '#server/domain/orders/refunds/record-refund.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { machine } from '#test/support/actors.ts';
import type { CutAt } from '#test/support/cut-transactions.ts';
import type { Happening, Moment, Seen } from './explain-outcomes.ts';
import * as money from './money-model.ts';
import type { MoneyShop } from './money-shop.ts';

type Model = money.MoneyModel;
export type Act = {
  act: keyof typeof ACTS;
  cents: number;
  pick: number;
  sender: 'software' | 'till' | 'other seller';
  /** Cuts the call's first transaction and retries the call with the same key. */
  cut: CutAt | null;
  twice: boolean;
  whole: boolean;
};
/** Returns null if the act is impossible in this state. */
type Plan = (shop: MoneyShop, model: Model, act: Act) => (() => Promise<Happening[]>) | null;

const pickItem = <T>(all: readonly T[], pick: number): T | undefined => all[pick % all.length];
const isTill = ({ sender }: Act): boolean => sender === 'till';
const toDollars = (cents: number): number => cents / 100;
const toCents = (amount: unknown): number | undefined =>
  typeof amount === 'number' ? Math.round(amount * 100) : undefined;
const singleHappening = (seen: Seen, moment: Moment): Happening[] => [{ seen, moments: [{ moment }] }];

type Answer = { status: number; body: Record<string, unknown> };

function readSeen({ status, body }: Answer): Seen {
  const { code, parameters, amount, balance, hold, redemption, expires_at: until } = body;
  if (status !== 200)
    return { code: String(code), available: toCents((parameters as { available?: number })?.available) };
  const expiresAt = typeof until === 'string' ? Date.parse(until) : undefined;
  return { amount: toCents(amount), balance: toCents(balance), hold, redemption, until: expiresAt };
}

/** Sends a call, and again if it was cut. Two successful calls with the same key must return the same response. */
async function sendOnce(
  shop: MoneyShop,
  act: Act,
  { call, moment }: { call: Call; moment: Moment },
): Promise<Happening[]> {
  const counter = shop.counters[act.sender];
  const key = randomUUID();
  const send = () => call(counter, key) as Promise<Answer>;
  const first = async (): Promise<Answer> => {
    if (act.cut === null) return send();
    const { result, wasCut } = await shop.cut.during({ point: act.cut }, send);
    if (wasCut) shop.counted.cuts += 1;
    return wasCut || result === null ? send() : result;
  };
  const answers = (await Promise.all(act.twice ? [first(), send()] : [first()])).map(readSeen);
  const done = new Map(answers.filter(({ code }) => !code).map((seen) => [JSON.stringify(seen), seen]));
  if (done.size > 1) throw new Error(`One key, two effects: ${[...done.keys()].join(' ')}`);
  const all = [...done.values(), ...answers.filter(({ code }) => code)];
  return all.flatMap((seen) => singleHappening(seen, act.sender === 'other seller' ? stranger(seen) : moment));
}

type Call = (counter: MoneyShop['counters'][Act['sender']], key: string) => Promise<unknown>;

/** Another seller learns nothing, moves no money, and is rate-limited after trying five codes. */
const stranger = (seen: Seen): Moment => {
  const isKnown = ['gift_card_invalid', 'no_such_entity', 'too_many_requests'].includes(String(seen.code));
  return () => ({ code: isKnown ? seen.code : 'an error' }) as Seen;
};

async function repeatIfCut<T>(shop: MoneyShop, act: Act, work: () => Promise<T>): Promise<T> {
  if (act.cut === null) return work();
  const { result, wasCut } = await shop.cut.during({ point: 'before' }, work);
  if (wasCut) shop.counted.cuts += 1;
  return wasCut || result === null ? work() : result;
}

async function runJob(shop: MoneyShop, act: Act, work: () => Promise<void>): Promise<boolean> {
  if (act.cut === null) {
    await work();
    return false;
  }
  const { wasCut } = await shop.cut.during({ point: act.cut, skip: act.pick % 2 }, work);
  if (wasCut) shop.counted.cuts += 1;
  return wasCut;
}

const toRefundSeen = (done: Awaited<ReturnType<typeof refundOrder>>): Seen =>
  isAppError(done) ? { code: done.code } : { amount: done.amountCents, toCard: done.giftCardCents };

export const ACTS = {
  hold: (shop, model, act) => {
    const cardIndex = act.pick % model.cards.length;
    const { code = '' } = model.cards[cardIndex] ?? {};
    const body = { code, amount: toDollars(act.cents), allow_partial: act.whole };
    const call: Call = ({ call }, key) => call('POST seller/giftcards/authorise', { key, body });
    return () => sendOnce(shop, act, { call, moment: money.hold(cardIndex, { cents: act.cents, partial: act.whole }) });
  },
  redeem: (shop, model, act) => {
    const cardIndex = act.pick % model.cards.length;
    const { code = '' } = model.cards[cardIndex] ?? {};
    const call: Call = ({ redeem }, key) => redeem({ code }, toDollars(act.cents), key);
    return () =>
      sendOnce(shop, act, { call, moment: money.redeem(cardIndex, { cents: act.cents, byTill: isTill(act) }) });
  },
  capture: (shop, model, act) => {
    const hold = pickItem(model.holds, act.pick);
    if (!hold) return null;
    const body = act.whole ? {} : { amount: toDollars(act.cents) };
    const params = { hold: hold.id };
    const call: Call = ({ call }, key) => call('POST seller/giftcards/holds/{hold}/capture', { key, params, body });
    return () =>
      sendOnce(shop, act, {
        call,
        moment: money.capture(hold.id, { cents: act.whole ? null : act.cents, byTill: isTill(act) }),
      });
  },
  release: (shop, model, act) => {
    const hold = pickItem(model.holds, act.pick);
    if (!hold) return null;
    const params = { hold: hold.id };
    const call: Call = ({ call }, key) => call('POST seller/giftcards/holds/{hold}/release', { key, params });
    return () => sendOnce(shop, act, { call, moment: money.release(hold.id) });
  },
  reverse: (shop, model, act) => {
    const spent = pickItem(model.redemptions, act.pick);
    if (!spent) return null;
    const body = { reason: 'brought back', ...(act.whole ? {} : { amount: toDollars(act.cents) }) };
    const params = { id: spent.id };
    const call: Call = ({ call }, key) => call('POST seller/giftcards/redemptions/{id}/reverse', { key, params, body });
    const reversal = { cents: act.whole ? null : act.cents, byTill: isTill(act) };
    return () => sendOnce(shop, act, { call, moment: money.reverse(spent.id, reversal) });
  },
  lapse: (shop, model, act) => {
    const overdueHolds = model.holds.filter(({ live, until }) => live && until <= model.now);
    return async () => {
      const may = await runJob(shop, act, () => lapseHolds(shop.context));
      return overdueHolds.map(({ id }) => ({ seen: {}, moments: [{ moment: money.lapse(id), may }] }));
    };
  },
  expire: (shop, model, act) => () =>
    runJob(shop, act, () => expireCards(shop.context)).then((wasCut) =>
      model.cards.map((card, index) => {
        // The expiry job may already have listed a card that expires meanwhile.
        const may = wasCut || !money.isOver(card, model.now);
        return { seen: {}, moments: [{ moment: money.expire(index), may }] };
      }),
    ),
  reinstate: (shop, model, act) => {
    const cardIndex = act.pick % model.cards.length;
    const card = model.cards[cardIndex]?.publicId ?? '';
    const input = { card, months: 36, operator: 'operator', note: 'asked for by the seller' };
    return async () => {
      const result = await repeatIfCut(shop, act, () => reinstateCard(shop.context, { ...input, actor: machine }));
      const outcome = typeof result === 'string' ? { output: result } : { output: 'reinstated', amount: result.cents };
      const until = typeof result === 'string' ? undefined : result.expiresAt.getTime();
      return singleHappening({ ...outcome, until }, money.reinstate(cardIndex));
    };
  },
  void: (shop, model, act) => {
    const cardIndex = act.pick % model.cards.length;
    const card = model.cards[cardIndex];
    const sale = model.sales[card?.sale ?? 0];
    if (!card || !sale) return null;
    const input = { orderId: sale.orderId, target: { orderLineId: card.lineId }, note: 'asked for' };
    return async () => {
      const done = await repeatIfCut(shop, act, () => refundOrder(shop.context, { ...input, actor: machine }));
      return singleHappening(toRefundSeen(done), money.voidCard(cardIndex));
    };
  },
  restore: (shop, model, act) => {
    const all = model.sales.flatMap((sale, index) =>
      sale.refunds.map((refund, position) => ({ saleIndex: index, refundIndex: position, refund, sale })),
    );
    const choice = pickItem(all, act.pick);
    if (!choice) return null;
    const { saleIndex, refundIndex, refund, sale } = choice;
    const nth = sale.refunds.slice(0, refundIndex).filter((other) => other.card === refund.card).length;
    const line = model.cards[refund.card]?.lineId ?? 0;
    return async () => {
      const sentBack = await shop.bankSendsBack(line, nth);
      const outcome = await repeatIfCut(shop, act, () => recordRefund(shop.context, { ...sentBack, state: 'failed' }));
      return singleHappening({ output: outcome }, money.restore(saleIndex, refundIndex));
    };
  },
  freeze: (shop, model, act) => planDispute(shop, model, act),
  thaw: (shop, model, act) => planDispute(shop, model, act),
  buy: (shop, model, act) => {
    const cardIndex = act.pick % model.cards.length;
    const code = model.cards[cardIndex]?.code ?? '';
    return async () => {
      const { seen, total } = await shop.buyGoods(code, 1 + (act.cents % 2));
      return [{ seen, moments: money.buy(cardIndex, total).map((moment) => ({ moment })) }];
    };
  },
  giveBack: (shop, model, act) => {
    const order = pickItem(model.goods, act.pick);
    if (!order) return null;
    const input = { orderId: order.orderId, target: { amountCents: act.cents }, note: 'asked for' };
    return async () => {
      const done = await repeatIfCut(shop, act, () => refundOrder(shop.context, { ...input, actor: machine }));
      return singleHappening(toRefundSeen(done), money.giveBack(order.orderId, act.cents));
    };
  },
} satisfies Record<string, Plan>;

function planDispute(shop: MoneyShop, model: Model, act: Act): ReturnType<Plan> {
  const saleIndex = act.pick % model.sales.length;
  const sale = model.sales[saleIndex];
  if (!sale) return null;
  const open = act.act === 'freeze';
  const { paymentId, total: amountCents } = sale;
  const claim = { disputeId: `dp_${sale.orderId}`, paymentId, amountCents, reason: 'fraudulent', lostCents: 0 };
  return async () => {
    await repeatIfCut(shop, act, () => recordDispute(shop.context, { ...claim, state: open ? 'open' : 'won' }));
    return singleHappening({}, money.dispute(saleIndex, open));
  };
}
