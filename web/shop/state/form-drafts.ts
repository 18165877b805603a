import { useEffect } from 'react';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * Form input that survives reloads and sign-ins in this tab and is cleared at sign-out (session/return-to.ts). It never
 * contains card numbers.
 */
type Fields = Record<string, string>;

const KEY = 'typed';

const read = (): Record<string, Fields> => readTab(KEY, isTyped) ?? {};

export function readFormDraft(form: string): Fields | null {
  return read()[form] ?? null;
}

export function saveFormDraft(form: string, fields: Fields | null): void {
  const { [form]: _before, ...otherDrafts } = read();
  const all = fields === null ? otherDrafts : { ...otherDrafts, [form]: fields };
  writeTab(KEY, Object.keys(all).length === 0 ? null : all);
}

/** Forms must call saveFormDraft(form, null) when they are done. */
export function useSaveFormDraft(form: string, fields: Fields | null): void {
  useEffect(() => saveFormDraft(form, fields), [form, fields]);
}

export function clearFormDrafts(): void {
  writeTab(KEY, null);
}

function isTyped(value: unknown): value is Record<string, Fields> {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (fields) => isRecord(fields) && Object.values(fields).every((text) => typeof text === 'string'),
    )
  );
}
