import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

type Variants = { variant?: ButtonVariant; wide?: boolean };

const variants: Record<ButtonVariant, string> = {
  primary: 'btn btn-primary',
  plain: 'btn btn-plain',
  quiet: 'btn btn-quiet',
  danger: 'btn btn-danger',
};

export function buttonClasses({ variant = 'primary', wide = false }: Variants, extraClasses?: string): string {
  return classes(variants[variant], wide && 'w-full', extraClasses);
}

type ButtonProps = ComponentProps<'button'> & Variants & { busy?: boolean };

/** `busy`: ignores presses, but keeps the label for screen readers. */
export function Button({ variant = 'primary', wide = false, busy = false, className, children, ...rest }: ButtonProps) {
  const { disabled, onClick } = rest;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses({ variant, wide }, className)}
    >
      <span className={busy ? 'opacity-0' : undefined}>{children}</span>
      {/* Hidden while the page loader shows its own spinner. */}
      {busy && <Spinner className="absolute [body:has([data-loader])_&]:hidden" />}
    </button>
  );
}

/** Prefetching loads only code, because our screens load no data through the router. */
export function LinkButton({
  variant = 'primary',
  wide = false,
  className,
  ...rest
}: LinkProps & Variants & { className?: string }) {
  return <Link prefetch="intent" {...rest} className={buttonClasses({ variant, wide }, className)} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode };

/** The button is 48 px in size even with larger text. `label`: the accessible name. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={rest.title ?? label}
      className={classes('icon-button', className)}
    >
      {children}
    </button>
  );
}
