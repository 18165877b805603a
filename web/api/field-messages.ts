import { isRecord } from '../state/storage.ts';
import { UNEXPECTED_SENTENCE } from './problems.ts';

/**
 * The server's input_validation by field of the form (OQ-038): each message is a text or a list of texts. `fields` says which
 * keys belong to which field; what belongs to none goes to the first one, so no refusal is without words.
 */
export function fieldMessages<Field extends string>(
  validation: unknown,
  fields: Record<Field, readonly string[]>,
): Partial<Record<Field, string>> {
  const [fallback] = Object.keys(fields) as Field[];
  const found: Partial<Record<Field, string>> = {};
  for (const [key, said] of Object.entries(isRecord(validation) ? validation : {})) {
    const text = [said]
      .flat()
      .filter((one) => typeof one === 'string' && one !== '')
      .join(' ');
    const field = (Object.keys(fields) as Field[]).find((name) => fields[name].includes(key)) ?? fallback;
    if (field && text) found[field] = found[field] ? `${found[field]} ${text}` : text;
  }
  if (fallback && Object.keys(found).length === 0) found[fallback] = UNEXPECTED_SENTENCE;
  return found;
}
