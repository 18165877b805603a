import { t } from '@lingui/core/macro';
import { useSession } from '../session/session.ts';
import { closePopup, openPopup } from '../state/popups.ts';

/** The server did not verify the token (status false): stored in the session, and shown in a message. */
export function showSignInError(): void {
  useSession.setState({ autologin_error: true, jwt: '' });
  closePopup();
  openPopup({
    kind: 'message',
    message: t`We could not sign you in. Please ask for a new code or link.`,
    signIn: true,
  });
}
