import { describe, expect, it } from 'vitest';
import { decisionErrors, formatDecisionsIndex } from './decisions.ts';
import { readDecisions, readDocument } from './made-pages.ts';

const first = {
  path: 'docs/decisions/001-one.md',
  text: '# 001. One\n\nStatus: accepted, 2026-11-21\n\nWords.\n',
};
const second = {
  path: 'docs/decisions/002-two.md',
  text: '# 002. Two\n\nStatus: superseded by 001, 2026-11-22\n\nWords.\n',
};

describe('decisions', () => {
  it('requires a number, a title, a status and a date in every decision', () => {
    expect(readDecisions().length).toBeGreaterThan(26);
    expect(decisionErrors(readDecisions())).toEqual([]);
  });

  it('lists every decision in docs/decisions/README.md (npm run documents)', () => {
    expect(readDocument('docs/decisions/README.md')).toBe(formatDecisionsIndex(readDecisions()));
  });
});

describe('decision check', () => {
  const errorsWith = (change: (text: string) => string, path = second.path) =>
    decisionErrors([first, { path, text: change(second.text) }]);

  it('accepts a valid decision', () => {
    expect(errorsWith((text) => text)).toEqual([]);
  });

  it('rejects a malformed heading', () => {
    expect(errorsWith((text) => text.replace('# 002. Two', '# 2. Two'))).toEqual([
      'docs/decisions/002-two.md: the first line must be "# NNN. Title"',
    ]);
    expect(errorsWith((text) => text.replace('Two', 'Two.'))).toEqual([
      'docs/decisions/002-two.md: the title must not end with a full stop',
    ]);
  });

  it('rejects a number that is used twice or differs from the file name, but accepts a gap', () => {
    const third = (text: string) => text.replace('# 002', '# 003');
    expect(errorsWith(third, 'docs/decisions/003-two.md')).toEqual([]);
    expect(errorsWith((text) => text.replace('# 002', '# 001'))).toEqual([
      'docs/decisions/001-one.md: number 001 is used twice',
      'docs/decisions/002-two.md: number 001 is used twice',
      'docs/decisions/002-two.md: the numbers in file name and heading differ',
    ]);
  });

  it('rejects an unknown status, a missing date and a reference to a decision that does not exist', () => {
    const error =
      'docs/decisions/002-two.md: the second paragraph must be "Status: accepted, YYYY-MM-DD" or "Status: superseded by NNN, …"';
    expect(errorsWith((text) => text.replace('superseded by 001', 'in force'))).toEqual([error]);
    expect(errorsWith((text) => text.replace('2026-11-22', '22 November'))).toEqual([error]);
    expect(errorsWith((text) => text.replace('by 001', 'by 009'))).toEqual([
      'docs/decisions/002-two.md: decision 009 does not exist',
    ]);
  });

  it('rejects a date that does not exist', () => {
    expect(errorsWith((text) => text.replace('2026-11-22', '2026-13-22'))).toEqual([
      'docs/decisions/002-two.md: 2026-13-22 is not a date',
    ]);
  });

  it('produces a different index when a decision is missing', () => {
    expect(formatDecisionsIndex([first, second])).toContain('- [002](002-two.md): Two (superseded by 001)');
    expect(formatDecisionsIndex([first])).not.toBe(formatDecisionsIndex([first, second]));
  });
});
