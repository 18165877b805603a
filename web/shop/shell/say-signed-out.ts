import { t } from '@lingui/core/macro';
import { useSession } from '../session/session.ts';
import { closePopup, usePopups } from '../state/popups.ts';
import { closeToast, showToast } from '../state/toasts.ts';

/**
 * A sign-out, here or in another tab, says so, and what offered something of the customer's goes. Not where it belongs
 * to something else: a link that signs in, another customer who has, a sign-in that has run out. Returns how to stop.
 */
export function saySignedOut(): () => void {
  return useSession.subscribe((now, before) => {
    if (!before.is_signed_in || now.is_signed_in) return;
    closeToast();
    if (usePopups.getState().popup?.kind === 'cart') closePopup();
    queueMicrotask(() => {
      const { is_signed_in, auth_expired } = useSession.getState();
      const byLink = globalThis.location.pathname.startsWith('/autologin/');
      if (!is_signed_in && !auth_expired && !byLink) showToast(t`You are signed out`);
    });
  });
}
