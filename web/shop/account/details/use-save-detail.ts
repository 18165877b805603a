import { useState } from 'react';
import type { FieldError } from '#contract/rules/field-errors.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import type { CallInput } from '#web/shared/api/call-types.ts';
import { api } from '../../calls/api.ts';
import { cartQuery } from '../../cart/cart-queries.ts';
import { errorText } from '../../errors/error-text.ts';
import { showError } from '../../errors/show-error.ts';
import { setCachedCustomer } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { showToast } from '../../state/toasts.ts';

type Changes = CallInput<'PUT customers/me'>['body']['customer'];
type Checked = { error: FieldError } | { changes: Changes };

export function useSaveDetail(close: () => void, saved: string) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(check: () => Checked | Promise<Checked>) {
    setBusy(true);
    try {
      const checked = await check();
      if ('error' in checked) return setError(errorText(checked.error));
      const save = () => api('PUT customers/me', { body: { customer: checked.changes } });
      await setCachedCustomer(await withCode(save));
      // The cart contains a copy of the customer, which is stale now.
      await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
      close();
      showToast(saved);
    } catch (thrown) {
      const fieldError = isApiError(thrown) ? toFieldError(thrown) : null;
      if (fieldError) setError(errorText(fieldError));
      else showError(thrown);
    } finally {
      setBusy(false);
    }
  }
  return {
    error,
    busy,
    clear: () => setError(undefined),
    save: (check: Parameters<typeof save>[0]) => void save(check),
  };
}

/** Only the server can detect names that cannot be drawn and emails already in use. */
function toFieldError({ code, parameters }: { code: string; parameters: unknown }): FieldError | null {
  if (code === 'email_in_use') return 'email_taken';
  const { fieldName, value } = (parameters ?? {}) as { fieldName?: string; value?: string };
  if (code !== 'invalid_value') return null;
  if (fieldName === 'firstname') return { code: 'fullname_not_shown', parameters: { signs: value ?? '' } };
  return fieldName === 'email' ? 'email_invalid' : null;
}
