import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { findOpenCart } from '#server/domain/cart/queries.ts';
import { type CallingDevice, isNewDevice } from '#server/domain/customers/devices/device.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import type { StoredCard } from '#server/integrations/payments/port.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { ensureProviderCustomer } from '../payments/provider-customer.ts';
import { findSavedCard, savedByPreviousOwnerError } from '../payments/saved-cards.ts';
import {
  findLatestPlaced,
  findLatestUnacknowledged,
  markAcknowledged,
  type PlacedOrder,
} from '../stores/orders-store.ts';
import { findAttemptsOfCart } from '../stores/payments-store.ts';
import { checkOutCart } from './check-out-cart.ts';
import { repeatWindowStart } from './detect-duplicate-order.ts';

/**
 * Maximum number of tries to place one order. Each cart change ends a try; with none left, the call returns
 * `payment_unsettled`.
 */
const MAX_TRIES = 4;

export type Purchase = {
  customerId: number;
  /** The provider's payment method id, without the brand and last four digits; null if gift cards pay everything. */
  paymentMethod: string | null;
  saveCard: boolean;
  securityCodeToken: string | null;
  billingAddress: CartAddress | null;
  /** The line total that the customer was shown; null if the client sent none. */
  expectedCents: number | null;
  expectedCardDueCents: number | null;
  /** Keyed hash of the client's IP address or, for IPv6, of its network. */
  sender: string;
};

type Caller = {
  /**
   * If it returns false, the order stays unacknowledged, and repeating the purchase returns it (docs/decisions/026).
   */
  isClientConnected: () => boolean;
  session: Session;
  unverified: Session | null;
  device: CallingDevice;
  person: { token: string; address: string };
};

export type PayingSession = {
  session: Session;
  unverified: Session | null;
  /** The saved card that pays; null if the payment card is not saved or no rule needs it. */
  savedCard: StoredCard | null;
  /** `isNew`: the account has no history in this browser. */
  device: CallingDevice & { isNew: boolean };
};

type Preparation = Pick<Caller, 'isClientConnected' | 'person'> & {
  purchase: Purchase;
  payingSession: PayingSession;
  providerCustomerId: string | null;
  cartId: number | null;
  hasPassedHumanCheck: boolean;
};

export type Placement = Preparation & {
  startOver: (change?: Partial<Pick<Preparation, 'cartId' | 'hasPassedHumanCheck'>>) => Promise<Result<PlacedOrder>>;
};

/**
 * Places the customer's cart: reserves stock and gift cards (check-out-cart.ts, reserve-order.ts), pays
 * (settle-order.ts), records and approves the order (approve-order.ts). Concurrent and repeated calls create one order
 * and one charge, because reserving locks the customer, the attempt's key is the provider's idempotency key, and the
 * outcome is recorded once. If the provider does not respond, the order stays pending and the job reconcile-order
 * retries.
 */
export async function placeOrder(context: Context, purchase: Purchase, caller: Caller): Promise<Result<number>> {
  const placed = await prepareAndPlace(context, purchase, caller);
  if (isAppError(placed)) return placed;
  if (placed.acknowledgedAt === null && caller.isClientConnected())
    await markAcknowledged(context.database.orm, placed.id, context.clock.now());
  return placed.id;
}

async function prepareAndPlace(context: Context, purchase: Purchase, caller: Caller): Promise<Result<PlacedOrder>> {
  const { customerId, paymentMethod } = purchase;
  const [cardError, providerCustomerId, payingSession, cart] = await Promise.all([
    savedByPreviousOwnerError(context, { customerId, paymentMethod }),
    paymentMethod === null ? null : ensureProviderCustomer(context, customerId),
    readPayingSession(context, purchase, caller),
    findOpenCart(context.database.orm, customerId),
  ]);
  const reject = (error: AppError) => checkEarlierCharge(context, { customerId, cart, error });
  if (cardError) return reject(cardError);
  if (isAppError(providerCustomerId)) return reject(providerCustomerId);
  if (isAppError(payingSession)) return reject(payingSession);
  const { isClientConnected, person } = caller;
  const cartId = cart?.id ?? null;
  const prepared = {
    purchase,
    payingSession,
    providerCustomerId,
    cartId,
    hasPassedHumanCheck: false,
    isClientConnected,
    person,
  };
  return tryToPlace(context, prepared, MAX_TRIES);
}

async function tryToPlace(context: Context, prepared: Preparation, triesLeft: number): Promise<Result<PlacedOrder>> {
  if (triesLeft === 0) return appError('payment_unsettled');
  const startOver: Placement['startOver'] = (change) => tryToPlace(context, { ...prepared, ...change }, triesLeft - 1);
  return checkOutCart(context, { ...prepared, startOver });
}

async function readPayingSession(
  context: Context,
  purchase: Purchase,
  { session, unverified, device }: Caller,
): Promise<Result<PayingSession>> {
  const isNew = await isNewDevice(context.database.orm, device, context.clock.now());
  const savedCard = unverified !== null || isNew ? await findSavedCard(context, purchase) : null;
  return isAppError(savedCard) ? savedCard : { session, unverified, savedCard, device: { ...device, isNew } };
}

/**
 * Returns the order that a job placed, `payment_unsettled` if an earlier attempt may have charged the customer, or
 * `error`.
 */
async function checkEarlierCharge(
  { database: { orm }, clock }: Context,
  { customerId, cart, error }: { customerId: number; cart: { id: number } | null | undefined; error: AppError },
): Promise<Result<PlacedOrder>> {
  const recent = { customerId, since: repeatWindowStart(clock.now()) };
  if (!cart) return (await findLatestPlaced(orm, recent)) ?? error;
  if (error.code !== 'payments_unavailable') return error;
  const { livePayment } = await findAttemptsOfCart(orm, cart.id);
  const charged = livePayment ?? (await findLatestUnacknowledged(orm, recent));
  return charged === null ? error : appError('payment_unsettled');
}
