import type { Context } from '#server/context.ts';
import { openCart } from '#server/domain/cart/queries.ts';
import { type CallingDevice, isNewDevice } from '#server/domain/customers/devices/device.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { isPerson } from '#server/domain/customers/sign-in/human-check.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import type { Paying } from '../payments/new-device.ts';
import { ensurePaymentCustomer } from '../payments/payment-customer.ts';
import { formerCardError, savedCardOf } from '../payments/saved-cards.ts';
import { latestPlaced, latestUnacknowledged, markAcknowledged, type PlacedOrder } from '../stores/orders-store.ts';
import { attemptsOfCart } from '../stores/payments-store.ts';
import { type Purchase, prepareOrder, repeatableSince } from './prepare-order.ts';
import { settleIfAnswered } from './settle-order.ts';

/** A changed cart ends the attempt before it; more attempts than this mean that something is wrong. */
const MAX_ATTEMPTS = 4;

/**
 * Places the order of the customer's open cart: reserve (stock, order, attempt, job; one transaction) -> pay -> record.
 * Doubled taps, lost answers, two tabs and two processes end in the same order and the same charge: the customer's row
 * is locked while preparing, the attempt's key is the provider's idempotency key, and recording is done once. An order
 * of which gift cards leave nothing to pay is placed by the first step. Returns the order's id. While the provider does
 * not answer, the order stays pending and the job settle-order goes on.
 */
export async function placeOrder(context: Context, purchase: Purchase, caller: Caller): Promise<Result<number>> {
  const { clientConnected } = caller;
  const placed = await prepareAndPay(context, purchase, caller);
  if (isAppError(placed)) return placed;
  // Whoever recorded it before this call has not noted that.
  if (placed.acknowledgedAt === null && clientConnected())
    await markAcknowledged(context.database.orm, placed.id, context.clock.now());
  return placed.id;
}

/**
 * `clientConnected`: the client still waits for the answer; otherwise the same purchase made again is this order
 * (docs/decisions/026). `unproved`: its session, unless that is proved. `person`: what the human check is shown, if it
 * is needed.
 */
type Caller = {
  clientConnected: () => boolean;
  session: Session;
  unproved: Session | null;
  device: CallingDevice;
  person: { token: string; address: string };
};

async function prepareAndPay(
  context: Context,
  purchase: Purchase,
  { clientConnected: isAwaited, session, unproved, device, person }: Caller,
): Promise<Result<PlacedOrder>> {
  const [providerCustomerId, paying, cart] = await Promise.all([
    payingCustomer(context, purchase),
    readPaying(context, { purchase, session, unproved, device }),
    openCart(context.database.orm, purchase.customerId),
  ]);
  const { customerId } = purchase;
  if (isAppError(providerCustomerId)) return unlessCharged(context, { customerId, cart, error: providerCustomerId });
  if (isAppError(paying)) return unlessCharged(context, { customerId, cart, error: paying });
  const { securityCode } = purchase;
  let cartId = cart?.id ?? null;
  let checked = false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const prepared = await prepareOrder(context, { purchase, paying, cartId, isAwaited, isPerson: checked });
    if (isAppError(prepared)) {
      if (prepared.code !== 'human_check_needed') return prepared;
      // The limits on declined payments hold while the service of the check gives no verdict.
      checked = await isPerson(context, { ...person, action: 'checkout', unavailable: 'allow' });
      if (!checked) return person.token === '' ? prepared : appError('not_a_person');
      continue;
    }
    if ('openCartId' in prepared) {
      cartId = prepared.openCartId;
      continue;
    }
    if (prepared.placed) return prepared.placed;
    const settled = await settleIfAnswered(context, { ...prepared, providerCustomerId, securityCode, isAwaited });
    if (isAppError(settled)) return settled;
    if (settled !== null) return settled;
  }
  return appError('payment_unsettled');
}

/**
 * Returns the error, unless it denies a charge that an earlier attempt may have made (`payments_unavailable`). If a job
 * has placed the order of the cart meanwhile, returns that order: then nothing is left to pay.
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

/** Asks the provider whether a saved card pays only where that matters. */
async function readPaying(
  context: Context,
  { purchase, session, unproved, device }: { purchase: Purchase } & Pick<Caller, 'session' | 'unproved' | 'device'>,
): Promise<Result<Paying>> {
  const isNew = await isNewDevice(context.database.orm, device, context.clock.now());
  const savedCard = unproved !== null || isNew ? await savedCardOf(context, purchase) : null;
  return isAppError(savedCard) ? savedCard : { session, unproved, savedCard, device: { ...device, isNew } };
}

/**
 * The provider's id of the customer, or why this payment card cannot be used; null without one, when the provider is not
 * asked for anything.
 */
async function payingCustomer(
  context: Context,
  { customerId, paymentMethod }: Purchase,
): Promise<Result<string | null>> {
  if (paymentMethod === null) return null;
  const [former, providerCustomerId] = await Promise.all([
    formerCardError(context, { customerId, paymentMethod }),
    ensurePaymentCustomer(context, customerId),
  ]);
  return former ?? providerCustomerId;
}
