import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { controlClasses, Field } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { shopSettingsQuery } from '../queries/shop-settings.ts';
import { isWholeCode } from './sign-in-flow.ts';
import { StepForm } from './step-form.tsx';
import { SendAgain } from './wait/send-again.tsx';

type CodeEntryProps = {
  title: string;
  sentTo: string;
  isSent?: boolean;
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
  change?: { label: string; act: () => void };
  hint?: ReactNode;
  demoMobile?: string;
};

export function CodeEntry({
  title,
  sentTo,
  isSent = true,
  entry,
  onCode,
  onConfirm,
  onSendAgain,
  ...rest
}: CodeEntryProps) {
  const { t } = useLingui();
  const { codeError } = entry;
  const addressClasses = classes('text-ink', !sentTo.includes('@') && 'whitespace-nowrap');
  const input = useRef<HTMLInputElement>(null);
  useCodeFromMessage(onCode);
  // Selects a rejected code, so that typing replaces it.
  const isRejected = Boolean(codeError) && isWholeCode(entry.code);
  useEffect(() => {
    if (isRejected) input.current?.select();
  }, [isRejected]);
  return (
    <StepForm icon="shield" title={title} error={codeError} onSubmit={onConfirm}>
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-17 text-muted">
        <span className="min-w-0 wrap-anywhere">
          {isSent ? (
            <Trans>
              Sent to <strong className={addressClasses}>{sentTo}</strong>
            </Trans>
          ) : (
            <Trans>
              Code for <strong className={addressClasses}>{sentTo}</strong>
            </Trans>
          )}
        </span>
        {rest.change && (
          <Button
            variant="quiet"
            aria-label={rest.change.label}
            onClick={rest.change.act}
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
      {rest.hint && <p className="text-15 text-muted">{rest.hint}</p>}
      {rest.demoMobile && <DemoPhone mobile={rest.demoMobile} />}
    </StepForm>
  );
}

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

type OneTimeCode = Credential & { code: string };

/** Reads the code from the text message with WebOTP. Without WebOTP, autocomplete="one-time-code" needs a tap. */
function useCodeFromMessage(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);

  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return;
    const leaving = new AbortController();
    const options = { otp: { transport: ['sms'] }, signal: leaving.signal } as CredentialRequestOptions;
    navigator.credentials.get(options).then(
      (credential) => credential && latest.current((credential as OneTimeCode).code),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
}
