import { dropCarriedCard } from '../state/carried-card.ts';
import { revokeToken } from './revoke-token.ts';
import { clearSession, useSession } from './session.ts';

/**
 * Revokes the token in the background. `keepLinks`: opened personal links stay valid, because one of them is about to
 * sign in.
 */
export function signOut(options: { keepLinks?: boolean } = {}): void {
  const { token } = useSession.getState();
  clearSession();
  dropCarriedCard();
  void revokeToken(token, options);
}
