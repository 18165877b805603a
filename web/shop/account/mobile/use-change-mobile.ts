import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { mobileError as formError, isAustralianMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { api } from '../../calls/api.ts';
import { errorText } from '../../errors/error-text.ts';
import { type RejectedFields, saveErrorsText, toFieldMessages } from '../../errors/save-errors.ts';
import { prepareHumanToken } from '../../human-check/human-check.ts';
import { customerQuery, savedCardsQuery } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { updateMobile } from '../../session/session.ts';
import { requestEmailCode, requestTextCode, verifyMobileCode } from '../../sign-in/proof-calls.ts';
import { useCode } from '../../sign-in/use-code.ts';
import { showToast } from '../../state/toasts.ts';

type Step = 'begin' | 'old-code' | 'mobile' | 'new-code' | 'mail' | 'mail-code';
export type ChangeMobile = ReturnType<typeof useChangeMobile>;

export function useChangeMobile({ mobile: present }: Customer, onDone: () => void) {
  const [step, setStep] = useState<Step>('begin');
  const [typed, setTyped] = useState('');
  const [mobileError, setMobileError] = useState('');
  const proofs = useRef({ old: '', next: '' });
  const lost = useRef(false);
  const mobile = toE164(typed) ?? '';

  async function change(email_code: string): Promise<RejectedFields | null> {
    const { old: old_jwt, next: jwt } = proofs.current;
    const answer = await api('POST mobiledigital/changemobile', { body: { jwt, old_jwt, email_code } });
    if (!answer.status) return answer;
    updateMobile(answer.mobile ?? mobile);
    await queryClient().invalidateQueries({ queryKey: customerQuery.queryKey });
    await queryClient().invalidateQueries({ queryKey: savedCardsQuery.queryKey });
    onDone();
    showToast(t`Mobile changed`);
    return null;
  }
  const old = useCode({
    send: () => requestTextCode(present),
    onSent: () => setStep('old-code'),
    async confirm(code) {
      const proof = await verifyMobileCode(present, code);
      if ('rejection' in proof) return proof.rejection;
      proofs.current.old = proof.jwt;
      setStep('mobile');
      return null;
    },
  });
  const next = useCode({
    send: () => requestTextCode(mobile),
    onSent: () => setStep('new-code'),
    async confirm(code) {
      const proof = await verifyMobileCode(mobile, code);
      if ('rejection' in proof) return proof.rejection;
      proofs.current.next = proof.jwt;
      if (lost.current) {
        setStep('mail');
        return null;
      }
      const rejection = await change('');
      if (rejection === null) return null;
      setMobileError(saveErrorsText(toFieldMessages(rejection)));
      setStep('mobile');
      return null;
    },
  });
  const mail = useCode({ send: requestEmailCode, onSent: () => setStep('mail-code'), confirm: change });

  return {
    step,
    typed,
    mobile,
    mobileError,
    old,
    next,
    mail,
    loseOldNumber() {
      lost.current = true;
      prepareHumanToken('login');
      setStep('mobile');
    },
    typeMobile(value: string) {
      setTyped(value);
      setMobileError('');
      next.clear();
    },
    changeMobile: () => setStep('mobile'),
    sendToNew() {
      const error = newMobileError(typed, present);
      setMobileError(error);
      if (error === '') next.send();
    },
  };
}

function newMobileError(typed: string, present: string): string {
  const wrong = formError(typed);
  if (wrong) return errorText(wrong);
  const mobile = toE164(typed);
  if (mobile === present) return t`This is your number already.`;
  return mobile && isAustralianMobile(mobile) ? '' : errorText('new_mobile_not_australian');
}
