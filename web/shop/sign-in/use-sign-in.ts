import { useEffect, useReducer } from 'react';
import { mobileError, toE164, toLocalMobile } from '#contract/rules/customer/mobile.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { errorText } from '../errors/error-text.ts';
import { showError } from '../errors/show-error.ts';
import { prepareHumanToken } from '../human-check/human-check.ts';
import { useSession } from '../session/session.ts';
import { getVerifiedMobile } from '../session/verified-mobile.ts';
import { closePopup, type PopupOf } from '../state/popups.ts';
import { type ShowPage, useShowPage } from '../state/route-shown.ts';
import { deferUntilSignIn } from './after-sign-in.ts';
import { confirmCode, readSentCode, sendCode } from './code-calls.ts';
import { localCodeError } from './code-rejection.ts';
import { continueSignedIn, finishSignIn } from './finish-sign-in.ts';
import { showSignInError } from './show-sign-in-error.ts';
import {
  isOnItsWay,
  isWholeCode,
  type SignInEvent,
  type SignInFlow,
  signInReducer,
  startSignIn,
} from './sign-in-flow.ts';
import { captureSignInOrigin } from './sign-in-origin.ts';

export type SignIn = {
  flow: SignInFlow;
  typeMobile: (mobile: string) => void;
  typeCode: (typed: string) => void;
  changeMobile: () => void;
  sendCode: (options?: { isResend?: boolean }) => void;
  confirmCode: () => void;
  verifyAgain: () => void;
  enter: (answer: AuthAnswer) => Promise<void>;
};

export function useSignIn(popup: PopupOf<'sign-in'>): SignIn {
  const showPage = useShowPage();
  const [flow, dispatch] = useReducer(signInReducer, popup, startFor);

  useEffect(() => {
    deferUntilSignIn(popup.next);
    prepareHumanToken('login');
  }, [popup]);

  function call(work: Promise<SignInEvent>) {
    dispatch({ type: 'call' });
    work
      .then((event) => {
        dispatch(event);
        if (event.type === 'confirmed') verify();
      })
      .catch((error: unknown) => {
        dispatch({ type: 'call-failed' });
        showError(error);
      });
  }
  function confirm(code: string) {
    if (flow.busy) return;
    const error = localCodeError(code, flow.rejected);
    if (error) dispatch({ type: 'rejected', errors: { code: error } });
    else call(confirmCode(flow, code));
  }
  function verify() {
    const onExpired = (link: { mobile: string; jwt: string }) => dispatch({ type: 'link-expired', ...link });
    finishSignIn({ showPage, onExpired, place: popup.place }).catch((error: unknown) => {
      dispatch({ type: 'verification-failed' });
      showError(error);
    });
  }

  return {
    flow,
    typeMobile: (mobile) => dispatch({ type: 'type-mobile', mobile }),
    typeCode(typed) {
      const { code } = signInReducer(flow, { type: 'type-code', typed });
      dispatch({ type: 'type-code', typed });
      if (code !== flow.code && isWholeCode(code)) confirm(code);
    },
    changeMobile: () => dispatch({ type: 'change-mobile' }),
    sendCode({ isResend = false } = {}) {
      const error = mobileError(flow.mobile);
      if (error) dispatch({ type: 'rejected', errors: { mobile: errorText(error) } });
      else if (isVerified(flow.mobile)) void register(showPage, popup.place);
      else if (!isResend && isOnItsWay(flow, Date.now())) dispatch({ type: 'enter-code' });
      else if (!flow.busy) call(sendCode(flow));
    },
    confirmCode: () => confirm(flow.code),
    verifyAgain() {
      dispatch({ type: 'call' });
      dispatch({ type: 'confirmed' });
      verify();
    },
    async enter(answer) {
      if (answer.existing_user) await continueSignedIn(answer, { showPage, place: popup.place });
      else showSignInError();
    },
  };
}

const isVerified = (mobile: string): boolean => getVerifiedMobile()?.mobile === toE164(mobile);

async function register(showPage: ShowPage, place: string | undefined): Promise<void> {
  useSession.setState({ ...getVerifiedMobile(), new_user: true });
  closePopup();
  await showPage('/register', { state: captureSignInOrigin(place) });
}

/** Prefills the number last used in this browser, or the mobile number and JWT of an expired link. */
function startFor(popup: PopupOf<'sign-in'>): SignInFlow {
  const { jwt, mobile } = useSession.getState();
  const now = Date.now();
  if (popup.step === 'code' && popup.mobile) {
    return startSignIn({ mobile: popup.mobile, expiredJwt: popup.expired ? jwt : '', codeSentAt: now });
  }
  const sentCode = readSentCode(now);
  const another = popup.mobile !== undefined && sentCode !== null && toE164(sentCode.mobile) !== toE164(popup.mobile);
  return { ...startSignIn({ mobile: toLocalMobile(popup.mobile ?? mobile) }), ...(another ? {} : sentCode) };
}
