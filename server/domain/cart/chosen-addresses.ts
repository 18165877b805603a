import { identifyWriter, type Session } from '#server/domain/customers/sessions/sessions.ts';
import type { CartRow } from './queries.ts';

type Chosen = Pick<CartRow, 'shippingAddress' | 'billingAddress'>;

/**
 * Ignores addresses set by another, unverified link session (`isByOther`): someone with a forwarded link must not
 * decide where the owner's order goes.
 */
export function resolveCartAddresses(cart: CartRow, session: Session): Chosen & { isByOther: boolean } {
  const isByOther = cart.addressesBy !== null && cart.addressesBy !== identifyWriter(session);
  const { shippingAddress, billingAddress } = isByOther ? { shippingAddress: null, billingAddress: null } : cart;
  return { shippingAddress, billingAddress, isByOther };
}
