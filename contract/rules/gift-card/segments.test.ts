import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '#test/generators/any-character.ts';
import { countSegments } from './segments.ts';

it('encodes text that uses only the GSM 7-bit character set as GSM [VA-64]', () => {
  expect(countSegments('Hello @ £ ñ Ω')).toEqual({ encoding: 'gsm', units: 13, segments: 1 });
});
it('encodes any other text entirely as unicode [VA-65]', () => {
  expect(countSegments('it’s').encoding).toBe('unicode');
  expect(countSegments('🎁')).toEqual({ encoding: 'unicode', units: 2, segments: 1 });
});
it('fits 160 characters in one 7-bit message and 153 in each part of a longer one [VA-66, VA-68, BC-35]', () => {
  expect(countSegments('a'.repeat(160)).segments).toBe(1);
  expect(countSegments('a'.repeat(161)).segments).toBe(2);
  expect(countSegments('a'.repeat(306)).segments).toBe(2);
  expect(countSegments('a'.repeat(307)).segments).toBe(3);
});
it('fits 70 characters in one unicode message and 67 in each part of a longer one [VA-67, VA-69]', () => {
  expect(countSegments('ж'.repeat(70)).segments).toBe(1);
  expect(countSegments('ж'.repeat(71)).segments).toBe(2);
  expect(countSegments('ж'.repeat(134)).segments).toBe(2);
  expect(countSegments('ж'.repeat(135)).segments).toBe(3);
});
it('counts GSM extension characters twice [VA-70]', () => {
  expect(countSegments('^{}\\[~]|€').units).toBe(18);
  expect(countSegments('€'.repeat(80)).segments).toBe(1);
  expect(countSegments('€'.repeat(81)).segments).toBe(2);
});
it('never splits an escape pair between parts, so that 76 euro signs fill a part of 153 units', () => {
  expect(countSegments('€'.repeat(152)).segments).toBe(2);
  expect(countSegments('€'.repeat(153)).segments).toBe(3);
});
it('counts as many SMS parts as plain division of the length, or one more', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 900, unit: anyCharacter }), (text) => {
      const { encoding, units, segments } = countSegments(text);
      const [single, part] = encoding === 'gsm' ? [160, 153] : [70, 67];
      const plain = units === 0 ? 0 : units <= single ? 1 : Math.ceil(units / part);
      expect(segments).toBeGreaterThanOrEqual(plain);
      expect(segments).toBeLessThanOrEqual(plain + 1);
    }),
  );
});
