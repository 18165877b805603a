import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { errorText } from '../errors/error-text.ts';
import type { RejectedFields } from '../errors/save-errors.ts';
import { isWholeCode, type RejectedCode } from './sign-in-flow.ts';

const WRONG_CODE: ReadonlySet<FieldErrorCode> = new Set(['code_wrong', 'code_wrong_last_try', 'code_expired']);

/** Returns true if sending the same code again would fail again and may use up a try. */
export function isWrongForGood({ codes = {} }: RejectedFields): boolean {
  const found = Object.values(codes);
  return found.length === 0 || found.some((code) => WRONG_CODE.has(code));
}

/** Returns the error for a code that is certainly wrong, or '' if only the server can check it. */
export function localCodeError(code: string, rejected: RejectedCode | null): string {
  if (!isWholeCode(code)) return errorText('code_invalid');
  return rejected?.code === code ? rejected.error : '';
}
