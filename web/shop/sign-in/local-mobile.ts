import { showMobile } from '#contract/rules/mobile.ts';

/** As Australians type it: +61412345678 -> 0412345678. Others stay. Without spaces, since the rule takes digits only (OQ-040). */
export function localMobile(e164: string): string {
  return showMobile(e164).replaceAll(' ', '');
}
