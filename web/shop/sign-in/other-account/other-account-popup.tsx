import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { MobileField } from '../../address/mobile-field.tsx';
import { shopSettingsQuery } from '../../queries/shop-settings.ts';
import type { PopupProps } from '../../state/popups.ts';
import { CodeEntry } from '../code-entry.tsx';
import { StepForm } from '../step-form.tsx';
import { SendError } from '../wait/send-again.tsx';
import { type OtherAccount, useOtherAccount } from './use-other-account.ts';

type Part = { account: OtherAccount; contact: string };

export function OtherAccountPopup({ popup }: PopupProps<'other-account'>) {
  const { t } = useLingui();
  const account = useOtherAccount(popup.place);
  const { data: settings } = useQuery(shopSettingsQuery);
  const { step, mobile, email, text, mail } = account;
  const contact = settings?.operator_contact ?? '';
  if (settings?.mail === false) return <WithoutMail contact={contact} />;
  return (
    <>
      {step === 'mobile' && <NewNumber account={account} />}
      {step === 'mobile-code' && (
        <CodeEntry
          key="mobile"
          title={t`Your new number`}
          sentTo={showMobile(mobile)}
          entry={text.entry}
          onCode={text.type}
          onConfirm={text.confirm}
          onSendAgain={text.send}
          change={{ label: t`Change number`, act: account.toMobile }}
          demoMobile={mobile}
        />
      )}
      {step === 'email' && <EmailOfAccount account={account} />}
      {step === 'email-code' && (
        <CodeEntry
          key="email"
          title={t`Code from your mailbox`}
          sentTo={email.trim()}
          entry={mail.entry}
          onCode={mail.type}
          onConfirm={mail.confirm}
          onSendAgain={mail.send}
          change={{ label: t`Change email`, act: account.toEmail }}
          hint={
            <Trans>
              We only send a code if an account uses this email. No code? Try another email, or contact us: {contact}
            </Trans>
          }
        />
      )}
      {step === 'in-use' && <InUse account={account} contact={contact} />}
    </>
  );
}

function WithoutMail({ contact }: Pick<Part, 'contact'>) {
  const { t } = useLingui();
  return (
    <StepForm icon="phone" title={t`Back to your account`} error={undefined} onSubmit={() => undefined}>
      <p className="text-17 wrap-anywhere text-muted">
        <Trans>Contact us and we’ll move your account to your new number: {contact}</Trans>
      </p>
    </StepForm>
  );
}

function NewNumber({ account }: Pick<Part, 'account'>) {
  const { t } = useLingui();
  const { typed, errors, text, typeMobile, sendText } = account;
  return (
    <StepForm icon="phone" title={t`Back to your account`} error={errors.mobile || undefined} onSubmit={sendText}>
      <p className="text-17 text-muted">
        <Trans>First we text a code to your new number, then we mail one to the email of your account.</Trans>
      </p>
      <MobileField
        label={t`New mobile`}
        name="mobile"
        autoComplete="tel"
        enterKeyHint="send"
        autoFocus
        data-autofocus
        value={typed}
        error={errors.mobile || text.entry.sendError || undefined}
        onValue={typeMobile}
      />
      <Button type="submit" wide busy={text.entry.busy}>
        <Trans>Send Code</Trans>
      </Button>
    </StepForm>
  );
}

function EmailOfAccount({ account }: Pick<Part, 'account'>) {
  const { t } = useLingui();
  const { email, mobile, errors, mail, typeEmail, sendMail } = account;
  const shown = showMobile(mobile);
  return (
    <StepForm icon="mail" title={t`Email of your account`} error={errors.email || undefined} onSubmit={sendMail}>
      <p className="text-17 text-muted">
        <Trans>
          <strong className="whitespace-nowrap text-ink">{shown}</strong> is confirmed. Now we mail a code to the email
          of your account.
        </Trans>
      </p>
      <p className="text-15 text-muted">
        <Trans>To keep you safe, you’ll need to enter your payment cards again.</Trans>
      </p>
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        autoFocus
        data-autofocus
        value={email}
        error={errors.email || mail.entry.sendError || undefined}
        onValue={typeEmail}
      />
      <Button type="submit" wide busy={mail.entry.busy}>
        <Trans>Mail me a code</Trans>
      </Button>
    </StepForm>
  );
}

function InUse({ account, contact }: Part) {
  const { t } = useLingui();
  const { mobile, errors, mail, toMobile } = account;
  const shown = showMobile(mobile);
  return (
    <StepForm icon="phone" title={t`This number has an account already`} error={undefined} onSubmit={mail.confirm}>
      <p className="text-17 text-muted">
        <Trans>
          <strong className="whitespace-nowrap text-ink">{shown}</strong> signs in to another account. It can open the
          one you’re looking for instead.
        </Trans>
      </p>
      <p className="text-15 text-muted">
        <Trans>
          The other account keeps its orders but loses its number. You can get it back the same way, with its own email.
        </Trans>
      </p>
      {errors['in-use'] && <SendError>{`${errors['in-use']} ${contact}`}</SendError>}
      <Button type="submit" wide busy={mail.entry.busy} data-autofocus>
        <Trans>Use it for my other account</Trans>
      </Button>
      <Button variant="plain" wide onClick={toMobile}>
        <Trans>Use another number</Trans>
      </Button>
    </StepForm>
  );
}
