import { readText, writeText } from '#web/shared/state/storage.ts';

const KEY = 'partner-popup-seen';

export const hasSeenPartnerPopup = (): boolean => readText(KEY) !== null;

export function recordPartnerPopupSeen(): void {
  writeText(KEY, '1');
}
