import { describe, expect, it } from 'vitest';
import { escapeNonAscii } from './narrow-source.ts';

const run = (code: string): unknown => Function(`return ${code}`)();

describe('narrowed()', () => {
  it.each([
    ['a string', "'–“é💿'"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of one.
    ['a template literal', '`– ${1 + 1} 💿`'],
    ['a regular expression with the u flag', "'a–b💿c'.split(/[–💿]/u)"],
    ['a regular expression without the u flag', "'a–b'.split(/–/)"],
    ['a property name', '{ π: 3 }.π'.replace('{', '({').replace('}', '})')],
  ])('preserves program behaviour and writes only ASCII: %s', (_what, code) => {
    expect(escapeNonAscii(code)).toMatch(/^[\0-\x7f]*$/);
    expect(run(escapeNonAscii(code))).toEqual(run(code));
  });
});
