import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { codeError } from '#contract/rules/customer/mobile.ts';
import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { CODE_RESEND_MS } from '#contract/rules/limits.ts';
import { messagesOf, type RejectedFields, saveErrorsText } from '../errors/save-errors.ts';
import { showError } from '../errors/show-error.ts';
import { errorText } from '../languages/error-messages.ts';
import { codeIn, isWholeCode } from './sign-in-flow.ts';
import { minutesOfWait } from './wait/wait-times.ts';

type Sent = { status: boolean; retry_after?: number | undefined } & RejectedFields;

type CodeCalls = {
  send: () => Promise<Sent>;
  /** Null: it was right, and what follows has been done; else what is wrong with it. Throws an ApiError. */
  confirm: (code: string) => Promise<string | null>;
  onSent: () => void;
};

/** `sendErrorCode`: why no code was sent, where a screen says more of it than `sendError`. */
const empty = { code: '', busy: false, resendAt: 0, sendError: '', sendErrorCode: '', codeError: '' };

/** In minutes, where seconds say little; '' of anything else. */
function waitText(code: string, { retry_after = 0 }: Sent): string {
  const minutes = minutesOfWait(retry_after);
  if (code !== ('wait_before_next_code' satisfies FieldErrorCode) || minutes === 0) return '';
  return t({ message: plural(minutes, { other: 'Please wait # minutes before asking for another code.' }) });
}

/** A code that is sent, typed and confirmed; a whole one confirms itself. */
export function useCode({ send, confirm, onSent }: CodeCalls) {
  const [entry, setEntry] = useState(empty);
  const patch = (changes: Partial<typeof empty>) => setEntry((before) => ({ ...before, ...changes }));

  async function working(work: () => Promise<Partial<typeof empty>>) {
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
          sendError: waitText(sendErrorCode, answer) || saveErrorsText(messagesOf(answer)),
        };
      }
      onSent();
      return { code: '', resendAt: now + CODE_RESEND_MS, ...wait };
    });
  function confirmCode(code: string) {
    const error = codeError(code);
    if (error) return patch({ codeError: errorText(error) });
    if (!entry.busy) void working(async () => ({ codeError: (await confirm(code)) ?? '' }));
  }
  return {
    entry,
    send: () => void (entry.busy ? undefined : sendCode()),
    type(typed: string) {
      const code = codeIn(typed);
      patch({ code, codeError: '' });
      if (code !== entry.code && isWholeCode(code)) confirmCode(code);
    },
    confirm: () => confirmCode(entry.code),
    clear: () => setEntry(empty),
  };
}
