import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { MobileField } from '../../address/mobile-field.tsx';
import { shopSettingsQuery } from '../../queries/shop-settings.ts';
import { CodeEntry } from '../../sign-in/code-entry.tsx';
import { StepForm } from '../../sign-in/step-form.tsx';
import { SendError } from '../../sign-in/wait/send-again.tsx';
import { type ChangeMobile, useChangeMobile } from './use-change-mobile.ts';

type Props = { customer: Customer; onClose: () => void };

/** Changes the account's number. A customer who has lost the old number verifies the new number and then the email. */
export function ChangeMobileSheet({ customer, onClose }: Props) {
  const { t } = useLingui();
  const change = useChangeMobile(customer, onClose);
  const { step, old, next, mail, mobile } = change;
  return (
    <Sheet onClose={onClose}>
      {step === 'begin' && <Begin change={change} present={customer.mobile} />}
      {step === 'old-code' && (
        <CodeEntry
          key="old"
          title={t`Your current number`}
          sentTo={showMobile(customer.mobile)}
          entry={old.entry}
          onCode={old.type}
          onConfirm={old.confirm}
          onSendAgain={old.send}
          demoMobile={customer.mobile}
        />
      )}
      {step === 'mobile' && <NewMobile change={change} />}
      {step === 'new-code' && (
        <CodeEntry
          key="new"
          title={t`Your new number`}
          sentTo={showMobile(mobile)}
          entry={next.entry}
          onCode={next.type}
          onConfirm={next.confirm}
          onSendAgain={next.send}
          change={{ label: t`Change number`, act: change.changeMobile }}
          demoMobile={mobile}
        />
      )}
      {step === 'mail' && <MailStep change={change} email={customer.email} />}
      {step === 'mail-code' && (
        <CodeEntry
          key="mail"
          title={t`Code from your mailbox`}
          sentTo={customer.email}
          entry={mail.entry}
          onCode={mail.type}
          onConfirm={mail.confirm}
          onSendAgain={mail.send}
        />
      )}
    </Sheet>
  );
}

function Begin({ change, present }: { change: ChangeMobile; present: string }) {
  const { t } = useLingui();
  const { data: settings } = useQuery(shopSettingsQuery);
  const shown = showMobile(present);
  const { sendError, busy } = change.old.entry;
  const contact = settings?.operator_contact ?? '';
  return (
    <StepForm icon="phone" title={t`Change mobile`} error={undefined} onSubmit={change.old.send}>
      <p className="text-17 text-muted">
        <Trans>
          First we text a code to <strong className="whitespace-nowrap text-ink">{shown}</strong>, then one to your new
          number.
        </Trans>
      </p>
      {sendError && <SendError>{sendError}</SendError>}
      <Button type="submit" wide busy={busy} data-autofocus>
        <Trans>Text me a code</Trans>
      </Button>
      {settings?.mail && (
        <Button variant="plain" wide onClick={change.loseOldNumber}>
          <Trans>I no longer have this number</Trans>
        </Button>
      )}
      {settings && !settings.mail && (
        <p className="text-15 text-muted">
          <Trans>No longer have this number? Contact us and we’ll change it for you: {contact}</Trans>
        </p>
      )}
    </StepForm>
  );
}

function NewMobile({ change }: { change: ChangeMobile }) {
  const { t } = useLingui();
  const { typed, mobileError, next } = change;
  return (
    <StepForm icon="phone" title={t`Your new number`} error={mobileError} onSubmit={change.sendToNew}>
      <MobileField
        label={t`New mobile`}
        name="mobile"
        autoComplete="tel"
        enterKeyHint="send"
        autoFocus
        data-autofocus
        value={typed}
        error={mobileError || next.entry.sendError || undefined}
        onValue={change.typeMobile}
      />
      <Button type="submit" wide busy={next.entry.busy}>
        <Trans>Send Code</Trans>
      </Button>
    </StepForm>
  );
}

function MailStep({ change, email }: { change: ChangeMobile; email: string }) {
  const { t } = useLingui();
  const { sendError, sendErrorCode, busy } = change.mail.entry;
  if (sendErrorCode === ('email_changed_lately' satisfies FieldErrorCode)) return <TooNew />;
  return (
    <StepForm icon="mail" title={t`Code from your mailbox`} error={undefined} onSubmit={change.mail.send}>
      <p className="text-17 wrap-anywhere text-muted">
        <Trans>
          Your new number is confirmed. Now we mail a code to <strong className="text-ink">{email}</strong>.
        </Trans>
      </p>
      <p className="text-15 text-muted">
        <Trans>To keep you safe, you’ll need to enter your payment cards again.</Trans>
      </p>
      {sendError && <SendError>{sendError}</SendError>}
      <Button type="submit" wide busy={busy} data-autofocus>
        <Trans>Mail me a code</Trans>
      </Button>
    </StepForm>
  );
}

function TooNew() {
  const { t } = useLingui();
  const { data: settings } = useQuery(shopSettingsQuery);
  const contact = settings?.operator_contact ?? '';
  return (
    <StepForm icon="mail" title={t`Change mobile`} error={undefined} onSubmit={() => undefined}>
      <p role="alert" className="text-17 wrap-anywhere text-muted">
        <Trans>
          Your email is too new to prove who you are. Contact us and we’ll change your number for you: {contact}
        </Trans>
      </p>
    </StepForm>
  );
}
