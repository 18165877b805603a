import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { showError } from '../../errors/show-error.ts';
import { SendError } from '../wait/send-again.tsx';
import { PasskeyIcon } from './passkey-icon.tsx';
import { canUsePasskeys } from './passkey-support.ts';

export function PasskeyButton({ onAnswer }: { onAnswer: (answer: AuthAnswer) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  async function enter() {
    setBusy(true);
    setError('');
    try {
      const { signInByPasskey } = await import('./sign-in-by-passkey.ts');
      const answer = await signInByPasskey();
      if (typeof answer === 'string') setError(answer);
      else await onAnswer(answer);
    } catch (failed) {
      showError(failed);
    }
    setBusy(false);
  }
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button variant="plain" wide busy={busy} onClick={() => void enter()}>
        <span className="flex items-center justify-center gap-2">
          <PasskeyIcon className="size-5" />
          <Trans>Use a passkey</Trans>
        </span>
      </Button>
      {error && <SendError>{error}</SendError>}
    </>
  );
}
