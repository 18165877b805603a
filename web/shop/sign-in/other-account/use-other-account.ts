import { useEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router';
import {
  mobileError as formError,
  isAustralianMobile,
  toE164,
  toLocalMobile,
} from '#contract/rules/customer/mobile.ts';
import { emailError as emailFormError } from '#contract/rules/customer/registration.ts';
import { api } from '../../calls/api.ts';
import { errorText } from '../../errors/error-text.ts';
import { type RejectedFields, saveErrorsText, toFieldMessages } from '../../errors/save-errors.ts';
import { prepareHumanToken } from '../../human-check/human-check.ts';
import { readReturnPage } from '../../session/return-to.ts';
import { useSession } from '../../session/session.ts';
import { readFormDraft, saveFormDraft, useSaveFormDraft } from '../../state/form-drafts.ts';
import { closePopup } from '../../state/popups.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { requestRecoveryCode, requestTextCode, verifyMobileCode } from '../proof-calls.ts';
import { captureSignInOrigin, readSignInOrigin, type SignInOrigin } from '../sign-in-origin.ts';
import { useCode } from '../use-code.ts';

type Step = 'mobile' | 'mobile-code' | 'email' | 'email-code' | 'in-use';
/** `jwt`: the proof that the number was verified, or ''. `at`: the time of that verification, or of the start. */
type Entered = { step: Step; mobile: string; jwt: string; email: string; at: string };
export type OtherAccount = ReturnType<typeof useOtherAccount>;

/**
 * Moves the account of a customer who lost the old number. Confirms a code sent to the new number, then one sent to the
 * account's email. `place`: the requested path.
 */
export function useOtherAccount(place: string | undefined) {
  const showPage = useShowPage();
  const location = useLocation();
  const [entered, setEntered] = useState(begin);
  const [errors, setErrors] = useState({ mobile: '', email: '', 'in-use': '' });
  const { step, jwt, email } = entered;
  const mobile = toE164(entered.mobile) ?? '';
  const enter = (changes: Partial<Entered>) => setEntered((before) => ({ ...before, ...changes }));
  const show = (changes: Partial<typeof errors>) => setErrors((before) => ({ ...before, ...changes }));

  useEffect(() => prepareHumanToken('login'), []);
  // The draft survives reloads, so that customers return to the code step after reading their mail.
  useSaveFormDraft(FORM, entered);

  const text = useCode({
    send: () => requestTextCode(mobile),
    onSent: () => enter({ step: 'mobile-code' }),
    async confirm(code) {
      const proof = await verifyMobileCode(mobile, code);
      if ('rejection' in proof) return proof.rejection;
      enter({ step: 'email', jwt: proof.jwt, at: String(Date.now()) });
      return null;
    },
  });
  const mail = useCode({
    send: () => requestRecoveryCode(email.trim()),
    onSent: () => enter({ step: 'email-code' }),
    confirm: recover,
  });

  /** At the step 'in-use', takes the number from its current account. */
  async function recover(email_code: string): Promise<RejectedFields | null> {
    const take_mobile = step === 'in-use';
    const answer = await api('POST mobiledigital/recoveraccount', {
      body: { jwt, email: email.trim(), email_code, take_mobile },
    });
    if (answer.status) {
      saveFormDraft(FORM, null);
      closePopup();
      await showPage(`/autologin/${jwt}`, { replace: true, state: buildSignInOrigin(location, place) });
      return null;
    }
    const wrong = resolveStep(answer.codes?.mobile);
    enter(wrong === 'mobile' ? { step: wrong, jwt: '' } : { step: wrong });
    if (wrong === 'email-code') return answer;
    show({ [wrong]: wrong === 'in-use' && !take_mobile ? '' : saveErrorsText(toFieldMessages(answer)) });
    return null;
  }

  return {
    step,
    mobile,
    typed: entered.mobile,
    email,
    text,
    mail,
    errors,
    typeMobile(typed: string) {
      enter({ mobile: typed, jwt: '' });
      show({ mobile: '' });
      text.clear();
    },
    typeEmail(typed: string) {
      enter({ email: typed });
      show({ email: '' });
      mail.clear();
    },
    toMobile: () => enter({ step: 'mobile', jwt: '' }),
    toEmail: () => enter({ step: 'email' }),
    sendText() {
      const error = newMobileError(entered.mobile);
      show({ mobile: error });
      if (error === '') text.send();
    },
    sendMail() {
      const wrong = emailFormError(email);
      show({ email: wrong ? errorText(wrong) : '' });
      if (!wrong) mail.send();
    },
  };
}

/** Returns the step that an error leads to. The number must be verified again if its verification has expired. */
function resolveStep(code: string | undefined): 'mobile' | 'email-code' | 'in-use' {
  if (code === undefined) return 'email-code';
  return code === 'mobile_in_use' ? 'in-use' : 'mobile';
}

function newMobileError(typed: string): string {
  const wrong = formError(typed);
  if (wrong) return errorText(wrong);
  return isAustralianMobile(toE164(typed) ?? '') ? '' : errorText('new_mobile_not_australian');
}

/** Always names a page to return to, because a sign-in link without one empties the cart. */
function buildSignInOrigin(location: Location, place: string | undefined): SignInOrigin {
  const elsewhere = { path: readReturnPage() || '/browse', scroll: 0 };
  return {
    cameFrom: elsewhere,
    ...captureSignInOrigin(place, location),
    ...readSignInOrigin(location.state),
    registered: true,
  };
}

const FORM = 'other-account';
/** The server accepts the verification of the number for this long. */
const KEPT_MS = 15 * 60_000;

/** A number that was just verified for registering needs no second code. */
function begin(): Entered {
  const { mobile, jwt, new_user, is_signed_in } = useSession.getState();
  const now = Date.now();
  const draft = readFormDraft(FORM) as Entered | null;
  if (draft && now - Number(draft.at) < KEPT_MS) return draft;
  const verified = new_user && jwt !== '';
  return {
    step: verified ? 'email' : 'mobile',
    mobile: verified || is_signed_in ? toLocalMobile(mobile) : '',
    jwt: verified ? jwt : '',
    email: '',
    at: String(now),
  };
}
