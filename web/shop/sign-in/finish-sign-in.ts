import { t } from '@lingui/core/macro';
import { SIGN_IN_SUCCESS_MS } from '#contract/rules/limits.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { api } from '../calls/api.ts';
import { rememberLink, setVerifiedMobile, signIn, useSession } from '../session/session.ts';
import { closePopup, openPopup, promptForPasskeys, usePopups } from '../state/popups.ts';
import type { ShowPage } from '../state/route-shown.ts';
import { showToast } from '../state/toasts.ts';
import { continueAfterSignIn } from './after-sign-in.ts';
import { showSignInError } from './show-sign-in-error.ts';
import { captureSignInOrigin } from './sign-in-origin.ts';

type Going = { showPage: ShowPage; place: string | undefined };
type Finish = Going & { onExpired: (link: { mobile: string; jwt: string }) => void };

/** Verifies the JWT while 'Success' is shown, for two seconds or until it is closed. Throws an ApiError. */
export async function finishSignIn({ showPage, onExpired, place }: Finish): Promise<void> {
  const { jwt } = useSession.getState();
  const body = { jwt, autologin: false };
  const [answer] = await Promise.all([api('POST mobiledigital/auth', { body }), waitForSuccess()]);
  if (answer.expired_link) {
    showExpired({ answer, jwt, onExpired });
    return;
  }
  if (answer.existing_user) {
    await continueSignedIn(answer, { showPage, place });
    return;
  }
  if (isSignInPopup()) closePopup();
  if (answer.new_user) {
    setVerifiedMobile(answer, jwt);
    await showPage('/register', { state: captureSignInOrigin(place) });
  } else {
    showSignInError();
  }
}

export async function continueSignedIn(answer: AuthAnswer, { showPage, place }: Going): Promise<void> {
  if (isSignInPopup()) closePopup();
  signIn(answer, { endFormer: true });
  await promptForPasskeys(answer.new_passkeys ?? []);
  if (place !== undefined) await showPage(place);
  else if (!continueAfterSignIn()) showToast(t`You are signed in`);
}

function showExpired({ answer, jwt, onExpired }: Pick<Finish, 'onExpired'> & { answer: AuthAnswer; jwt: string }) {
  rememberLink(answer);
  const mobile = answer.mobile ?? '';
  useSession.setState({ jwt, expired_mobile: mobile });
  if (isSignInPopup()) onExpired({ mobile, jwt });
  else openPopup({ kind: 'sign-in', step: 'code', mobile, expired: true });
}

const isSignInPopup = () => usePopups.getState().popup?.kind === 'sign-in';

function waitForSuccess(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, SIGN_IN_SUCCESS_MS);
    const unwatch = usePopups.subscribe(() => !isSignInPopup() && done());
    function done() {
      clearTimeout(timer);
      unwatch();
      resolve();
    }
  });
}
