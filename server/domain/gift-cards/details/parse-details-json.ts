import { type DetailsInput, detailsInput } from '#contract/gift-cards.ts';
import { appError, inputErrors, type Result } from '#server/platform/kernel/errors.ts';
import { isCleanText } from '#server/platform/kernel/text.ts';

/** Returns null for an id that is not a number, such as a client-side UUID. */
export function parseId(id: string | number | null | undefined): number | null {
  const text = String(id ?? '');
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function parseDetailsJson(data: string | Record<string, unknown>): Result<DetailsInput> {
  let value: unknown = data;
  if (typeof data === 'string') {
    try {
      value = JSON.parse(data);
    } catch {
      return appError('invalid_value', { fieldName: 'data', value: data.slice(0, 60) });
    }
  }
  if (!isCleanText(value)) return appError('unreadable_text');
  const read = detailsInput.safeParse(value);
  if (read.success) return read.data;
  return inputErrors(
    read.error.issues.map((issue) => ({
      code: 'field_invalid',
      parameters: { fieldName: `data.${issue.path.map(String).join('.')}` },
    })),
  );
}
