import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

type ToggleChipProps = { on: boolean; onPress: () => void; children: ReactNode };

export function ToggleChip({ on, onPress, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onPress}
      className={classes(
        'min-h-12 max-w-full shrink-0 rounded-full border px-4 text-15 font-semibold transition-colors',
        on ? 'border-accent bg-accent-soft' : 'border-edge bg-surface hover:bg-sunken',
      )}
    >
      {children}
    </button>
  );
}
