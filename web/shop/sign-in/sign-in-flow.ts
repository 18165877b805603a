import { t } from '@lingui/core/macro';
import { toAsciiDigits } from '#contract/rules/ascii-digits.ts';
import { CODE_DIGITS, CODE_RESEND_MS } from '#contract/rules/limits.ts';

type SignInStep = 'mobile' | 'code' | 'success';

type SignInErrors = { mobile?: string; code?: string };

export type RejectedCode = { code: string; error: string };

export type SignInFlow = {
  step: SignInStep;
  mobile: string;
  code: string;
  errors: SignInErrors;
  /** The last rejected code. Sending it again would only use up a try. */
  rejected: RejectedCode | null;
  busy: boolean;
  /** `resendAt`: when another code may be sent, in milliseconds. */
  sentTo: string;
  resendAt: number;
  expiredJwt: string;
  /** Only at the success step: the verification failed and can be retried. */
  stuck: boolean;
};

export type SignInEvent =
  | { type: 'type-mobile'; mobile: string }
  | { type: 'type-code'; typed: string }
  | { type: 'call' }
  | { type: 'call-failed' }
  | { type: 'rejected'; errors: SignInErrors; resendAt?: number; rejected?: RejectedCode }
  | { type: 'sent'; now: number }
  | { type: 'enter-code' }
  | { type: 'change-mobile' }
  | { type: 'confirmed' }
  | { type: 'verification-failed' }
  | { type: 'link-expired'; mobile: string; jwt: string };

/** If `codeSentAt` (milliseconds) is set, starts at the code step of an expired link. */
export function startSignIn({
  mobile = '',
  expiredJwt = '',
  codeSentAt,
}: {
  mobile?: string;
  expiredJwt?: string;
  codeSentAt?: number;
}): SignInFlow {
  const isSent = codeSentAt !== undefined;
  return {
    step: isSent ? 'code' : 'mobile',
    mobile,
    code: '',
    errors: {},
    rejected: null,
    busy: false,
    sentTo: isSent ? mobile : '',
    resendAt: isSent ? codeSentAt + CODE_RESEND_MS : 0,
    expiredJwt,
    stuck: false,
  };
}

export function signInReducer(flow: SignInFlow, event: SignInEvent): SignInFlow {
  switch (event.type) {
    case 'type-mobile':
      return { ...flow, mobile: event.mobile, errors: {} };
    case 'type-code':
      return { ...flow, code: toCodeDigits(event.typed), errors: {} };
    case 'call':
      return { ...flow, busy: true, stuck: false, errors: {} };
    case 'call-failed':
      return { ...flow, busy: false };
    case 'rejected':
      return {
        ...flow,
        busy: false,
        errors: event.errors,
        resendAt: event.resendAt ?? flow.resendAt,
        rejected: event.rejected ?? flow.rejected,
      };
    case 'sent':
      return {
        ...flow,
        step: 'code',
        busy: false,
        code: '',
        errors: {},
        rejected: null,
        sentTo: flow.mobile.trim(),
        resendAt: event.now + CODE_RESEND_MS,
      };
    case 'enter-code':
      return { ...flow, step: 'code', errors: {} };
    case 'change-mobile':
      return { ...flow, step: 'mobile', code: '', errors: {} };
    case 'confirmed':
      return { ...flow, step: 'success', busy: false };
    case 'verification-failed':
      return { ...flow, stuck: true };
    case 'link-expired':
      return applyExpiry(flow, event);
  }
}

/** Asks for a new code inline, because the JWT was verified from the popup. */
function applyExpiry(flow: SignInFlow, { mobile, jwt }: { mobile: string; jwt: string }): SignInFlow {
  return {
    ...flow,
    step: 'code',
    mobile,
    sentTo: mobile,
    code: '',
    expiredJwt: jwt,
    stuck: false,
    errors: { code: t`Your code has expired. Send a new one.` },
  };
}

export function toCodeDigits(typed: string): string {
  return toAsciiDigits(typed).replace(/\D/g, '').slice(0, CODE_DIGITS);
}

export function isWholeCode(code: string): boolean {
  return code.length === CODE_DIGITS;
}

/** Returns true while the server would refuse to send another code. */
export function isOnItsWay({ mobile, sentTo, resendAt }: SignInFlow, now: number): boolean {
  return mobile.trim() === sentTo && now < resendAt;
}
