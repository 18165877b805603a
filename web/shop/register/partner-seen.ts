import { readText, writeText } from '#web/shared/state/storage.ts';

const KEY = 'partner-popup-seen';

export const partnerPopupSeen = (): boolean => readText(KEY) !== null;

export function notePartnerPopupSeen(): void {
  writeText(KEY, '1');
}
