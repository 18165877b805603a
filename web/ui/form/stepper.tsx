import { useLingui } from '@lingui/react/macro';
import { Icon } from '../icons.tsx';

type StepperProps = {
  label: string;
  value: number;
  onValue: (value: number) => void;
  min?: number;
  max?: number;
  busy?: boolean;
};

const arrow =
  'inline-grid size-[48px] shrink-0 place-items-center rounded-control text-ink hover:bg-sunken disabled:text-muted disabled:opacity-50';

export function Stepper({ label, value, onValue, min = 1, max = 999, busy = false }: StepperProps) {
  const { t } = useLingui();
  const move = (by: number) => onValue(Math.min(max, Math.max(min, value + by)));
  return (
    <div className="inline-flex max-w-full items-center rounded-control border border-edge bg-surface">
      <button
        type="button"
        aria-label={t`${label}: less`}
        disabled={busy || value <= min}
        onClick={() => move(-1)}
        className={arrow}
      >
        <Icon name="minus" className="size-5" />
      </button>
      <span
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-disabled={busy || undefined}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (by === 0 || busy) return;
          event.preventDefault();
          move(by);
        }}
        className="min-w-[min(2.5rem,12vw)] rounded-control text-center text-17 font-semibold tabular"
      >
        {value}
      </span>
      <button
        type="button"
        aria-label={t`${label}: more`}
        disabled={busy || value >= max}
        onClick={() => move(1)}
        className={arrow}
      >
        <Icon name="plus" className="size-5" />
      </button>
    </div>
  );
}
