import type { Moment, Seen } from './explain-outcomes.ts';

/** Amounts are integer cents, and times are milliseconds. */
export type MoneyModel = {
  now: number;
  cards: Card[];
  holds: { id: string; card: number; cents: number; live: boolean; until: number }[];
  redemptions: { id: string; card: number; left: number; redeemedAt: number; by: 'shop' | 'till' | 'software' }[];
  sales: { orderId: number; paymentId: string; total: number; refunds: Refund[]; disputed: boolean }[];
  goods: { orderId: number; redemption: number | null; money: number }[];
};
type Status = 'active' | 'frozen' | 'void' | 'expired';
type Card = {
  id: number;
  sale: number;
  lineId: number;
  code: string;
  publicId: string;
  issued: number;
  balance: number;
  held: number;
  status: Status;
  restoresTo: Status;
  until: number;
  lost: number;
};
type Refund = { card: number; cents: number; failed: boolean };

export const createMoneyModel = (now: number): MoneyModel => ({
  now,
  cards: [],
  holds: [],
  redemptions: [],
  sales: [],
  goods: [],
});

const availableCents = ({ balance, held }: Card): number => balance - held;
const currentStatus = ({ status, until }: Card, now: number): Status =>
  status !== 'void' && until <= now ? 'expired' : status;

const refusal = (code: string, fields: Seen = {}): Seen => ({ code, ...fields });
const overBalanceRefusal = (available: number): Seen => refusal('amount_over_balance', { available });

function findRefusal(card: Card, { cents, now }: { cents: number; now: number }): Seen | null {
  const status = currentStatus(card, now);
  if (status === 'frozen') return refusal('gift_card_frozen');
  if (status !== 'active') return refusal('gift_card_over');
  return cents > availableCents(card) ? overBalanceRefusal(availableCents(card)) : null;
}

const getCard = (model: MoneyModel, index: number): Card => model.cards[index] as Card;

export const hold =
  (cardIndex: number, { cents: requestedCents, partial }: { cents: number; partial: boolean }): Moment =>
  (model, seen) => {
    const card = getCard(model, cardIndex);
    const cents = partial && availableCents(card) > 0 ? Math.min(requestedCents, availableCents(card)) : requestedCents;
    const no = findRefusal(card, { cents, now: model.now });
    if (no) return no;
    card.held += cents;
    model.holds.push({ id: String(seen.hold), card: cardIndex, cents, live: true, until: Number(seen.until) });
    return { amount: cents, balance: availableCents(card) };
  };

export const redeem =
  (cardIndex: number, { cents, byTill }: { cents: number; byTill: boolean }): Moment =>
  (model, seen) => {
    const card = getCard(model, cardIndex);
    const no = findRefusal(card, { cents, now: model.now });
    if (no) return no;
    card.balance -= cents;
    model.redemptions.push({
      id: String(seen.redemption),
      card: cardIndex,
      left: cents,
      redeemedAt: model.now,
      by: byTill ? 'till' : 'software',
    });
    return { amount: cents, balance: availableCents(card) };
  };

export const capture =
  (id: string, { cents: part, byTill }: { cents: number | null; byTill: boolean }): Moment =>
  (model, seen) => {
    const hold = model.holds.find((candidate) => candidate.id === id);
    if (!hold) return refusal('no_such_entity');
    if (!hold.live || hold.until <= model.now) return refusal('hold_over');
    const card = getCard(model, hold.card);
    if (card.status === 'frozen') return refusal('gift_card_frozen');
    const cents = part ?? hold.cents;
    if (cents > hold.cents) return overBalanceRefusal(hold.cents);
    hold.live = false;
    card.held -= hold.cents;
    card.balance -= cents;
    model.redemptions.push({
      id: String(seen.redemption),
      card: hold.card,
      left: cents,
      redeemedAt: model.now,
      by: byTill ? 'till' : 'software',
    });
    return { amount: cents, balance: availableCents(card) };
  };

function endHold(model: MoneyModel, id: string): Card | null {
  const hold = model.holds.find((candidate) => candidate.id === id);
  if (!hold?.live) return null;
  const card = getCard(model, hold.card);
  hold.live = false;
  card.held -= hold.cents;
  return card;
}

export const release =
  (id: string): Moment =>
  (model) => {
    const hold = model.holds.find((candidate) => candidate.id === id);
    if (!hold) return refusal('no_such_entity');
    if (!hold.live || hold.until <= model.now) return refusal('hold_over');
    const card = endHold(model, id) as Card;
    return { amount: hold.cents, balance: availableCents(card) };
  };

export const lapse =
  (id: string): Moment =>
  (model) => {
    endHold(model, id);
    return null;
  };

const TILL_UNDO_MS = 10 * 60_000;

export const reverse =
  (id: string, { cents: part, byTill }: { cents: number | null; byTill: boolean }): Moment =>
  (model) => {
    const spent = model.redemptions.find((redemption) => redemption.id === id);
    if (!spent || spent.by === 'shop') return refusal('no_such_entity');
    const card = getCard(model, spent.card);
    if (['void', 'expired'].includes(currentStatus(card, model.now))) return refusal('gift_card_over');
    if (spent.left === 0) return refusal('redemption_over');
    if (byTill && spent.by !== 'till') return refusal('undo_elsewhere');
    if (byTill && model.now - spent.redeemedAt >= TILL_UNDO_MS) return refusal('undo_over');
    const cents = part ?? spent.left;
    if (cents > spent.left) return overBalanceRefusal(spent.left);
    spent.left -= cents;
    card.balance += cents;
    return { balance: availableCents(card) };
  };

export const voidCard =
  (cardIndex: number): Moment =>
  (model) => {
    const card = getCard(model, cardIndex);
    const sale = model.sales[card.sale] as MoneyModel['sales'][number];
    const refundedCents = sale.refunds.reduce((sum, { cents, failed }) => sum + (failed ? 0 : cents), 0);
    if (refundedCents === sale.total) return refusal('order_not_refundable');
    const cents = availableCents(card);
    if (cents === 0) return refusal('card_without_value');
    card.balance -= cents;
    sale.refunds.push({ card: cardIndex, cents, failed: false });
    if (card.balance === 0 && card.status !== 'expired') {
      card.restoresTo = card.status;
      card.status = 'void';
    }
    return { amount: cents };
  };

/** The customer's bank returns a refund, which restores the card's value once. */
export const restore =
  (sale: number, refund: number): Moment =>
  (model) => {
    const returnedRefund = model.sales[sale]?.refunds[refund] as Refund;
    if (returnedRefund.failed) return { output: 'known already' };
    returnedRefund.failed = true;
    const card = getCard(model, returnedRefund.card);
    if (card.status === 'void') card.status = card.restoresTo;
    card.balance += returnedRefund.cents;
    return { output: 'refund failed' };
  };

export const dispute =
  (saleIndex: number, open: boolean): Moment =>
  (model) => {
    const sale = model.sales[saleIndex] as MoneyModel['sales'][number];
    sale.disputed = open;
    for (const card of model.cards.filter((candidate) => candidate.sale === saleIndex)) follow(card, open);
    return null;
  };

function follow(card: Card, frozen: boolean): void {
  const [from, to] = frozen ? (['active', 'frozen'] as const) : (['frozen', 'active'] as const);
  if (card.status === from) card.status = to;
  if (card.status === 'void') card.restoresTo = to;
}

function end(card: Card): void {
  card.lost += availableCents(card);
  card.balance = card.held;
  if (card.status === 'active') card.status = 'expired';
}

export const isOver = (card: Card, now: number): boolean =>
  card.status === 'expired' ? availableCents(card) > 0 : card.status === 'active' && card.until <= now;

export const expire =
  (cardIndex: number): Moment =>
  (model) => {
    if (isOver(getCard(model, cardIndex), model.now)) end(getCard(model, cardIndex));
    return null;
  };

export const reinstate =
  (cardIndex: number): Moment =>
  (model, seen) => {
    const card = getCard(model, cardIndex);
    if (card.status === 'frozen' || currentStatus(card, model.now) !== 'expired') return { output: 'not expired' };
    end(card);
    if (card.lost === 0) return { output: 'nothing left' };
    const cents = card.lost;
    Object.assign(card, { balance: card.balance + cents, lost: 0, until: Number(seen.until), status: 'active' });
    follow(card, model.sales[card.sale]?.disputed ?? false);
    return { output: 'reinstated', amount: cents };
  };

const MIN_CARD_CENTS = 50;
const isUsable = (card: Card, now: number): boolean =>
  currentStatus(card, now) === 'active' && availableCents(card) > 0;

function computeTender(card: Card, { total, now }: { total: number; now: number }): number {
  const maxTender = isUsable(card, now) ? Math.min(total, availableCents(card)) : 0;
  const rest = total - maxTender;
  return rest > 0 && rest < MIN_CARD_CENTS ? Math.max(0, maxTender - (MIN_CARD_CENTS - rest)) : maxTender;
}

/** Puts the card on the cart, reads the amount due, holds and spends it, each at its own moment. */
export const buy = (cardIndex: number, total: number): Moment[] => [
  (model, _, notes) => {
    if (isUsable(getCard(model, cardIndex), model.now)) return { put: 'put' };
    notes.hasEnded = true;
    return { put: 'gift_card_invalid' };
  },
  (model, _, notes) => {
    notes.due = total - computeTender(getCard(model, cardIndex), { total, now: model.now });
    return { due: notes.due };
  },
  (model, _, notes) => {
    const card = getCard(model, cardIndex);
    notes.tender = computeTender(card, { total, now: model.now });
    if (total - notes.tender !== notes.due) {
      notes.hasEnded = true;
      return { paid: 'gift_card_changed' };
    }
    card.held += notes.tender;
    return null;
  },
  (model, seen, { tender = 0, due = 0 }) => {
    const card = getCard(model, cardIndex);
    card.held -= tender;
    if (tender > 0 && card.status === 'frozen') return { paid: 'gift_card_changed' };
    card.balance -= tender;
    if (tender > 0)
      model.redemptions.push({
        id: String(seen.redemption),
        card: cardIndex,
        left: tender,
        redeemedAt: model.now,
        by: 'shop',
      });
    const redemption = tender > 0 ? model.redemptions.length - 1 : null;
    model.goods.push({ orderId: Number(seen.orderId), redemption, money: due });
    return { paid: 'paid' };
  },
];

export const giveBack =
  (orderId: number, cents: number): Moment =>
  (model) => {
    const order = model.goods.find((candidate) => candidate.orderId === orderId) as MoneyModel['goods'][number];
    const spent = order.redemption === null ? null : (model.redemptions[order.redemption] ?? null);
    const maxCents = (spent?.left ?? 0) + order.money;
    if (maxCents === 0) return refusal('order_not_refundable');
    if (cents > maxCents) return refusal('refund_too_large');
    const share = Math.min(cents, spent?.left ?? 0);
    if (spent && share > 0) {
      const card = getCard(model, spent.card);
      if (['void', 'expired'].includes(currentStatus(card, model.now))) return refusal('refund_to_gift_card_blocked');
      spent.left -= share;
      card.balance += share;
    }
    order.money -= cents - share;
    return { amount: cents, toCard: share };
  };
