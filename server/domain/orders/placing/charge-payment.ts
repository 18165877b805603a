import type { Context } from '#server/context.ts';
import { exceeds, GIFTS_WINDOW_MS } from '#server/domain/gift-cards/gift-value-rules.ts';
import { lockGiftSums } from '#server/domain/gift-cards/queries.ts';
import {
  isOfAccount,
  type PaymentOutcome,
  type PaymentRequest,
  paymentsUnreachable,
} from '#server/integrations/payments/port.ts';
import { type Handle, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { DECLINE_WINDOW_MS, secondsUntil } from '../limits/payment-limits.ts';
import { paymentCustomerOf } from '../payments/payment-customer.ts';
import { heldByCard } from '../review/approval.ts';
import { giftSumsOfCard } from '../stores/gift-rules-store.ts';
import { lockOrder, type OrderRow, updateOrder } from '../stores/orders-store.ts';
import { keepCreatedPayment, lockPayment, type PaymentRow } from '../stores/payments-store.ts';

/** As it was written: nobody has asked the provider for it yet. */
export type StartedAttempt = { order: OrderRow; payment: PaymentRow };
/** `providerCustomerId`, `securityCode`: where its caller knows them. */
type Attempt = StartedAttempt & {
  abandon: boolean;
  providerCustomerId?: string | null | undefined;
  securityCode?: string | null | undefined;
};

/** What became of it, null: it never reached the provider; and why its order waits for an operator by now. */
export type Charged = { outcome: PaymentOutcome | Blocked | null; heldFor: HeldFor | null };

/** Nothing was charged: too many payments by this card were declined, whoever made them. */
type Blocked = { state: 'blocked'; paymentId: string; retryAfter: number };

/**
 * Create, keep the id, confirm: nothing is charged before the id is kept, so whatever happens afterwards can be looked
 * up by id. An attempt that is abandoned is ended at the provider, never paid to find out; if it was paid after all,
 * that is the outcome.
 */
export async function chargePayment(context: Context, { abandon, ...charge }: Attempt): Promise<Charged> {
  const { payments } = context.integrations;
  const { payment, securityCode = null } = charge;
  const { heldFor } = charge.order;
  if (!isOfAccount(payment.provider, payments)) return { outcome: ofAnotherAccount(payment), heldFor };
  const known = payment.providerPaymentId;
  if (known === null) return abandon ? { outcome: null, heldFor } : createAndConfirm(context, charge);
  if (abandon) await payments.cancel(known);
  const isAsked = abandon || payment.state === 'requires_action';
  const outcome = await (isAsked ? payments.retrieve(known) : payments.confirm(known, { again: true, securityCode }));
  return { outcome, heldFor };
}

type Charge = Omit<Attempt, 'abandon'>;

async function createAndConfirm(context: Context, charge: Charge): Promise<Charged> {
  const { payments } = context.integrations;
  const request = await requestOf(context, charge);
  const { heldFor } = charge.order;
  if (request === null) return { outcome: null, heldFor };
  const created = await payments.createPayment(request);
  if ('state' in created) return { outcome: created, heldFor };
  const now = context.clock.now();
  const keep = isJudgedByCard(context, { charge, created }) ? keepAndJudge : keepCreated;
  const kept = await keep(context, { charge, created, now });
  const outcome = await confirmKept(context, { charge, created, kept, now });
  return { outcome, heldFor: kept === null ? heldFor : kept.heldFor };
}

type Created = { paymentId: string; cardPrint: string | null };
type Keeping = { charge: Charge; created: Created; now: Date };
/** Null: the attempt is over. */
type Kept = { paymentId: string; limitedBy: Date | null; heldFor: HeldFor | null } | null;

async function confirmKept(
  context: Context,
  { charge, created: { paymentId }, kept, now }: Keeping & { kept: Kept },
): Promise<PaymentOutcome | Blocked> {
  const { payments } = context.integrations;
  // This one is never confirmed: another was kept first, or the attempt is over.
  if (kept?.paymentId !== paymentId) await payments.cancel(paymentId);
  if (kept === null) return payments.retrieve(paymentId);
  const how = { again: kept.paymentId !== paymentId, securityCode: charge.securityCode ?? null };
  if (kept.limitedBy === null) return payments.confirm(kept.paymentId, how);
  await payments.cancel(kept.paymentId);
  const present = await payments.retrieve(kept.paymentId);
  if (present.state !== 'voided') return present;
  const retryAfter = secondsUntil(kept.limitedBy, DECLINE_WINDOW_MS, now);
  return { state: 'blocked', paymentId: kept.paymentId, retryAfter };
}

async function keepCreated(context: Context, keeping: Keeping, handle: Handle = context.database.orm): Promise<Kept> {
  const { charge, created, now } = keeping;
  const kept = await keepCreatedPayment(handle, {
    ...created,
    id: charge.payment.id,
    now,
    since: new Date(now.getTime() - DECLINE_WINDOW_MS),
    atMost: context.settings.DECLINES_PER_CARD,
  });
  return kept && { ...kept, heldFor: charge.order.heldFor };
}

/** What is captured in one step is not judged: a release that does not know the rule began it. */
const isJudgedByCard = ({ settings }: Context, { charge, created }: Omit<Keeping, 'now'>): boolean =>
  settings.APPROVAL_GIFTS_PER_CARD > 0 && created.cardPrint !== null && !charge.payment.capture;

/**
 * The same, and holds the order when its gift cards are too much for the payment card, which is known from here on. The
 * orders of one card are judged one after the other, and each order once, by whoever keeps its payment first.
 */
async function keepAndJudge(context: Context, keeping: Keeping): Promise<Kept> {
  const { charge, created, now } = keeping;
  const cardPrint = created.cardPrint ?? '';
  const { id: orderId } = charge.order;
  const since = new Date(now.getTime() - GIFTS_WINDOW_MS);
  return context.database.transaction(async (tx) => {
    const [, order, before, kept, sums] = await together([
      lockGiftSums(tx, [`card ${cardPrint}`]),
      lockOrder(tx, orderId),
      lockPayment(tx, charge.payment.id),
      keepCreated(context, keeping, tx),
      giftSumsOfCard(tx, { cardPrint, orderId, since }),
    ]);
    if (kept === null || order === null) return null;
    if (before?.providerPaymentId !== null || order.status !== 'pending') return { ...kept, heldFor: order.heldFor };
    const isTooMuch = sums.own > 0 && exceeds(sums.all, context.settings.APPROVAL_GIFTS_PER_CARD);
    const heldFor = heldByCard(order.heldFor, isTooMuch);
    if (heldFor !== order.heldFor) await updateOrder(tx, orderId, { heldFor });
    return { ...kept, heldFor };
  });
}

/**
 * The settings name another account now. Sandbox and test mode never charged anybody; a live account needs its
 * own keys.
 */
function ofAnotherAccount({ id, provider }: PaymentRow): null {
  if (provider === 'sandbox' || provider === 'stripe-test') return null;
  throw paymentsUnreachable(
    new Error(`Payment ${id} is of the account ${provider}, which the settings no longer name.`),
  );
}

/**
 * Null when the provider no longer knows the customer: without a kept id nothing was confirmed, so the attempt can be
 * abandoned.
 */
async function requestOf(context: Context, { order, payment, ...charge }: Charge): Promise<PaymentRequest | null> {
  const providerCustomerId = charge.providerCustomerId ?? (await paymentCustomerOf(context, order.customerId));
  if (providerCustomerId === null) return null;
  return {
    idempotencyKey: payment.idempotencyKey,
    orderId: order.id,
    cartId: order.cartId,
    amountCents: payment.amountCents,
    currency: 'AUD',
    providerCustomerId,
    paymentMethod: payment.paymentMethod,
    saveCard: payment.saveCard,
    capture: payment.capture,
  };
}
