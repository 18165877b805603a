import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { errorText } from '../errors/error-text.ts';
import type { RejectedFields } from '../errors/save-errors.ts';
import { isWholeCode, type RejectedCode } from './sign-in-flow.ts';

const WRONG_CODE: ReadonlySet<FieldErrorCode> = new Set(['code_wrong', 'code_wrong_last_try', 'code_expired']);

/** True if sending the code again would fail again, possibly using up a try. */
export function isWrongForGood({ codes = {} }: RejectedFields): boolean {
  const found = Object.values(codes);
  return found.length === 0 || found.some((code) => WRONG_CODE.has(code));
}

/** Returns '' if only the server can check the code. */
export function codeErrorHere(code: string, rejected: RejectedCode | null): string {
  if (!isWholeCode(code)) return errorText('code_invalid');
  return rejected?.code === code ? rejected.error : '';
}
