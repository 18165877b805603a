import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { LEAD_LIMITS, type LeadField, type LeadFields, leadProblems } from '#contract/rules/lead.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { humanToken, prepareHumanToken } from '../../api/human-check.ts';
import { sendLead } from '../../api/leads.ts';
import { showProblem } from '../../api/problems.ts';
import type { loader } from '../../root.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { focusFirstError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

const fields: Record<LeadField, { label: string; autoComplete: string; type?: string; half?: true }> = {
  first_name: { label: 'First name', autoComplete: 'given-name', half: true },
  last_name: { label: 'Last name', autoComplete: 'family-name', half: true },
  company: { label: 'Company', autoComplete: 'organization' },
  email: { label: 'Email', autoComplete: 'email', type: 'email' },
  phone: { label: 'Phone (optional)', autoComplete: 'tel', type: 'tel', half: true },
  country: { label: 'Country (optional)', autoComplete: 'country-name', half: true },
};
const names = Object.keys(fields) as LeadField[];
const blank: LeadFields = { first_name: '', last_name: '', company: '', email: '', phone: '', country: '' };

type Errors = Partial<Record<LeadField | 'r_token', string>>;
type Step = 'typing' | 'sending' | 'sent';

/** DM-01..DM-09. Nothing typed is lost when the request is refused. */
export function DemoForm() {
  const root = useRouteLoaderData<typeof loader>('root');
  const [values, setValues] = useState(blank);
  const [optIn, setOptIn] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [step, setStep] = useState<Step>('typing');
  const form = useRef<HTMLFormElement>(null);
  const retURL = `${root?.publicUrl ?? ''}/`;

  function refuse(problems: Errors): void {
    setErrors(problems);
    setStep('typing');
    focusFirstError(form.current);
  }

  async function submit(): Promise<void> {
    const problems = leadProblems(values);
    if (Object.keys(problems).length > 0) return refuse(problems);
    setErrors({});
    setStep('sending');
    try {
      const r_token = await humanToken('login');
      const answer = await sendLead({ ...values, opt_in: optIn, retURL, r_token });
      if (answer.status) setStep('sent');
      else refuse(refusals(answer.input_validation));
    } catch (error) {
      setStep('typing');
      showProblem(error);
    }
  }

  if (step === 'sent') return <Sent name={values.first_name.trim()} email={values.email.trim()} />;
  return (
    <form
      ref={form}
      method="post"
      action="/leads"
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
          label={fields[name].label}
          type={fields[name].type ?? 'text'}
          autoComplete={fields[name].autoComplete}
          maxLength={LEAD_LIMITS[name]}
          value={values[name]}
          error={errors[name]}
          onValue={(text) => setValues((before) => ({ ...before, [name]: text }))}
          className={fields[name].half ? '' : 'sm:col-span-2'}
        />
      ))}
      <Checkbox name="opt-in" checked={optIn} onValue={setOptIn} className="sm:col-span-2">
        Keep me posted about what is new
      </Checkbox>
      <input type="hidden" name="retURL" value={retURL} />
      <input type="hidden" name="oid" value="" />
      <HumanCheckLine />
      {errors.r_token && (
        <Notice tone="bad" className="sm:col-span-2">
          {errors.r_token}
        </Notice>
      )}
      <Button type="submit" wide busy={step === 'sending'} className="sm:col-span-2">
        Request a Demo
      </Button>
    </form>
  );
}

/** A refusal of the human check stands above the button, everything else at its field. */
function refusals(validation: unknown): Errors {
  const own = Object.fromEntries(names.map((name) => [name, [name]])) as Record<LeadField, string[]>;
  return fieldMessages({ ...(validation as object) }, { r_token: ['r_token'], ...own });
}

/** The captcha works by itself: a little arithmetic on this device, sent along with the request. */
function HumanCheckLine(): ReactNode {
  return (
    <p data-captcha className="flex items-start gap-2 text-13 text-muted sm:col-span-2">
      <Icon name="shield" className="size-5" />
      <span>
        A check that you are a person runs by itself when you send this. See our{' '}
        <Link to="/privacy" className="underline underline-offset-2">
          Privacy Policy
        </Link>
        .
      </span>
    </p>
  );
}

function Sent({ name, email }: { name: string; email: string }) {
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
      <p className="font-display text-25 font-bold">{`Thank you, ${name}`}</p>
      <p className="max-w-sm text-muted">
        Your request is with us. We will write to <strong className="font-semibold text-ink">{email}</strong> to find a
        time.
      </p>
    </div>
  );
}
