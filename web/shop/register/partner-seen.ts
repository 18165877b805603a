import { readText, writeText } from '#web/shared/state/storage.ts';

const KEY = 'partner-popup-seen';

/** Whether this browser has shown the popup about registering once; it opens a single time. */
export const partnerPopupSeen = (): boolean => readText(KEY) !== null;

export function notePartnerPopupSeen(): void {
  writeText(KEY, '1');
}
