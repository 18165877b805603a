import type { ErrorCode } from '#contract/errors.ts';
import { isApiError } from '../../api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { askForCode, type CodeUse } from '../../state/popups.ts';

const USES: Partial<Record<ErrorCode | '', CodeUse>> = { recent_code_required: 'change', code_required: 'card' };

/** Calls the server; where that asks for a code, the customer confirms one and it goes on. */
export async function withCode<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const use = isApiError(error) ? USES[error.code] : undefined;
    if (use && (await askForCode(useSession.getState().mobile, use))) return call();
    throw error;
  }
}
