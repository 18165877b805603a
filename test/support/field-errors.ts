import type { FieldErrors } from '#contract/rules/field-errors.ts';
import { fieldErrorText } from '#server/platform/kernel/errors.ts';

export function formatFieldErrors(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, error ? fieldErrorText(error) : '']),
  );
}
