import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_PASSKEYS } from '#contract/rules/limits.ts';
import type { Passkey } from '#contract/shapes/passkey.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showError } from '../../errors/show-error.ts';
import { PasskeyIcon } from '../../sign-in/passkeys/passkey-icon.tsx';
import { canUsePasskeys } from '../../sign-in/passkeys/passkey-support.ts';
import { SendError } from '../../sign-in/wait/send-again.tsx';
import { closePlainToast } from '../../state/toasts.ts';
import { formatShortDate } from '../orders/progress/order-status.ts';
import { QueryState } from '../page/query-state.tsx';
import { RemoveQuestion } from '../page/remove-question.tsx';
import { detailsCell } from '../page/skeletons.tsx';
import { deviceNames } from './passkey-words.ts';
import { passkeysQuery } from './passkeys-query.ts';
import { removePasskey } from './remove-passkey.ts';

export function Passkeys() {
  const query = useQuery(passkeysQuery);
  const canAdd = canUsePasskeys();
  if (!canAdd && !query.data?.length) return null;
  return (
    <section aria-labelledby="passkeys" className="mt-8">
      <h2 id="passkeys" className="text-20">
        <Trans>Passkeys</Trans>
      </h2>
      <p className="mt-1 max-w-prose text-15 text-muted">
        <Trans>Sign in with your fingerprint, face or screen lock, without waiting for a code. Codes still work.</Trans>{' '}
        <Trans>
          A passkey is safer: anyone who takes over your number gets your codes by text, but not your passkeys.
        </Trans>
      </p>
      <QueryState query={query} waiting={<Skeleton className="mt-4 h-12 w-48" />}>
        {(passkeys) => (
          <>
            <List passkeys={passkeys} />
            {canAdd && <Add isFull={passkeys.length >= MAX_PASSKEYS} />}
          </>
        )}
      </QueryState>
    </section>
  );
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removing, remove] = useState<Passkey | null>(null);
  return (
    <div tabIndex={-1}>
      {passkeys.length > 0 && (
        <ul className="mt-4 grid gap-3 sm:gap-4 md:grid-cols-2 lg:gap-6">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
          ))}
        </ul>
      )}
      {removing && (
        <RemoveQuestion
          title={<Trans>Remove this passkey?</Trans>}
          remove={() => removePasskey(removing)}
          onClose={() => remove(null)}
        >
          <p className="mt-4 text-17 font-semibold">
            <Translated message={deviceNames[removing.device]} />
          </p>
          <p className="mt-2 text-15 text-muted">
            <Trans>
              It will no longer sign you in, and you’ll be signed out everywhere else. Delete it on your device as well.
            </Trans>
          </p>
        </RemoveQuestion>
      )}
    </div>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t, i18n } = useLingui();
  const name = i18n._(deviceNames[passkey.device]);
  const createdAt = formatShortDate(i18n, passkey.created_at);
  const used = passkey.last_used_at === null ? '' : formatShortDate(i18n, passkey.last_used_at);
  return (
    <li className={`${detailsCell} flex flex-wrap items-center justify-between gap-x-3`}>
      <PasskeyIcon className="absolute top-5 left-4 size-6 text-accent sm:left-5" />
      <span className="min-w-0">
        <span className="block text-17 font-semibold">{name}</span>
        <span className="block text-13 text-muted">
          <Trans>Added {createdAt}</Trans>
        </span>
        <span className="block text-13 text-muted">
          {used ? <Trans>Last used {used}</Trans> : <Trans>Not used yet</Trans>}
        </span>
      </span>
      <Button
        variant="quiet"
        className="-mr-3 ml-auto px-3! text-15! text-muted!"
        aria-haspopup="dialog"
        aria-label={t`Remove the passkey ${name}, added ${createdAt}`}
        onClick={onRemove}
      >
        <Trans>Remove</Trans>
      </Button>
    </li>
  );
}

function Add({ isFull }: { isFull: boolean }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  async function add() {
    setBusy(true);
    setError('');
    closePlainToast();
    try {
      const { addPasskey } = await import('./add-passkey.ts');
      setError(await addPasskey());
    } catch (failed) {
      showError(failed);
    }
    setBusy(false);
  }
  const limit = MAX_PASSKEYS;
  if (isFull)
    return (
      <p className="mt-4 text-15 text-muted">
        <Trans>You have {limit} passkeys, the maximum. Remove one to add another.</Trans>
      </p>
    );
  return (
    <div className="mt-4 space-y-2">
      <Button variant="plain" busy={busy} onClick={() => void add()}>
        <Trans>Add a passkey</Trans>
      </Button>
      {error && <SendError>{error}</SendError>}
    </div>
  );
}
