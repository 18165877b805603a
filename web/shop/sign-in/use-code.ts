import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { CODE_RESEND_MS } from '#contract/rules/limits.ts';
import { type RejectedFields, saveErrorsText, toFieldMessages } from '../errors/save-errors.ts';
import { showError } from '../errors/show-error.ts';
import { isWrongForGood, localCodeError } from './code-rejection.ts';
import { isWholeCode, type RejectedCode, toCodeDigits } from './sign-in-flow.ts';
import { toWaitMinutes } from './wait/wait-times.ts';

type Sent = { status: boolean; retry_after?: number | undefined } & RejectedFields;

type CodeCalls = {
  send: () => Promise<Sent>;
  /** Returns null if the code is accepted, otherwise the response. Throws an ApiError. */
  confirm: (code: string) => Promise<RejectedFields | null>;
  onSent: () => void;
};

type Entry = {
  code: string;
  busy: boolean;
  resendAt: number;
  sendError: string;
  sendErrorCode: string;
  codeError: string;
  rejected: RejectedCode | null;
};
const empty: Entry = {
  code: '',
  busy: false,
  resendAt: 0,
  sendError: '',
  sendErrorCode: '',
  codeError: '',
  rejected: null,
};

/** Returns a text about the wait in minutes if it is long, otherwise ''. */
function waitText(code: string, { retry_after = 0 }: Sent): string {
  const minutes = toWaitMinutes(retry_after);
  if (code !== ('wait_before_next_code' satisfies FieldErrorCode) || minutes === 0) return '';
  return t({ message: plural(minutes, { other: 'Please wait # minutes before asking for another code.' }) });
}

/** Confirms a code as soon as it is complete. */
export function useCode({ send, confirm, onSent }: CodeCalls) {
  const [entry, setEntry] = useState(empty);
  const patch = (changes: Partial<Entry>) => setEntry((before) => ({ ...before, ...changes }));

  async function working(work: () => Promise<Partial<Entry>>) {
    patch({ busy: true, sendError: '', sendErrorCode: '', codeError: '' });
    try {
      patch({ ...(await work()), busy: false });
    } catch (error) {
      patch({ busy: false });
      showError(error);
    }
  }
  const sendCode = () =>
    working(async () => {
      const answer = await send();
      const now = Date.now();
      const wait = answer.retry_after === undefined ? {} : { resendAt: now + answer.retry_after * 1_000 };
      if (!answer.status) {
        const [sendErrorCode = ''] = Object.values(answer.codes ?? {});
        return {
          ...wait,
          sendErrorCode,
          sendError: waitText(sendErrorCode, answer) || saveErrorsText(toFieldMessages(answer)),
        };
      }
      onSent();
      return { code: '', rejected: null, resendAt: now + CODE_RESEND_MS, ...wait };
    });
  function confirmCode(code: string) {
    if (entry.busy) return;
    const codeError = localCodeError(code, entry.rejected);
    if (codeError) return patch({ codeError });
    void working(async () => {
      const rejection = await confirm(code);
      if (!rejection) return {};
      const error = saveErrorsText(toFieldMessages(rejection));
      return { codeError: error, ...(isWrongForGood(rejection) ? { rejected: { code, error } } : {}) };
    });
  }
  return {
    entry,
    send: () => void (entry.busy ? undefined : sendCode()),
    type(typed: string) {
      const code = toCodeDigits(typed);
      patch({ code, codeError: '' });
      if (code !== entry.code && isWholeCode(code)) confirmCode(code);
    },
    confirm: () => confirmCode(entry.code),
    clear: () => setEntry(empty),
  };
}
