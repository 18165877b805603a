import { describe, expect, it } from 'vitest';
import { narrowed } from './narrow-source.ts';

const run = (code: string): unknown => Function(`return ${code}`)();

describe('narrowed()', () => {
  it.each([
    ['a string', "'–“é💿'"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of one.
    ['a template', '`– ${1 + 1} 💿`'],
    ['a pattern of characters', "'a–b💿c'.split(/[–💿]/u)"],
    ['a pattern by units', "'a–b'.split(/–/)"],
    ['a name', '{ π: 3 }.π'.replace('{', '({').replace('}', '})')],
  ])('preserves program behaviour and writes only ASCII: %s', (_what, code) => {
    expect(narrowed(code)).toMatch(/^[\0-\x7f]*$/);
    expect(run(narrowed(code))).toEqual(run(code));
  });
});
