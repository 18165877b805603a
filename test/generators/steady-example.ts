import { readCode } from '#contract/rules/gift-card/card-code.ts';
import type { CallExample } from '#server/platform/http/api-description/api-examples.ts';

const SHOWN_SESSION = '0123456789abcdef0123';
const SHOWN_CODE = '0123-4567-89AB-CDEF';

const OF_PASSKEYS = {
  challenge: 'dGhlLWNoYWxsZW5nZS1vZi0zMi1yYW5kb20tYnl0ZXM',
  rawId: 'dGhlLWlkLW9mLWEtcGFzc2tleQ',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  authenticatorData: 'dGhlLWZhY3Rz',
  signature: 'dGhlLXNpZ25hdHVyZQ',
};

const STEADY: Record<string, unknown> = {
  ...OF_PASSKEYS,
  token: 'a-bearer-token',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
  secret: 'the-secret-of-a-card-link',
  code: '123456',
  old_jwt: '',
  email_code: '123456',
  pin: null,
  barcode_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  words_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  retry_after: 30,
  key: 'hsk_0123456789abcdef',
};

/** Replaces secrets, and rounds times that depend on the machine down to half an hour. */
export function stabilizeExample(example: unknown): CallExample {
  const text = JSON.stringify(example, (key, value) => {
    if (key === 'code' && /^([0-9A-Z]{4}-?){4}$/.test(String(value))) return '0123-4567-89AB-CDEF';
    if (typeof value === 'string' && /^[0-9A-Z]{16}$/.test(value) && readCode(value) !== null) return SHOWN_CODE;
    if (key === 'last4' && value !== null && value !== '4242') return 'CDEF';
    if (key === 'id' && /^[\w-]{43}$/.test(String(value))) return OF_PASSKEYS.rawId;
    if ((key === 'id' || key === '0') && /^[0-9a-f]{20}$/.test(String(value))) return SHOWN_SESSION;
    if (key in STEADY && (typeof value === 'string' || typeof value === 'number'))
      return isMethod(value) ? value : STEADY[key];
    const publicId = /^(gc|gh|gr)_[0-9a-hjkmnp-tv-z]{16}$/.exec(String(value))?.[1];
    if (publicId) return `${publicId}_0123456789abcdef`;
    const isMade = (key === 'id' || key === 'payment_method') && /^pm_[0-9a-f]{20,}$/.test(String(value));
    return isMade ? 'pm_1' : value;
  });
  const halfHour = (_: string, hour: string, minutes: string) =>
    `${hour}:${Number(minutes) < 30 ? '00' : '30'}:00.000Z`;
  return JSON.parse(text.replace(/(2026-11-\d\dT\d\d):(\d\d):\d\d\.\d{3}Z/g, halfHour));
}

function isMethod(value: string | number): boolean {
  return typeof value === 'string' && /^[a-z_]+$|^[A-Z]{2,3}$/.test(value);
}
