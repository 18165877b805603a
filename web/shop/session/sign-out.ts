import { dropCarriedCard } from '../state/carried-card.ts';
import { revokeToken } from './revoke-token.ts';
import { clearSession, useSession } from './session.ts';

/**
 * Signs out on this device at once and has the server revoke the token, for which the customer is not held up.
 * `keepLinks`: a personal link is about to sign in.
 */
export function signOut(how: { keepLinks?: boolean } = {}): void {
  const { token } = useSession.getState();
  clearSession();
  dropCarriedCard();
  void revokeToken(token, how);
}
