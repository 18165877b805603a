import type { ErrorCode } from '#contract/errors.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { type CodeUse, promptForCode } from '../../state/popups.ts';

const USES: Partial<Record<ErrorCode | '', CodeUse>> = { recent_code_required: 'change', code_required: 'card' };

/**
 * Makes the call. If the server requires a code, asks for one and retries the call. `change`: the call changes data
 * that is older than the link, but uses no gift card.
 */
export async function withCode<Answer>(call: () => Promise<Answer>, change?: 'account'): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const use = isApiError(error) ? USES[error.code] : undefined;
    const shownUse = use === 'card' ? (change ?? use) : use;
    if (shownUse && (await promptForCode(useSession.getState().mobile, shownUse))) return call();
    throw error;
  }
}
