import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { LEAD_LIMITS, LEAD_SENT, type LeadField, type LeadFields, leadErrors } from '#contract/rules/customer/lead.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/choice.tsx';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { errorTexts } from '../errors/error-text.ts';
import { fieldMessages } from '../errors/field-messages.ts';
import type { RejectedFields } from '../errors/save-errors.ts';
import { showError } from '../errors/show-error.ts';
import { getHumanToken, prepareHumanToken } from '../human-check/human-check.ts';
import type { loader } from '../root.tsx';
import { sendLead } from './leads.ts';

const fields: Record<LeadField, { label: MessageDescriptor; autoComplete: string; type?: string; half?: true }> = {
  first_name: { label: msg`First name`, autoComplete: 'given-name', half: true },
  last_name: { label: msg`Last name`, autoComplete: 'family-name', half: true },
  company: { label: msg`Company`, autoComplete: 'organization' },
  email: { label: msg`Email`, autoComplete: 'email', type: 'email' },
  phone: { label: msg`Phone (optional)`, autoComplete: 'tel', type: 'tel', half: true },
  country: { label: msg`Country (optional)`, autoComplete: 'country-name', half: true },
};
const names = Object.keys(fields) as LeadField[];
const blank: LeadFields = { first_name: '', last_name: '', company: '', email: '', phone: '', country: '' };

type Errors = Partial<Record<LeadField | 'r_token', string>>;
type Step = 'typing' | 'sending' | 'sent';

/**
 * Our server stores the request first. A configured web-to-lead server then receives the form as well, but never
 * confirms success.
 */
export function DemoForm() {
  const { i18n } = useLingui();
  const root = useRouteLoaderData<typeof loader>('root');
  const form = useRef<HTMLFormElement>(null);
  const [search] = useSearchParams();
  const { action, oid } = root?.settings.leads ?? { action: '/leads', oid: '' };
  const retURL = `${root?.publicUrl ?? ''}/${oid ? `?${LEAD_SENT.name}=${LEAD_SENT.value}#demo` : ''}`;
  const { values, setValue, optIn, setOptIn, errors, step, submit } = useDemoRequest(form, { oid, retURL });

  if (step === 'sent') return <Sent name={values.first_name.trim()} email={values.email.trim()} />;
  if (search.get(LEAD_SENT.name) === LEAD_SENT.value) return <Sent />;
  return (
    <form
      ref={form}
      method="post"
      action={action}
      noValidate
      aria-labelledby="demo-title"
      onFocus={() => prepareHumanToken('login')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (step === 'typing') void submit();
      }}
      className="grid gap-x-4 gap-y-5 rounded-card border border-line bg-surface p-5 shadow-float sm:grid-cols-2 sm:p-8"
    >
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          label={i18n._(fields[name].label)}
          type={fields[name].type ?? 'text'}
          autoComplete={fields[name].autoComplete}
          maxLength={LEAD_LIMITS[name]}
          value={values[name]}
          error={errors[name]}
          onValue={(text) => setValue(name, text)}
          className={fields[name].half ? '' : 'sm:col-span-2'}
        />
      ))}
      <Checkbox name="opt-in" checked={optIn} onValue={setOptIn} className="sm:col-span-2">
        <Trans>Keep me posted about what is new</Trans>
      </Checkbox>
      <input type="hidden" name="retURL" value={retURL} />
      <input type="hidden" name="oid" value={oid} />
      <input type="hidden" name="captcha" defaultValue="" />
      {oid && !optIn && <input type="hidden" name="emailOptOut" value="1" />}
      <HumanCheckLine />
      {errors.r_token && (
        <Notice tone="bad" className="sm:col-span-2">
          {errors.r_token}
        </Notice>
      )}
      <Button type="submit" wide busy={step === 'sending'} className="sm:col-span-2">
        <Trans>Request a Demo</Trans>
      </Button>
    </form>
  );
}

function useDemoRequest(form: RefObject<HTMLFormElement | null>, { oid, retURL }: { oid: string; retURL: string }) {
  const [values, setValues] = useState(blank);
  const [optIn, setOptIn] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [step, setStep] = useState<Step>('typing');
  const setValue = (name: LeadField, text: string) => setValues((before) => ({ ...before, [name]: text }));

  function showErrors(errors: Errors): void {
    setErrors(errors);
    setStep('typing');
    focusFirstError(form.current);
  }

  async function submit(): Promise<void> {
    const errors = errorTexts(leadErrors(values));
    if (Object.keys(errors).length > 0) return showErrors(errors);
    setErrors({});
    setStep('sending');
    try {
      const r_token = await getHumanToken('login');
      const answer = await sendLead({ ...values, opt_in: optIn, retURL, r_token });
      if (!answer.status) showErrors(toFormErrors(answer));
      else if (oid) postForm(form.current, r_token);
      else setStep('sent');
    } catch (error) {
      setStep('typing');
      showError(error);
    }
  }
  return { values, setValue, optIn, setOptIn, errors, step, submit };
}

/** Posts the form to the web-to-lead server, which leaves the page. */
function postForm(form: HTMLFormElement | null, captcha: string): void {
  const field = form?.elements.namedItem('captcha');
  if (field instanceof HTMLInputElement) field.value = captcha;
  form?.submit();
}

function toFormErrors(answer: RejectedFields): Errors {
  const leadFields = Object.fromEntries(names.map((name) => [name, [name]])) as Record<LeadField, string[]>;
  return fieldMessages(answer, { r_token: ['r_token'], ...leadFields });
}

/** Shows that the CAPTCHA needs no interaction, because the device computes a proof of work. */
function HumanCheckLine(): ReactNode {
  return (
    <p data-captcha className="flex items-start gap-2 text-13 text-muted sm:col-span-2">
      <Icon name="shield" className="size-5" />
      <span>
        <Trans>
          Protected by an automatic spam check. See our{' '}
          <Link to="/privacy" className="underline underline-offset-2">
            Privacy Policy
          </Link>
          .
        </Trans>
      </span>
    </p>
  );
}

function Sent({ name = '', email = '' }: { name?: string; email?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-14 text-center shadow-float animate-appear"
    >
      <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="check" className="size-8" />
      </span>
      <p className="font-display text-25 font-bold">
        {name ? <Trans>Thank you, {name}</Trans> : <Trans>Thank you</Trans>}
      </p>
      <p className="max-w-sm text-muted">
        {email ? (
          <Trans>
            Your request is with us. We will write to <strong className="font-semibold text-ink">{email}</strong> to
            find a time.
          </Trans>
        ) : (
          <Trans>Your request is with us. We will write to you to find a time.</Trans>
        )}
      </p>
    </div>
  );
}
