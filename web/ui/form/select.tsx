import type { ComponentProps } from 'react';
import { Icon } from '../icons.tsx';
import { controlClasses, Field, type FieldParts } from './field.tsx';

type Own = FieldParts & { value: string; onValue: (value: string) => void; options: readonly Option[] };
export type Option = { value: string; label: string; disabled?: boolean };

export function Select({
  label,
  error,
  hint,
  aside,
  className,
  onValue,
  options,
  ...select
}: Own & Omit<ComponentProps<'select'>, keyof Own | 'onChange'>) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} {...(className ? { className } : {})}>
      {(inside) => (
        <div className="relative">
          <select
            {...select}
            {...inside}
            onChange={(event) => onValue(event.target.value)}
            className={controlClasses(Boolean(error), 'appearance-none pr-11')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="down"
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
