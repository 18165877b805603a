import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openPopup } from '../state/popups.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { useSession } from './session.ts';

type CustomersOnlyProps = {
  children: ReactNode;
  /** Shown until the stored session has been read: the skeleton of the screen. */
  waiting?: ReactNode;
  /** /checkout and /giftcard pages also open the sign-in popup. */
  askToSignIn?: boolean;
};

/** A visitor goes to /browse, a customer whose sign-in has run out to /signin. */
export function CustomersOnly({ children, waiting = null, askToSignIn = false }: CustomersOnlyProps) {
  const { restored, is_signed_in, auth_expired } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    wasSignedIn.current ||= is_signed_in;
    if (!restored || is_signed_in) return;
    if (auth_expired) {
      leaveForSignIn();
      return;
    }
    void navigate('/browse', { replace: true });
    // After signing in the customer gets to the page they asked for; whoever has signed out here asked for none.
    if (askToSignIn && !wasSignedIn.current) openPopup({ kind: 'sign-in', next: () => void navigate(pathname) });
  }, [restored, is_signed_in, auth_expired, askToSignIn, navigate, pathname]);
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
