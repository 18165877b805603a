import { t } from '@lingui/core/macro';
import { useSession } from '../session/session.ts';
import { closePopup, usePopups } from '../state/popups.ts';
import { closeToast, showToast } from '../state/toasts.ts';

/**
 * Announces a sign-out, even in another tab, but not one caused by a sign-in link, a change of customer or an expired
 * session. Returns a function that stops this.
 */
export function announceSignOut(): () => void {
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
