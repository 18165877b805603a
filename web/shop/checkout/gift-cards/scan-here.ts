import { readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * The headers of the page that was loaded decide whether its camera may be used, wherever the customer went from there
 * (server/platform/http/security.ts): the checkout's allow it, the shop window's do not (docs/decisions/039).
 */
const SCANS = '/checkout';
const KEY = 'scan-a-gift-card';

function loadedAt(): string {
  const [page] = performance.getEntriesByType('navigation');
  return page ? new URL(page.name).pathname : '';
}

/** Whether the camera may be used on this page; if not, the page is loaded anew, and asksToScan() is true there. */
export function canScanHere(): boolean {
  if (loadedAt() === SCANS) return true;
  writeTab(KEY, true);
  location.reload();
  return false;
}

const isTrue = (value: unknown): value is true => value === true;

/** The customer had asked for the camera before the page was loaded. */
export const asksToScan = (): boolean => readTab(KEY, isTrue) ?? false;

export const clearAskToScan = (): void => writeTab(KEY, null);
