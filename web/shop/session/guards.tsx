import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openPopup } from '../state/popups.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { useSession } from './session.ts';

type CustomersOnlyProps = {
  children: ReactNode;
  /** Shown until the stored session has been read: the skeleton of the screen. */
  waiting?: ReactNode;
};

/**
 * A visitor goes to /browse and is asked to sign in: after that, registration included, they are at the address they
 * asked for. A customer whose sign-in has run out goes to /signin.
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
      leaveForSignIn();
      return;
    }
    void navigate('/browse', { replace: true });
    // Whoever has signed out here asked for none.
    if (!wasSignedIn.current) openPopup({ kind: 'sign-in', place: address });
  }, [restored, is_signed_in, auth_expired, navigate, address]);
  return is_signed_in ? children : waiting;
}

/** Signed-in customers go to /browse. */
export function GuestsOnly({ children, waiting = null }: { children: ReactNode; waiting?: ReactNode }) {
  const { restored, is_signed_in } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (is_signed_in) void navigate('/browse', { replace: true });
  }, [is_signed_in, navigate]);
  return restored && !is_signed_in ? children : waiting;
}
