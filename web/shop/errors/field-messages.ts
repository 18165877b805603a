import { errorText } from './error-text.ts';
import { type RejectedFields, toFieldMessages } from './save-errors.ts';

/**
 * `fields` lists the server's names for each field. Messages for unknown names go to the first field, so that no error
 * is lost.
 */
export function fieldMessages<Field extends string>(
  answer: RejectedFields,
  fields: Record<Field, readonly string[]>,
): Partial<Record<Field, string>> {
  const [fallback] = Object.keys(fields) as Field[];
  const messages: Partial<Record<Field, string>> = {};
  for (const [key, message] of Object.entries(toFieldMessages(answer))) {
    const field = (Object.keys(fields) as Field[]).find((name) => fields[name].includes(key)) ?? fallback;
    if (field) messages[field] = messages[field] ? `${messages[field]} ${message}` : message;
  }
  if (fallback && Object.keys(messages).length === 0) messages[fallback] = errorText('unexpected');
  return messages;
}
