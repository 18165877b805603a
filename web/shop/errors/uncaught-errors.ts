import type { UncaughtEvent } from '#web/shared/errors/early-errors.ts';
import { listenForUncaught } from '#web/shared/errors/uncaught-errors.ts';
import { hideLoaders } from '../state/loaders.ts';
import { openPopup } from '../state/popups.ts';
import { isShown, showError } from './show-error.ts';

export function showUncaughtErrors(early: readonly UncaughtEvent[] = []): void {
  listenForUncaught({ isShown, onFailedCall: showError, onUnexpected: showUnexpected }, early);
}

function showUnexpected(): void {
  hideLoaders();
  openPopup({ kind: 'unexpected' });
}
