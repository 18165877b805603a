import { Trans, useLingui } from '@lingui/react/macro';
import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Hero } from '#web/shared/brand/hero.tsx';
import { Logo } from '#web/shared/brand/logo.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MobileField } from '../address/mobile-field.tsx';
import { openPopup, type PopupProps } from '../state/popups.ts';
import { CodeEntry } from './code-entry.tsx';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { StepForm } from './step-form.tsx';
import { type SignIn, useSignIn } from './use-sign-in.ts';

export function SignInPopup({ popup }: PopupProps<'sign-in'>) {
  const signIn = useSignIn(popup);
  const { step } = signIn.flow;
  return (
    <div className="lg:grid lg:min-h-[30rem] lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-center lg:gap-10">
      <Welcome />
      {step === 'mobile' && <MobileStep signIn={signIn} place={popup.place} />}
      {step === 'code' && <CodeStep signIn={signIn} />}
      {step === 'success' && <SuccessStep signIn={signIn} />}
    </div>
  );
}

function Welcome() {
  return (
    <div className="hidden flex-col overflow-hidden bg-accent-soft lg:-my-7 lg:-ml-7 lg:flex lg:h-[calc(100%+3.5rem)]">
      <div className="p-8 pb-6">
        <p className="flex items-center gap-2 font-display text-17 font-bold tracking-tight">
          <Logo />
          {brand.title}
        </p>
        <p className="mt-4 font-display text-32 leading-tight font-bold text-balance">
          <Translated message={brand.tagline} />
        </p>
      </div>
      <Hero className="min-h-0 grow" />
    </div>
  );
}

function MobileStep({ signIn, place }: { signIn: SignIn; place: string | undefined }) {
  const { t } = useLingui();
  const { flow, typeMobile, sendCode, enter } = signIn;
  const another = () => openPopup({ kind: 'other-account', ...(place === undefined ? {} : { place }) });
  return (
    <StepForm icon="phone" title={t`Send Mobile Code`} error={flow.errors.mobile} onSubmit={() => sendCode()}>
      <p className="text-17 text-muted">
        <Trans>No password: we text you a code.</Trans>
      </p>
      <MobileField
        label={t`Your mobile`}
        name="mobile"
        autoComplete="tel"
        enterKeyHint="send"
        autoFocus
        data-autofocus
        value={flow.mobile}
        error={flow.errors.mobile}
        onValue={typeMobile}
      />
      <Button type="submit" wide busy={flow.busy}>
        <Trans>Send Code</Trans>
      </Button>
      <PasskeyButton onAnswer={enter} />
      <Button variant="quiet" wide className="-mt-2 text-15!" onClick={another}>
        <Trans>I’ve changed my number</Trans>
      </Button>
    </StepForm>
  );
}

function SuccessStep({ signIn: { flow, verifyAgain } }: { signIn: SignIn }) {
  return (
    <div role="status" className="flex animate-appear flex-col items-center gap-3 py-6 text-center">
      <span className="mb-1 grid size-20 animate-bump place-items-center rounded-full bg-good text-surface">
        <Icon name="check" className="size-11" />
      </span>
      <SheetTitle className="pl-10">
        <Trans>Success</Trans>
      </SheetTitle>
      <p className="text-17 text-muted">
        <Trans>Mobile code confirmed</Trans>
      </p>
      {flow.stuck ? (
        <Button onClick={verifyAgain} className="mt-2">
          <Trans>Try again</Trans>
        </Button>
      ) : (
        <Spinner className="mt-2 text-muted" />
      )}
    </div>
  );
}

function CodeStep({ signIn }: { signIn: SignIn }) {
  const { t } = useLingui();
  const { flow, typeCode, changeMobile, confirmCode, sendCode } = signIn;
  const mobile = toE164(flow.mobile) ?? flow.mobile.trim();
  return (
    <CodeEntry
      title={t`Confirm Mobile Code`}
      sentTo={showMobile(mobile)}
      entry={{ ...flow, sendError: flow.errors.mobile, codeError: flow.errors.code }}
      onCode={typeCode}
      onConfirm={confirmCode}
      onSendAgain={() => sendCode({ isResend: true })}
      change={{ label: t`Change number`, act: changeMobile }}
      demoMobile={mobile}
    />
  );
}
