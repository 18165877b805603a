import { t as said } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Customer } from '#contract/shapes/customer.ts';
import { api } from '../../api/client.ts';
import { messagesOf, saveErrorsText } from '../../errors/save-errors.ts';
import { showError } from '../../errors/show-error.ts';
import { customerQuery } from '../../queries/customer.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { shopSettingsQuery } from '../../queries/shop-settings.ts';
import { CodeEntry, SendError } from '../../sign-in/code-entry.tsx';
import { mailCode } from '../../sign-in/proof-calls.ts';
import { useCode } from '../../sign-in/use-code.ts';
import { showToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, SheetTitle } from '../../ui/sheet/sheet.tsx';

/** On the account's pages, for who comes back after 90 days: what is hidden, and the two ways on. */
export function ProveAccount() {
  const { data: customer } = useQuery(customerQuery);
  return (
    <Hidden customer={customer} className="mb-6" title={<Trans>Is this still your account?</Trans>}>
      <Trans>
        You were last here more than 90 days ago, and phone numbers get new owners. Orders, addresses and saved cards
        stay hidden until your email is confirmed.
      </Trans>
    </Hidden>
  );
}

/** The same at the checkout, which stays as it is meanwhile. */
export function ProveAtCheckout({ customer }: { customer: Customer }) {
  return (
    <Hidden atCheckout customer={customer} title={<Trans>Your saved addresses and cards are hidden</Trans>}>
      <Trans>
        You were last here more than 90 days ago, and phone numbers get new owners. Confirm your email to use them, or
        enter new ones below. Your order is kept.
      </Trans>
    </Hidden>
  );
}

type HiddenProps = {
  customer: Customer | undefined;
  title: ReactNode;
  children: ReactNode;
  atCheckout?: boolean;
  className?: string;
};

function Hidden({ customer, title, children, atCheckout = false, className }: HiddenProps) {
  const [asking, ask] = useState(false);
  if (!customer?.unproved) return null;
  return (
    <>
      <Notice {...(className ? { className } : {})}>
        <p className="font-semibold">{title}</p>
        <p className="mt-1">{children}</p>
        <Button variant="plain" className="mt-3" aria-haspopup="dialog" onClick={() => ask(true)}>
          <Trans>Show what is hidden</Trans>
        </Button>
      </Notice>
      {asking && <ProofSheet email={customer.email} atCheckout={atCheckout} onClose={() => ask(false)} />}
    </>
  );
}

/** Everything of the customer is fetched anew. */
const refetchAll = () => queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE] });

type ProofSheetProps = { email: string; atCheckout: boolean; onClose: () => void };

function ProofSheet({ email, atCheckout, onClose }: ProofSheetProps) {
  const { t } = useLingui();
  const [sent, setSent] = useState(false);
  const mail = useCode({
    send: mailCode,
    onSent: () => setSent(true),
    async confirm(email_code) {
      const answer = await api('POST mobiledigital/proveaccount', { body: { email_code } });
      if (!answer.status) return saveErrorsText(messagesOf(answer));
      await refetchAll();
      onClose();
      showToast(said`Email confirmed`);
      return null;
    },
  });
  return (
    <Sheet onClose={onClose}>
      {sent ? (
        <CodeEntry
          title={t`Code from your mailbox`}
          sentTo={email}
          entry={mail.entry}
          onCode={mail.type}
          onConfirm={mail.confirm}
          onSendAgain={mail.send}
        />
      ) : (
        <Ways email={email} mail={mail} atCheckout={atCheckout} onClose={onClose} />
      )}
    </Sheet>
  );
}

type WaysProps = ProofSheetProps & { mail: ReturnType<typeof useCode> };

function Ways({ email, mail, atCheckout, onClose }: WaysProps) {
  const navigate = useNavigate();
  const { data: settings } = useQuery(shopSettingsQuery);
  const [busy, setBusy] = useState(false);
  const contact = settings?.operator_contact ?? '';
  async function startAfresh() {
    setBusy(true);
    try {
      await api('POST mobiledigital/startafresh', {});
      await refetchAll();
      onClose();
      await navigate('/account/personaldetails', { state: { atCheckout } });
      showToast(said`Please check your name and email`);
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  }
  return (
    <div className="space-y-4">
      <SheetTitle>
        <Trans>Is this still your account?</Trans>
      </SheetTitle>
      {settings?.mail && (
        <>
          <p className="text-17 wrap-anywhere text-muted">
            <Trans>
              We mail a code to <strong className="text-ink">{email}</strong>.
            </Trans>
          </p>
          {mail.entry.sendError && <SendError>{mail.entry.sendError}</SendError>}
          <Button wide data-autofocus autoFocus busy={mail.entry.busy} onClick={mail.send}>
            <Trans>Mail me a code</Trans>
          </Button>
        </>
      )}
      {settings && !settings.mail && (
        <p className="text-17 wrap-anywhere text-muted">
          <Trans>Contact us, and we help you to your orders and cards: {contact}</Trans>
        </p>
      )}
      <p className="text-15 text-muted">
        <Trans>
          Not your email? Go on without: what is hidden stays hidden for good, and you enter your own name, email and
          card.
        </Trans>
      </p>
      <Button variant="plain" wide busy={busy} onClick={() => void startAfresh()}>
        <Trans>Go on without</Trans>
      </Button>
    </div>
  );
}
