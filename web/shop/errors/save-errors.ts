import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { isRecord } from '#web/shared/state/storage.ts';
import { errorText } from './error-text.ts';

export type FieldMessages = Record<string, string>;

export type RejectedFields = {
  input_validation?: unknown;
  codes?: Record<string, FieldErrorCode> | undefined;
  parameters?: Record<string, object> | undefined;
};

/** Returns messages by field. Keeps messages without a code verbatim: a text or a list of texts. */
export function toFieldMessages({ input_validation, codes = {}, parameters = {} }: RejectedFields): FieldMessages {
  const texts = isRecord(input_validation) ? input_validation : {};
  const messages = Object.keys({ ...texts, ...codes }).map((field): [string, string] => {
    const message = [texts[field]]
      .flat()
      .filter((part) => typeof part === 'string')
      .join(' ')
      .trim();
    const code = codes[field];
    return [field, code ? errorText({ code, parameters: parameters[field], message }) : message];
  });
  return Object.fromEntries(messages.filter(([, message]) => message !== ''));
}

/** Returns null if the save was accepted, or {} if no reason was given. */
export function toSaveErrors(answer: { status: boolean } & RejectedFields): FieldMessages | null {
  return answer.status ? null : toFieldMessages(answer);
}

export function saveErrorsText(messages: FieldMessages, otherwise: string = errorText('unexpected')): string {
  const lines = Object.values(messages).filter(Boolean);
  return (lines.length > 0 ? lines : [otherwise]).join('\n');
}

/** Splits 'recipients.17.recipient_mobile' into the index 17 and its field. Returns null outside lists. */
export function placeInList(field: string): { index: number; field: string } | null {
  const [, index, name] = /^\w+\.(\d+)\.(\w+)$/.exec(field) ?? [];
  return index === undefined || name === undefined ? null : { index: Number(index), field: name };
}
