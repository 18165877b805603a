import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { CODE_RESEND_MS, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { writeText } from '#web/shared/state/storage.ts';
import { api } from '../../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { revokeToken } from '../../session/revoke-token.ts';
import { useSession } from '../../session/session.ts';
import type { PopupProps } from '../../state/popups.ts';
import { CodeEntry } from '../code-entry.tsx';
import { requestTextCode, verifyMobileCode } from '../proof-calls.ts';
import { useCode } from '../use-code.ts';

/** True if the popup was reopened while the code sent earlier is still valid. */
function isOnItsWay({ codes, retry_after = 0 }: Awaited<ReturnType<typeof requestTextCode>>): boolean {
  const mustWait = codes?.mobile === ('wait_before_next_code' satisfies FieldErrorCode);
  return mustWait && retry_after * 1_000 <= CODE_RESEND_MS;
}

function renewToken({ token = '', token_ttl = TOKEN_TTL_MS, mobile }: AuthAnswer): void {
  const { token: former, mobile: ownMobile } = useSession.getState();
  // If the number now belongs to another account, keeps the token: the pending call fails and explains why.
  if (token === '' || mobile !== ownMobile) return;
  const expires = Date.now() + token_ttl;
  useSession.setState({ token, token_ttl: expires });
  writeText('token_ttl', String(expires));
  writeText('token', token);
  void revokeToken(former, { keepLinks: true })?.then(() =>
    queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE, 'sessions'] }),
  );
}

/**
 * Asks for a code before a session opened by a link uses the account, or before a change to how the customer signs in.
 */
export function ProveMobilePopup({ popup: { mobile, to, onProved } }: PopupProps<'prove-mobile'>) {
  const { t } = useLingui();
  const [hasSent, setHasSent] = useState(false);
  const code = useCode({
    async send() {
      const answer = await requestTextCode(mobile);
      return isOnItsWay(answer) ? { ...answer, status: true } : answer;
    },
    async confirm(typed) {
      const proof = await verifyMobileCode(mobile, typed);
      if ('rejection' in proof) return proof.rejection;
      renewToken(await api('POST mobiledigital/auth', { body: { jwt: proof.jwt, autologin: false } }));
      onProved();
      return null;
    },
    onSent: () => setHasSent(true),
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    code.send();
  });
  const isSent = hasSent || code.entry.sendError === '';
  return (
    <CodeEntry
      title={t`Is it you?`}
      sentTo={showMobile(mobile)}
      isSent={isSent}
      entry={code.entry}
      onCode={code.type}
      onConfirm={code.confirm}
      onSendAgain={code.send}
      hint={
        to === 'change' ? (
          <Trans>This changes how you sign in, so we check that it’s you.</Trans>
        ) : to === 'card' ? (
          <Trans>You opened a link, and gift cards are worth money, so we check that it’s you.</Trans>
        ) : to === 'account' ? (
          <Trans>You opened a link, and this was already in your account, so we check that it’s you.</Trans>
        ) : isSent ? (
          <Trans>You opened a link. After this code, your saved cards pay with one tap on this device.</Trans>
        ) : (
          <Trans>Or close this and enter a card: no code needed.</Trans>
        )
      }
      demoMobile={mobile}
    />
  );
}
