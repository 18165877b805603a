import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SheetTitle } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { PopupProps } from '../popups/registry.ts';
import { CodeStep } from './code-step.tsx';
import { StepForm } from './step-form.tsx';
import { type SignIn, useSignIn } from './use-sign-in.ts';

/** SI-05..SI-14. */
export function SignInPopup({ popup }: PopupProps<'sign-in'>) {
  const signIn = useSignIn(popup);
  const { step } = signIn.flow;
  if (step === 'mobile') return <MobileStep signIn={signIn} />;
  return step === 'code' ? <CodeStep signIn={signIn} /> : <SuccessStep signIn={signIn} />;
}

function MobileStep({ signIn: { flow, typeMobile, sendCode } }: { signIn: SignIn }) {
  return (
    <StepForm icon="phone" title="Send Mobile Code" problem={flow.problems.mobile} onSubmit={() => sendCode()}>
      <p className="text-17 text-muted">No password: we text you a code.</p>
      <TextField
        label="Your mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="send"
        autoFocus
        value={flow.mobile}
        error={flow.problems.mobile}
        onValue={typeMobile}
      />
      <Button type="submit" wide busy={flow.busy}>
        Send Code
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
      <SheetTitle className="pl-10">Success</SheetTitle>
      <p className="text-17 text-muted">Mobile code confirmed</p>
      {flow.stuck ? (
        <Button onClick={verifyAgain} className="mt-2">
          Try again
        </Button>
      ) : (
        <Spinner className="mt-2 text-muted" />
      )}
    </div>
  );
}
