import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { openCart } from '#server/domain/cart/queries.ts';
import { type CallingDevice, isNewDevice } from '#server/domain/customers/devices/device.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import type { PayingSession } from '../payments/code-required.ts';
import { ensurePaymentCustomer } from '../payments/payment-customer.ts';
import { formerCardError, savedCardOf } from '../payments/saved-cards.ts';
import { latestPlaced, latestUnacknowledged, markAcknowledged, type PlacedOrder } from '../stores/orders-store.ts';
import { attemptsOfCart } from '../stores/payments-store.ts';
import { checkOutCart } from './check-out-cart.ts';
import { repeatableSince } from './detect-duplicate-order.ts';

/** A changed cart ends the attempt before it; more tries than this mean that something is wrong. */
const MAX_TRIES = 4;

export type Purchase = {
  customerId: number;
  /** A payment method's id, without brand and last four; null where gift cards are to pay everything. */
  paymentMethod: string | null;
  saveCard: boolean;
  /** The provider's token for the security code of a saved card. */
  securityCode: string | null;
  billingAddress: CartAddress | null;
  /** The price of all lines that the customer was shown; null if the client does not send it. */
  expectedCents: number | null;
  /** The part for the payment card that the customer was shown; null if the client does not send it. */
  expectedCardDueCents: number | null;
  /** A keyed hash of the caller's address, as the limits on payments use it. */
  sender: string;
};

/** `isClientConnected`: without a client that waits, a repeated purchase returns this order (docs/decisions/026). */
type Caller = {
  isClientConnected: () => boolean;
  session: Session;
  /** The session unless it is proved. */
  unproved: Session | null;
  device: CallingDevice;
  /** What the human check is shown, if it is needed. */
  person: { token: string; address: string };
};

/** What must be known before an order can be reserved. */
type Preparation = Pick<Caller, 'isClientConnected' | 'person'> & {
  purchase: Purchase;
  payingSession: PayingSession;
  /** Null without a payment method: the provider is not asked then. */
  providerCustomerId: string | null;
  /** The open cart as it was last read; null without one. */
  cartId: number | null;
  /** The human check has been passed. */
  isPerson: boolean;
};

/** One try to place an order. */
export type Placement = Preparation & {
  /** Tries again when the cart has changed, the human check is passed or an attempt has ended. */
  startOver: (change?: Partial<Pick<Preparation, 'cartId' | 'isPerson'>>) => Promise<Result<PlacedOrder>>;
};

/**
 * Places the order of the customer's open cart and returns its id. Each step calls the next: reserve in one
 * transaction (check-out-cart.ts, reserve-order.ts), pay (settle-order.ts), record and approve (approve-order.ts).
 * An order that gift cards pay in full needs no payment. Double taps, lost answers, two tabs and two processes end in
 * one order and one charge: the customer's row is locked while reserving, the attempt's key is the provider's
 * idempotency key, and the result is recorded once. While the provider does not answer, the order stays pending and the
 * job reconcile-order retries.
 */
export async function placeOrder(context: Context, purchase: Purchase, caller: Caller): Promise<Result<number>> {
  const placed = await prepareAndPlace(context, purchase, caller);
  if (isAppError(placed)) return placed;
  // If another caller recorded the order, it could not acknowledge it.
  if (placed.acknowledgedAt === null && caller.isClientConnected())
    await markAcknowledged(context.database.orm, placed.id, context.clock.now());
  return placed.id;
}

async function prepareAndPlace(context: Context, purchase: Purchase, caller: Caller): Promise<Result<PlacedOrder>> {
  const [providerCustomerId, payingSession, cart] = await Promise.all([
    readProviderCustomer(context, purchase),
    readPayingSession(context, purchase, caller),
    openCart(context.database.orm, purchase.customerId),
  ]);
  const { customerId } = purchase;
  if (isAppError(providerCustomerId)) return unlessCharged(context, { customerId, cart, error: providerCustomerId });
  if (isAppError(payingSession)) return unlessCharged(context, { customerId, cart, error: payingSession });
  const { isClientConnected, person } = caller;
  const cartId = cart?.id ?? null;
  const prepared = { purchase, payingSession, providerCustomerId, cartId, isPerson: false, isClientConnected, person };
  return tryToPlace(context, prepared, MAX_TRIES);
}

/** Hands on to the next step, with the way back to this one. */
async function tryToPlace(context: Context, prepared: Preparation, triesLeft: number): Promise<Result<PlacedOrder>> {
  if (triesLeft === 0) return appError('payment_unsettled');
  const startOver: Placement['startOver'] = (change) => tryToPlace(context, { ...prepared, ...change }, triesLeft - 1);
  return checkOutCart(context, { ...prepared, startOver });
}

/** Returns the provider's id of the customer, or why this payment card cannot be used. */
async function readProviderCustomer(
  context: Context,
  { customerId, paymentMethod }: Purchase,
): Promise<Result<string | null>> {
  if (paymentMethod === null) return null;
  const [formerCard, providerCustomerId] = await Promise.all([
    formerCardError(context, { customerId, paymentMethod }),
    ensurePaymentCustomer(context, customerId),
  ]);
  return formerCard ?? providerCustomerId;
}

/** Asks the provider for the saved card only where a rule needs it. */
async function readPayingSession(
  context: Context,
  purchase: Purchase,
  { session, unproved, device }: Caller,
): Promise<Result<PayingSession>> {
  const isNew = await isNewDevice(context.database.orm, device, context.clock.now());
  const savedCard = unproved !== null || isNew ? await savedCardOf(context, purchase) : null;
  return isAppError(savedCard) ? savedCard : { session, unproved, savedCard, device: { ...device, isNew } };
}

/**
 * Returns the error, unless it would deny a charge that an earlier attempt may have made (`payments_unavailable`). If a
 * job has placed the cart's order in the meantime, returns that order.
 */
async function unlessCharged(
  { database: { orm }, clock }: Context,
  { customerId, cart, error }: { customerId: number; cart: { id: number } | null | undefined; error: AppError },
): Promise<Result<PlacedOrder>> {
  const recent = { customerId, since: repeatableSince(clock.now()) };
  if (!cart) return (await latestPlaced(orm, recent)) ?? error;
  if (error.code !== 'payments_unavailable') return error;
  const { livePayment } = await attemptsOfCart(orm, cart.id);
  const charged = livePayment ?? (await latestUnacknowledged(orm, recent));
  return charged === null ? error : appError('payment_unsettled');
}
