import { t } from '@lingui/core/macro';
import type { Passkey } from '#contract/shapes/passkey.ts';
import { api } from '../../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { showToast } from '../../state/toasts.ts';
import { updateCachedPasskeys } from './passkeys-query.ts';

/** Resolves after the removal, with a callback that updates the screen. Throws an ApiError. */
export async function removePasskey({ id }: Passkey): Promise<() => Promise<void>> {
  // Status false means that the passkey is already gone, perhaps removed in another tab.
  await withCode(() => api('POST mobiledigital/removepasskey', { body: { id } }));
  return async () => {
    await updateCachedPasskeys((passkeys) => passkeys.filter((passkey) => passkey.id !== id));
    // Removing the passkey also ended its sessions, so the cached list of sessions is stale.
    void queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE, 'sessions'] });
    showToast(t`Passkey removed`);
  };
}
