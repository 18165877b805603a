import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

/** `primary` is the one action a screen has; `plain` has an outline, `quiet` is text only. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

type Variants = { variant?: ButtonVariant; wide?: boolean };

const base =
  'inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-control px-5 py-2 text-17 font-semibold select-none ' +
  'transition-[background-color,scale] duration-150 active:scale-[0.98] disabled:active:scale-100';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-muted',
  plain: 'border border-edge bg-surface text-ink hover:bg-sunken disabled:text-muted disabled:border-line',
  quiet: 'text-accent hover:bg-accent-soft disabled:text-muted',
  danger: 'border border-edge bg-surface text-bad hover:bg-sunken disabled:text-muted',
};

export function buttonClasses({ variant = 'primary', wide = false }: Variants, more?: string): string {
  return classes(base, variants[variant], wide && 'w-full', more);
}

type ButtonProps = ComponentProps<'button'> & Variants & { busy?: boolean };

/** `busy` shows a spinner, keeps the width and rejects presses; the label stays for readers. */
export function Button({ variant = 'primary', wide = false, busy = false, className, children, ...rest }: ButtonProps) {
  const { disabled, onClick } = rest;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses({ variant, wide }, classes('relative', className))}
    >
      <span className={classes('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}

/**
 * A link that looks like a button. What it leads to is fetched ahead: code only, no screen of ours loads data that
 * way.
 */
export function LinkButton({
  variant = 'primary',
  wide = false,
  className,
  ...rest
}: LinkProps & Variants & { className?: string }) {
  return <Link prefetch="intent" {...rest} className={buttonClasses({ variant, wide }, className)} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode };

/** A 48 px square with an icon, also where text is larger: it leaves the room to the words. `label` is its name. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={rest.title ?? label}
      className={classes(
        'inline-grid size-[48px] shrink-0 place-items-center rounded-full text-ink hover:bg-sunken [&>svg]:max-h-[30px] [&>svg]:max-w-[30px]',
        className,
      )}
    >
      {children}
    </button>
  );
}
