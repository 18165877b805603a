import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isApiError, isOffline } from '#web/shared/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { api } from '../calls/api.ts';
import { useMessage } from '../take/messages.ts';
import { Centred } from './centred.tsx';
import { canKeepDevice, type Device, saveDevice } from './device.ts';

type EnrolProps = { code: string; onEnrolled: (device: Device) => void; onCancel: () => void };

export function Enrol({ code, onEnrolled, onCancel }: EnrolProps) {
  const { t } = useLingui();
  const message = useMessage();
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The link works only once, so check first that the browser can store the key.
  const [canKeep] = useState(canKeepDevice);
  const {
    data,
    isLoading,
    error: linkError,
  } = useQuery({
    queryKey: ['till link', code],
    queryFn: ({ signal }) => api('POST seller/till/check', { body: { code } }, { signal }),
    enabled: canKeep,
    meta: { quiet: true },
  });
  const seller = data?.seller.name;
  const name = typed ?? data?.name ?? '';

  async function enrol(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const device = await api('POST seller/till/enrol', { body: { code, name } });
      saveDevice(device);
      onEnrolled(device);
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  }

  if (!canKeep)
    return (
      <Centred icon="alert" title={t`This browser can’t remember the till`}>
        <p className="text-17 text-muted" role="alert">
          <Trans>
            This may be a private window, or its storage is off or full, so the till would be lost when the page
            reloads. Open the link in a normal window. It hasn’t been used and still works.
          </Trans>
        </p>
        <Button variant="plain" wide onClick={onCancel}>
          <Trans>Not this device</Trans>
        </Button>
      </Centred>
    );
  if (isOver(error) || isOver(linkError))
    return (
      <Centred icon="alert" title={t`This link does not work any more`}>
        <p className="text-17 text-muted" role="alert">
          <Trans>It has been used, has expired or was never valid. Ask for a new link for this till.</Trans>
        </p>
        <Button variant="plain" wide onClick={onCancel}>
          <Trans>I have another link</Trans>
        </Button>
      </Centred>
    );
  if (isLoading) return <Waiting />;
  return (
    <Centred icon="shield" title={seller ? t`Use this device as a till for ${seller}?` : t`Use this device as a till?`}>
      <p className="text-17 text-muted">
        {seller ? (
          <Trans>It can then take gift cards for {seller}, until it’s switched off.</Trans>
        ) : (
          <Trans>
            It can then take gift cards for the seller who sent you the link, until the seller switches it off.
          </Trans>
        )}
      </p>
      <form onSubmit={enrol} className="flex flex-col gap-4">
        <TextField
          label={t`Name of this till`}
          hint={t`Optional. For example: front counter.`}
          name="till-name"
          autoComplete="off"
          maxLength={60}
          value={name}
          onValue={setTyped}
        />
        {error !== null && (
          <Notice tone="bad">
            {isOffline(error)
              ? t`No answer arrived. Try again. If the link has been used by then, ask for a new one.`
              : message(error)}
          </Notice>
        )}
        <Button type="submit" wide busy={busy}>
          <Trans>Use as a till</Trans>
        </Button>
        <Button variant="quiet" wide onClick={onCancel}>
          <Trans>Not this device</Trans>
        </Button>
      </form>
    </Centred>
  );
}

const isOver = (error: unknown): boolean => isApiError(error) && error.code === 'till_link_over';

function Waiting() {
  const { t } = useLingui();
  return (
    <Centred icon="shield" title={t`Use this device as a till?`}>
      <div aria-busy="true" className="space-y-4">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </Centred>
  );
}
