import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openPopup } from '../state/popups.ts';
import { redirectToSignIn } from './leave-for-sign-in.ts';
import { useSession } from './session.ts';

type CustomersOnlyProps = {
  children: ReactNode;
  waiting?: ReactNode;
};

/**
 * Sends visitors to /browse with the sign-in popup, which returns to this page even after registration. Customers with
 * an expired session go to /signin.
 */
export function CustomersOnly({ children, waiting = null }: CustomersOnlyProps) {
  const { restored, is_signed_in, auth_expired } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const address = `${pathname}${search}${hash}`;
  const wasSignedIn = useRef(false);
  useEffect(() => {
    wasSignedIn.current ||= is_signed_in;
    if (!restored || is_signed_in) return;
    if (auth_expired) {
      redirectToSignIn();
      return;
    }
    void navigate('/browse', { replace: true });
    // Do not ask customers who just signed out to sign in.
    if (!wasSignedIn.current) openPopup({ kind: 'sign-in', place: address });
  }, [restored, is_signed_in, auth_expired, navigate, address]);
  return is_signed_in ? children : waiting;
}

export function GuestsOnly({ children, waiting = null }: { children: ReactNode; waiting?: ReactNode }) {
  const { restored, is_signed_in } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (is_signed_in) void navigate('/browse', { replace: true });
  }, [is_signed_in, navigate]);
  return restored && !is_signed_in ? children : waiting;
}
