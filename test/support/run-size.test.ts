import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daySeed, readSeed } from './run-size.ts';

it('rejects a TEST_SEED that is not a whole number', () => {
  expect(readSeed('20261128')).toBe(20_261_128);
  for (const text of ['abc', '-1', '1.5', '1234567890'])
    expect(() => readSeed(text)).toThrow(`TEST_SEED takes a whole number, such as 20261128, not "${text}".`);
});

it('draws random values of property tests from the seed of the test run', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(daySeed);
  const numbers = () => fc.sample(fc.integer(), 20);
  expect(numbers()).toEqual(numbers());
});
