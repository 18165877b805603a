import { describe, expect, it } from 'vitest';
import { DEFAULT_PARTS, readOptions } from './options.ts';

describe('npm test options', () => {
  it('runs the default parts, the parts named as arguments, or all parts with --all', () => {
    expect(readOptions([]).parts).toBe(DEFAULT_PARTS);
    expect(readOptions(['api', 'static']).parts).toEqual(['static', 'api']);
    expect(readOptions(['--all'])).toMatchObject({ isFull: true, parts: [...DEFAULT_PARTS, 'long', 'firefox'] });
    expect(() => readOptions(['units'])).toThrow(
      'Unknown part "units". The parts are static, unit, api, e2e, long, firefox.',
    );
  });

  it('accepts one REF after --changed, and rejects further arguments', () => {
    expect(readOptions(['--changed'])).toMatchObject({ isChanged: true, ref: undefined });
    expect(readOptions(['--changed', 'main'])).toMatchObject({ isChanged: true, ref: 'main' });
    expect(() => readOptions(['--changed', 'main', 'unit'])).toThrow('Remove "unit".');
  });
});
