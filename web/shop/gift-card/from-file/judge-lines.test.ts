import fc from 'fast-check';
import { expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import { createListLine, judgeLines, type ListLine } from './judge-lines.ts';

speakEnglish();

const person = (recipient_mobile: string, recipient_firstname = 'Ana'): Person => ({
  recipient_firstname,
  recipient_lastname: 'Ng',
  recipient_mobile,
});
const line = (number: number, recipient: Person, change: Partial<ListLine> = {}): ListLine => ({
  ...createListLine({ line: number, person: recipient }),
  ...change,
});
const first = person('0491570156', 'Mia');
const listVerdicts = (lines: ListLine[], chosen: Person[] = [first]) =>
  judgeLines(lines, chosen).map(({ verdict, double }) => (double === null ? verdict : `${verdict} ${double}`));

it('applies the rules of the form to each row and rejects invalid mobile numbers immediately', () => {
  const wrong = [person(''), person('0299990000'), person('0412345678', ' '), person('0412345679', 'x'.repeat(25))];
  expect(
    judgeLines(
      wrong.map((recipient, index) => line(index + 2, recipient)),
      [first],
    ).map(({ errors }) => errors),
  ).toEqual([
    { recipient_mobile: 'Please enter a mobile' },
    { recipient_mobile: 'Please enter a valid mobile' },
    { recipient_firstname: 'Please enter a firstname' },
    { recipient_firstname: 'Firstname must be shorter than 25 characters' },
  ]);
});

it('warns about a number that an earlier row or person already has, in any notation', () => {
  const lines = [line(2, person('0412345678')), line(3, person('+61412345678')), line(4, person('+61491570156'))];
  expect(listVerdicts(lines)).toEqual(['good', 'double 2', 'double 0']);
});

it('accepts a duplicate number that the customer confirms, or whose first row is skipped', () => {
  const samePerson = person('0412345678');
  expect(listVerdicts([line(2, samePerson), line(3, samePerson, { twice: true })])).toEqual(['good', 'good 2']);
  expect(listVerdicts([line(2, samePerson), line(3, samePerson, { out: true })])).toEqual(['good', 'out']);
  expect(listVerdicts([line(2, samePerson, { out: true }), line(3, samePerson)])).toEqual(['out', 'good']);
});

it('marks a row that the server rejected as wrong', () => {
  const refused = { recipient_firstname: 'The picture cannot show 〓 yet. Please leave it out' };
  expect(judgeLines([line(2, person('0412345678'), { refused })], [first])).toMatchObject([
    { verdict: 'wrong', errors: refused },
  ]);
});

it('loses no row, and accepts each number only once unless a duplicate is confirmed', () => {
  const numbers = fc.constantFrom('0412345678', '+61412345678', '0412345679', '412', '', '0491570156');
  const lists = fc.array(fc.record({ mobile: numbers, out: fc.boolean() }), { maxLength: 20 });
  fc.assert(
    fc.property(lists, (list) => {
      const judged = judgeLines(
        list.map(({ mobile, out }, index) => line(index + 2, person(mobile), { out })),
        [first],
      );
      expect(judged).toHaveLength(list.length);
      const good = judged
        .filter(({ verdict }) => verdict === 'good')
        .map((judgedLine) => judgedLine.person.recipient_mobile.slice(-8));
      expect(new Set(good).size).toBe(good.length);
      expect(good).not.toContain('91570156');
      const keptCount = judged.filter(({ verdict }) => verdict !== 'out').length;
      expect(keptCount).toBe(list.filter(({ out }) => !out).length);
    }),
  );
});
