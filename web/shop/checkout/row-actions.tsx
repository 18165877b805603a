import { Link } from 'react-router';
import { Price } from '../../ui/price.tsx';

const action =
  '-mx-2 inline-flex min-h-12 items-center rounded-control px-2 text-15 font-semibold hover:bg-sunken disabled:text-muted';

type RowActionsProps = { name: string; price: string; change: string; busy: boolean; onRemove: () => void };

/** CK-11. `name` tells readers which row it is. */
export function RowActions({ name, price, change, busy, onRemove }: RowActionsProps) {
  return (
    <div className="-mb-2 mt-1 flex flex-wrap items-center gap-x-5">
      <Link to={change} className={`${action} text-accent`} aria-label={`Change ${name}`}>
        Change
      </Link>
      <button
        type="button"
        disabled={busy}
        onClick={onRemove}
        className={`${action} text-muted hover:text-ink`}
        aria-label={`Remove ${name}`}
      >
        Remove
      </button>
      <Price text={price} size="small" className="ml-auto" />
    </div>
  );
}
