import { type Session, writerOf } from '#server/domain/customers/sessions/sessions.ts';
import type { CartRow } from './queries.ts';

type Chosen = Pick<CartRow, 'shippingAddress' | 'billingAddress'>;

/**
 * The addresses on a cart that count for a session. Those that another session chose, which a link had opened and no code
 * proved, do not: `isByOther`. Else whoever opened a forwarded link would say where the owner's next order goes.
 */
export function chosenAddresses(cart: CartRow, session: Session): Chosen & { isByOther: boolean } {
  const isByOther = cart.addressesBy !== null && cart.addressesBy !== writerOf(session);
  const { shippingAddress, billingAddress } = isByOther ? { shippingAddress: null, billingAddress: null } : cart;
  return { shippingAddress, billingAddress, isByOther };
}
