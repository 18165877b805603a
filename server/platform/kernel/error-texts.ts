import { type ErrorEntry, errors } from '#contract/errors.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';

/** What stands for the places of an error's text: by name, or a list for {1}, {2} ... */
export type ErrorParameters = readonly (string | number)[] | Readonly<Record<string, string | number>>;

/** Returns the message of an answer: filled in, or Magento's template, which goes out beside its parameters. */
export function answerText({ text, isTemplate }: ErrorEntry, parameters: ErrorParameters = {}): string {
  if (isTemplate) return text.replace(/\{(\w+)\}/g, '%$1');
  return filledText(text, valuesOf(parameters));
}

export function fieldErrorText(error: FieldError): string {
  if (typeof error === 'string') return answerText(errors[error]);
  return answerText(errors[error.code], error.parameters);
}

const valuesOf = (parameters: ErrorParameters): Map<string, string | number> =>
  new Map(
    Array.isArray(parameters)
      ? parameters.map((value, index) => [String(index + 1), value])
      : Object.entries(parameters),
  );

/** A whole message that is one plural: English has the forms one and other. */
const PLURAL = /^\{(\w+), plural, one \{(.+)\} other \{(.+)\}\}$/;

/** Fills in an ICU message in English. */
function filledText(text: string, values: ReadonlyMap<string, string | number>): string {
  const shown = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`"${text}" needs the parameter ${name}.`);
    return String(value);
  };
  const [, counted = '', one = '', other = ''] = PLURAL.exec(text) ?? [];
  if (counted === '') return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(name));
  const count = shown(counted);
  return (count === '1' ? one : other).replaceAll('#', count);
}
