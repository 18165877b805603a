import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { closePlainToast } from '../../state/toasts.ts';
import { detailsCell } from '../page/skeletons.tsx';

type DetailRowProps = {
  icon: IconName;
  label: ReactNode;
  change: string;
  children: ReactNode;
  edit: (close: () => void) => ReactNode;
};

export function DetailRow({ icon, label, change, children, edit }: DetailRowProps) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <div className={detailsCell}>
      <dt className="text-13 text-muted">
        <Icon name={icon} className="absolute top-5 left-4 size-6 text-accent sm:left-5" />
        {/* Only for screen readers, because the form field shows the same label. */}
        <span className={editing ? 'sr-only' : undefined}>{label}</span>
      </dt>
      {editing ? (
        <dd>{edit(() => setEditing(false))}</dd>
      ) : (
        <dd className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 text-17 font-semibold wrap-anywhere">{children}</span>
          <Button
            ref={button}
            variant="quiet"
            aria-label={change}
            className="-mr-3 ml-auto px-3! text-15!"
            onClick={() => {
              closePlainToast();
              setEditing(true);
            }}
          >
            <Trans>Change</Trans>
          </Button>
        </dd>
      )}
    </div>
  );
}

type DetailFormProps = {
  label: string;
  busy: boolean;
  error: string | undefined;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
};

export function DetailForm({ label, busy, error, onSave, onCancel, children }: DetailFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) focusFirstError(form.current);
  }, [error]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onSave();
  }
  return (
    <form ref={form} noValidate aria-label={label} onSubmit={submit} className="mt-2 space-y-4">
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
