import type { I18n } from '@lingui/core';
import { say } from '../languages/say.ts';
import { UNEXPECTED_SENTENCE } from './problems.ts';

/** What the server has against something that was to be saved: field name -> message in English. */
export type Refusal = Record<string, string>;

/** Null when it was accepted, empty when no reason was given. */
export function refusalOf(answer: { status: boolean; input_validation?: Refusal | undefined }): Refusal | null {
  return answer.status ? null : (answer.input_validation ?? {});
}

/** All of it in the shopper's language, a line each; `otherwise`, in English or theirs, where no reason was given. */
export function refusalText(i18n: I18n, refused: Refusal, otherwise: string = UNEXPECTED_SENTENCE): string {
  const lines = Object.values(refused).filter(Boolean);
  return (lines.length > 0 ? lines : [otherwise]).map((line) => say(i18n, line)).join('\n');
}
