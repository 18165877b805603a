import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { api } from '../../calls/api.ts';
import { showError } from '../../errors/show-error.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { shopSettingsQuery } from '../../queries/shop-settings.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { showToast } from '../../state/toasts.ts';
import { CodeEntry } from '../code-entry.tsx';
import { requestEmailCode } from '../proof-calls.ts';
import { useCode } from '../use-code.ts';
import { SendError } from '../wait/send-again.tsx';
import { withCode } from './with-code.ts';

const refetchAll = () => queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE] });

type ProofSheetProps = { email: string; atCheckout: boolean; onClose: () => void };

export function ProofSheet({ email, atCheckout, onClose }: ProofSheetProps) {
  const { t } = useLingui();
  const [isSent, setSent] = useState(false);
  const mail = useCode({
    send: requestEmailCode,
    onSent: () => setSent(true),
    async confirm(email_code) {
      const answer = await api('POST mobiledigital/proveaccount', { body: { email_code } });
      if (!answer.status) return answer;
      await refetchAll();
      onClose();
      showToast(translate`Email confirmed`);
      return null;
    },
  });
  if (!isSent) return <Ways email={email} mail={mail} atCheckout={atCheckout} onClose={onClose} />;
  return (
    <CodeEntry
      title={t`Code from your mailbox`}
      sentTo={email}
      entry={mail.entry}
      onCode={mail.type}
      onConfirm={mail.confirm}
      onSendAgain={mail.send}
    />
  );
}

type WaysProps = ProofSheetProps & { mail: ReturnType<typeof useCode> };

function Ways({ email, mail, atCheckout, onClose }: WaysProps) {
  const showPage = useShowPage();
  const { data: settings } = useQuery(shopSettingsQuery);
  const [busy, setBusy] = useState(false);
  const contact = settings?.operator_contact ?? '';
  async function startAfresh() {
    setBusy(true);
    try {
      await withCode(() => api('POST mobiledigital/startafresh', {}));
      await refetchAll();
      onClose();
      await showPage('/account/personaldetails', { state: { atCheckout } });
      showToast(translate`Please check your name and email`);
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
          <Trans>Contact us and we’ll help you get to your orders and cards: {contact}</Trans>
        </p>
      )}
      <p className="text-15 text-muted">
        <Trans>
          Not your email? Continue without it: what is hidden stays hidden for good, and you enter your own name, email
          and card.
        </Trans>
      </p>
      <Button variant="plain" wide busy={busy} onClick={() => void startAfresh()}>
        <Trans>Continue without it</Trans>
      </Button>
    </div>
  );
}
