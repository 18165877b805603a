import { t } from '@lingui/core/macro';
import { isApiError } from '#web/shared/api/api-error.ts';
import { showError } from '../errors/show-error.ts';
import { hideLoaders } from '../state/loaders.ts';
import { openPopup } from '../state/popups.ts';

export function showAddError(error: unknown): void {
  if (!isApiError(error) || error.status !== 400) {
    showError(error);
    return;
  }
  hideLoaders();
  if (error.code === 'not_available') openPopup({ kind: 'out-of-stock' });
  else if (error.code === 'qty_not_available') {
    openPopup({ kind: 'message', header: t`Qty not Available`, message: error });
  } else openPopup({ kind: 'message', message: error });
}
