import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Price } from '#web/ui/price.tsx';

const action =
  '-mx-2 inline-flex min-h-12 items-center rounded-control px-2 text-15 font-semibold hover:bg-sunken disabled:text-muted';

const next =
  'inline-flex min-h-12 items-center rounded-control border border-accent bg-accent-soft px-4 text-15 font-semibold text-accent';

type RowActionsProps = {
  name: string;
  price: string;
  change: string;
  urgent?: boolean;
  busy: boolean;
  onRemove: () => void;
};

export function RowActions({ name, price, change, urgent = false, busy, onRemove }: RowActionsProps) {
  const { t } = useLingui();
  return (
    <div className="-mb-2 mt-2 flex flex-wrap items-center gap-x-5">
      <Link to={change} className={urgent ? next : `${action} text-accent`} aria-label={t`Change ${name}`}>
        <Trans>Change</Trans>
      </Link>
      <button
        type="button"
        disabled={busy}
        onClick={onRemove}
        className={`${action} text-muted hover:text-ink`}
        aria-label={t`Remove ${name}`}
      >
        <Trans>Remove</Trans>
      </button>
      <Price text={price} size="small" className="ml-auto" />
    </div>
  );
}
