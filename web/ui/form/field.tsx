import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} data-field-error className="mt-1.5 text-15 font-medium text-bad">
      {children}
    </p>
  );
}

export type FieldParts = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  aside?: ReactNode;
  className?: string;
};

type Inside = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

export function Field({
  label,
  error,
  hint,
  aside,
  className,
  children,
}: FieldParts & { children: (inside: Inside) => ReactNode }) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', aside ? `${id}-aside` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-15 font-semibold">
          {label}
        </label>
        {aside && (
          <span id={`${id}-aside`} className="text-13 text-muted">
            {aside}
          </span>
        )}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Text of 17 px keeps iOS from zooming in on the field. */
export function controlClasses(error: boolean, extraClasses?: string): string {
  return classes(
    'block min-h-12 w-full rounded-control border bg-surface px-3.5 py-2.5 text-17 text-ink placeholder:text-muted',
    // Selects are excluded, because in CSS they match :read-only.
    'not-[select]:read-only:bg-sunken disabled:bg-sunken disabled:text-muted',
    error ? 'border-bad ring-1 ring-bad' : 'border-edge',
    extraClasses,
  );
}

export function findFirstInvalidField(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
}

/** Errors render one or two frames later, or after more frames on a busy phone. */
const MAX_FRAMES = 30;

export function focusFirstField(form: HTMLElement | null): void {
  if (!document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox])'))
    form?.querySelector('input')?.focus();
}

/** Focuses the first invalid field once errors have rendered, unless focus has moved since. */
export function focusFirstError(form: HTMLElement | null): void {
  const before = document.activeElement;
  let frames = 0;
  function look() {
    const { activeElement } = document;
    if (activeElement !== before && activeElement !== document.body) return;
    const wrong = findFirstInvalidField(form);
    frames += 1;
    if (wrong) wrong.focus();
    else if (frames < MAX_FRAMES) requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
