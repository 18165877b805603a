import type { ErrorCode } from '#contract/errors.ts';
import { isApiError } from '../../api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { askForCode } from '../../state/popups.ts';

/** Calls what changes how the account is reached; where that asks for a code, the customer confirms one and it goes on. */
export async function withRecentCode<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const needsCode = isApiError(error) && error.code === ('recent_code_required' satisfies ErrorCode);
    if (needsCode && (await askForCode(useSession.getState().mobile, 'change'))) return call();
    throw error;
  }
}
