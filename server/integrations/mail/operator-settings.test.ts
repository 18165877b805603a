import { expect, it } from 'vitest';
import { z } from 'zod';
import { operatorSettingsError, operatorShape } from './operator-settings.ts';

const read = (OPERATOR_MOBILE: string) => z.object(operatorShape).parse({ OPERATOR_MOBILE });
const settingsError = (mobile: string) => operatorSettingsError({ ...read(mobile), MAIL: 'none' });

it.each(['+61412345678', '+610412345678', ' +61 (0)412 345 678', '0412-345-678'])(
  'normalises OPERATOR_MOBILE pasted as %s',
  (pasted) => {
    expect(read(pasted).OPERATOR_MOBILE).toBe('+61412345678');
    expect(settingsError(pasted)).toBeNull();
  },
);

it('allows OPERATOR_MOBILE to be empty', () => {
  expect(z.object(operatorShape).parse({})).toEqual({ OPERATOR_MOBILE: '', OPERATOR_EMAIL: '' });
  expect(settingsError('')).toBeNull();
});

it.each(['02 1234 5678', '+61212345678', '04O2 345 678'])(
  'rejects OPERATOR_MOBILE %s, which cannot receive texts',
  (text) => {
    expect(settingsError(text)).toMatch(/^OPERATOR_MOBILE must be a mobile number/);
  },
);
