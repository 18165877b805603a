import { t } from '@lingui/core/macro';
import { useSession } from '../session/session.ts';
import { closePopup, openPopup } from '../state/popups.ts';

export function showSignInError(): void {
  useSession.setState({ autologin_error: true, jwt: '' });
  closePopup();
  openPopup({
    kind: 'message',
    message: t`We could not sign you in. Please ask for a new code or link.`,
    signIn: true,
  });
}
