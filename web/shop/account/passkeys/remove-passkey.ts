import { t } from '@lingui/core/macro';
import type { Passkey } from '#contract/shapes/passkey.ts';
import { api } from '../../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { showToast } from '../../state/toasts.ts';
import { keepPasskeys } from './passkeys-query.ts';

/** Removes a passkey; returns once it is gone, with what the screen does then. Throws an ApiError. */
export async function removePasskey({ id }: Passkey): Promise<() => Promise<void>> {
  // Status false: there is no such one any more, removed in another window perhaps. That is what was wanted.
  await withCode(() => api('POST mobiledigital/removepasskey', { body: { id } }));
  return async () => {
    await keepPasskeys((passkeys) => passkeys.filter((passkey) => passkey.id !== id));
    // What it had signed in is signed out.
    void queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE, 'sessions'] });
    showToast(t`Passkey removed`);
  };
}
