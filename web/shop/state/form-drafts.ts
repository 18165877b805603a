import { useEffect } from 'react';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * What stands in forms that are not sent yet, by the name of the form: a page load, or a sign-in that ends in between,
 * costs nobody what they typed. In this tab only; a sign-out clears it (session/return-to.ts). Never card numbers.
 */
type Fields = Record<string, string>;

const KEY = 'typed';

const read = (): Record<string, Fields> => readTab(KEY, isTyped) ?? {};

/** What was typed into the form before, null when nothing is kept. */
export function formDraft(form: string): Fields | null {
  return read()[form] ?? null;
}

/** Null: the form has been sent, or was given up. */
export function keepFormDraft(form: string, fields: Fields | null): void {
  const { [form]: _before, ...others } = read();
  const all = fields === null ? others : { ...others, [form]: fields };
  writeTab(KEY, Object.keys(all).length === 0 ? null : all);
}

/**
 * Keeps `fields` as they change, null while nothing is typed. The form calls keepFormDraft(form, null) when it is done
 * with.
 */
export function useKeepFormDraft(form: string, fields: Fields | null): void {
  useEffect(() => keepFormDraft(form, fields), [form, fields]);
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
