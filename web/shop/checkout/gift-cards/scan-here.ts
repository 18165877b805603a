import { readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * Only a page loaded from this path may use the camera: the headers of the loaded page apply wherever the customer
 * navigates afterwards (server/platform/http/security.ts, docs/decisions/039).
 */
const SCANS = '/checkout';
const KEY = 'scan-a-gift-card';

function readLoadedPath(): string {
  const [page] = performance.getEntriesByType('navigation');
  return page ? new URL(page.name).pathname : '';
}

/** Returns whether the page may use the camera. Otherwise reloads it, and isScanRequested() then returns true. */
export function canScanHere(): boolean {
  if (readLoadedPath() === SCANS) return true;
  writeTab(KEY, true);
  location.reload();
  return false;
}

const isTrue = (value: unknown): value is true => value === true;

export const isScanRequested = (): boolean => readTab(KEY, isTrue) ?? false;

export const clearAskToScan = (): void => writeTab(KEY, null);
