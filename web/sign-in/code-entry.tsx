import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shopSettingsQuery } from '../queries/shop-settings.ts';
import { Button } from '../ui/button.tsx';
import { controlClasses, Field } from '../ui/form/field.tsx';
import { Icon } from '../ui/icons.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { secondsLeft } from './sign-in-flow.ts';
import { StepForm } from './step-form.tsx';

type CodeEntryProps = {
  title: string;
  /** The number or the mailbox the code went to. */
  sentTo: string;
  entry: {
    code: string;
    busy: boolean;
    resendAt: number;
    sendError: string | undefined;
    codeError: string | undefined;
  };
  onCode: (typed: string) => void;
  onConfirm: () => void;
  onSendAgain: () => void;
  /** Back to where the number or the address is typed. */
  change?: { label: string; act: () => void };
  /** What to do when no code comes. */
  hint?: ReactNode;
  /** A code by text; where messages stay on the demo phone, that is linked. */
  demoMobile?: string;
};

/** Takes the code that was sent to a number or a mailbox. */
export function CodeEntry({ title, sentTo, entry, onCode, onConfirm, onSendAgain, ...more }: CodeEntryProps) {
  const { t } = useLingui();
  const { codeError } = entry;
  const input = useRef<HTMLInputElement>(null);
  useCodeFromMessage(onCode);
  // A rejected code is selected, so that the next digit begins a new one.
  useEffect(() => {
    if (codeError) input.current?.select();
  }, [codeError]);
  return (
    <StepForm icon="shield" title={title} error={codeError} onSubmit={onConfirm}>
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-17 text-muted">
        <span className="min-w-0 wrap-anywhere">
          <Trans>
            Sent to{' '}
            <strong className={sentTo.includes('@') ? 'text-ink' : 'whitespace-nowrap text-ink'}>{sentTo}</strong>
          </Trans>
        </span>
        {more.change && (
          <Button
            variant="quiet"
            aria-label={more.change.label}
            onClick={more.change.act}
            className="-my-2 -mr-3 px-3! text-15!"
          >
            <Trans>Change</Trans>
          </Button>
        )}
      </p>
      <Field label={t`Enter Code`} error={codeError}>
        {(inside) => (
          <input
            {...inside}
            ref={input}
            type="text"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            // biome-ignore lint/a11y/noAutofocus: the one thing to do in a popup the customer asked for.
            autoFocus
            data-autofocus
            value={entry.code}
            onChange={(event) => onCode(event.target.value)}
            className={controlClasses(
              Boolean(codeError),
              'min-h-16! pl-[0.4em]! text-center font-display text-32! font-bold tracking-[0.4em] tabular',
            )}
          />
        )}
      </Field>
      <Button type="submit" wide busy={entry.busy}>
        <Trans>Confirm Code</Trans>
      </Button>
      <SendAgain error={entry.sendError} resendAt={entry.resendAt} onSend={onSendAgain} />
      {more.hint && <p className="text-15 text-muted">{more.hint}</p>}
      {more.demoMobile && <DemoPhone mobile={more.demoMobile} />}
    </StepForm>
  );
}

type SendAgainProps = { error: string | undefined; resendAt: number; onSend: () => void };

/** The wait before another code can be sent is visible; what the server says about sending stands here. */
function SendAgain({ error, resendAt, onSend }: SendAgainProps) {
  const { t } = useLingui();
  const left = useSecondsLeft(resendAt);
  return (
    <div className="flex min-h-12 flex-col items-center justify-center text-center text-15">
      {error && <SendError>{error}</SendError>}
      {left > 0 ? (
        <p className="tabular text-muted">
          {t({ message: plural(left, { one: 'Send again in # second', other: 'Send again in # seconds' }) })}
        </p>
      ) : (
        <Button variant="quiet" onClick={onSend} className="text-15!">
          <Trans>Send again</Trans>
        </Button>
      )}
      <LiveRegion>{left === 0 ? t`You can send the code again` : ''}</LiveRegion>
    </div>
  );
}

/** Why no code was sent. */
export function SendError({ children }: { children: string }) {
  return (
    <p role="alert" className="text-15 font-medium text-bad">
      {children}
    </p>
  );
}

/** Only where messages stay on the demo phone. */
function DemoPhone({ mobile }: { mobile: string }) {
  const { data } = useQuery(shopSettingsQuery);
  if (!data?.demo_phone) return null;
  return (
    <p className="flex items-start gap-2 border-t border-line pt-3 text-13 text-muted">
      <Icon name="phone" className="size-5" />
      <span>
        <Trans>
          This is a demonstration: the code arrives on the{' '}
          <a
            href={`/phone?to=${encodeURIComponent(mobile)}`}
            target="_blank"
            rel="noopener"
            className="font-semibold text-accent underline underline-offset-4"
          >
            demo phone
          </a>
          .
        </Trans>
      </span>
    </p>
  );
}

/** Whole seconds until `until` (ms), counting down; 0 from then on. */
function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsLeft(until, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    // Four times a second, so that a second is never skipped; it ends with the wait.
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

type OneTimeCode = Credential & { code: string };

/**
 * Where the browser can read the code from the text message (WebOTP), hands it over; the request ends when the step is
 * left. Elsewhere autocomplete="one-time-code" does the same with one tap.
 */
function useCodeFromMessage(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);

  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return;
    const leaving = new AbortController();
    const wanted = { otp: { transport: ['sms'] }, signal: leaving.signal } as CredentialRequestOptions;
    navigator.credentials.get(wanted).then(
      (credential) => credential && latest.current((credential as OneTimeCode).code),
      // Left, rejected or not possible: the customer types the code.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
}
