import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { controlClasses, Field, type FieldParts } from './field.tsx';

type Own = FieldParts & { value: string; onValue?: (value: string) => void };
type TextFieldProps = Own & Omit<ComponentProps<'input'>, keyof Own | 'onChange'>;

/** Pass `name`, `autoComplete` and, for numbers, `inputMode`. */
export function TextField({ label, error, hint, aside, className, onValue, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} {...(className ? { className } : {})}>
      {(inside) => (
        <input
          type="text"
          readOnly={!onValue}
          {...input}
          {...inside}
          onChange={(event) => onValue?.(event.target.value)}
          className={controlClasses(Boolean(error))}
        />
      )}
    </Field>
  );
}

type TextAreaProps = Own & { limit?: number } & Omit<ComponentProps<'textarea'>, keyof Own | 'onChange'>;

/** `limit` does not restrict typing, so that the error message can appear. */
export function TextArea({ label, error, hint, limit, className, onValue, value, ...area }: TextAreaProps) {
  const counter = limit === undefined ? undefined : <Counter used={value.length} limit={limit} />;
  return (
    <Field label={label} error={error} hint={hint} aside={counter} {...(className ? { className } : {})}>
      {(inside) => (
        <textarea
          rows={3}
          {...area}
          {...inside}
          value={value}
          onChange={(event) => onValue?.(event.target.value)}
          className={controlClasses(Boolean(error), 'resize-y')}
        />
      )}
    </Field>
  );
}

const NEAR = 0.9;

function Counter({ used, limit }: { used: number; limit: number }) {
  const tone =
    used > limit ? 'text-bad font-semibold' : used >= limit * NEAR ? 'text-warn font-semibold' : 'text-muted';
  return <span className={classes('tabular', tone)}>{`${used}/${limit}`}</span>;
}
