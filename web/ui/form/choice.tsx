import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { FieldError } from './field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> & {
  children: ReactNode;
  onValue: (checked: boolean) => void;
  error?: string | undefined;
};

export function Checkbox({ children, onValue, error, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="choice">
        <input
          type="checkbox"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onValue(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> & {
  children: ReactNode;
  aside?: ReactNode;
  onValue: (value: string) => void;
};

/** Give all radio cards of a group the same `name`, inside a fieldset with a legend. */
export function RadioCard({ children, aside, onValue, className, ...input }: RadioCardProps) {
  return (
    <label
      className={classes(
        // Avoids overflow on small phones with doubled text size.
        'flex min-h-14 items-center gap-[min(0.75rem,3vw)] rounded-card border border-line bg-surface px-[min(1rem,4vw)] py-4 text-17 transition-colors',
        'has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-disabled:opacity-60',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      <input
        type="radio"
        {...input}
        onChange={(event) => onValue(event.target.value)}
        className="size-5 shrink-0 outline-none"
      />
      <span className="min-w-0 grow">{children}</span>
      {aside}
    </label>
  );
}
