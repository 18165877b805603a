import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showMobile, toE164 } from '#contract/rules/mobile.ts';
import { shopSettingsQuery } from '../../api/queries.ts';
import { say } from '../../languages/say.ts';
import { Button } from '../../ui/button.tsx';
import { controlClasses, Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useSecondsLeft } from './seconds-left.ts';
import { StepForm } from './step-form.tsx';
import type { SignIn } from './use-sign-in.ts';
import { useCodeFromMessage } from './web-otp.ts';

/** SI-08..SI-10. The code sends itself when its sixth digit is in. */
export function CodeStep({ signIn }: { signIn: SignIn }) {
  const { t } = useLingui();
  const { flow, typeCode, changeMobile, confirmCode } = signIn;
  const input = useRef<HTMLInputElement>(null);
  useCodeFromMessage(typeCode);
  // A refused code is selected, so that the next digit begins a new one.
  useEffect(() => {
    if (flow.problems.code) input.current?.select();
  }, [flow.problems.code]);
  const mobile = toE164(flow.mobile) ?? flow.mobile.trim();
  const shown = showMobile(mobile);
  return (
    <StepForm icon="shield" title={t`Confirm Mobile Code`} problem={flow.problems.code} onSubmit={confirmCode}>
      <p className="flex items-center justify-between gap-2 text-17 text-muted">
        <span>
          <Trans>
            Sent to <strong className="whitespace-nowrap text-ink">{shown}</strong>
          </Trans>
        </span>
        <Button
          look="quiet"
          aria-label={t`Change number`}
          onClick={changeMobile}
          className="-my-2 -mr-3 px-3! text-15!"
        >
          <Trans>Change</Trans>
        </Button>
      </p>
      <Field label={t`Enter Code`} error={flow.problems.code}>
        {(inside) => (
          <input
            {...inside}
            ref={input}
            type="text"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            // biome-ignore lint/a11y/noAutofocus: the one thing to do in a popup the shopper asked for.
            autoFocus
            value={flow.code}
            onChange={(event) => typeCode(event.target.value)}
            className={controlClasses(
              Boolean(flow.problems.code),
              'min-h-16! pl-[0.4em]! text-center font-display text-32! font-bold tracking-[0.4em] tabular',
            )}
          />
        )}
      </Field>
      <Button type="submit" wide busy={flow.busy}>
        <Trans>Confirm Code</Trans>
      </Button>
      <SendAgain signIn={signIn} />
      <DemoPhone mobile={mobile} />
    </StepForm>
  );
}

/** The wait before another code can be sent is visible; what the server says about sending stands here. */
function SendAgain({ signIn: { flow, sendCode } }: { signIn: SignIn }) {
  const { t, i18n } = useLingui();
  const left = useSecondsLeft(flow.resendAt);
  return (
    <div className="flex min-h-12 flex-col items-center justify-center text-center text-15">
      {flow.problems.mobile && (
        <p role="alert" className="font-medium text-bad">
          {say(i18n, flow.problems.mobile)}
        </p>
      )}
      {left > 0 ? (
        <p className="tabular text-muted">
          {t({ message: plural(left, { one: 'Send again in # second', other: 'Send again in # seconds' }) })}
        </p>
      ) : (
        <Button look="quiet" onClick={() => sendCode({ again: true })} className="text-15!">
          <Trans>Send again</Trans>
        </Button>
      )}
      <LiveRegion>{left === 0 ? t`You can send the code again` : ''}</LiveRegion>
    </div>
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
