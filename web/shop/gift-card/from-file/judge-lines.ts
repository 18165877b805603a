import type { KeptLine, Person } from '../../state/gift-card-drafts.ts';
import { type PersonErrors, personErrors, sameNumber } from '../recipient/recipients.ts';
import type { FileLine } from './read-recipients.ts';

/**
 * A line with what the server has found wrong. `out`: left out; `twice`: it goes to a number that stands there already,
 * and is meant to; `asked`: something was wrong when it was read, so it stays on screen until the list is taken.
 */
export type ListLine = KeptLine & { refused: PersonErrors };

/** Who has the number already: the line of the file, or 0 who was chosen before the file. */
type Double = number | null;
type Verdict = 'good' | 'wrong' | 'double' | 'out';
export type JudgedLine = ListLine & { errors: PersonErrors; double: Double; verdict: Verdict };

export const newLine = ({ line, person }: FileLine): ListLine => ({
  line,
  person,
  out: false,
  twice: false,
  asked: false,
  refused: {},
});

/**
 * Every line under the rules of the form. The first line of a number is good, later ones are doubles unless they are
 * meant; a line that is left out counts for nothing.
 */
export function judgeLines(lines: readonly ListLine[], chosen: readonly Person[]): JudgedLine[] {
  const known = new Map<string, number>(chosen.map((person) => [sameNumber(person.recipient_mobile), 0]));
  return lines.map((one) => {
    const errors = { ...personErrors(one.person), ...one.refused };
    const number = sameNumber(one.person.recipient_mobile);
    const double = number === '' || one.out ? null : (known.get(number) ?? null);
    if (!one.out && double === null) known.set(number, one.line);
    return { ...one, errors, double, verdict: verdictOf(one, { errors, double }) };
  });
}

function verdictOf({ out, twice }: ListLine, { errors, double }: { errors: PersonErrors; double: Double }): Verdict {
  if (out) return 'out';
  if (Object.keys(errors).length > 0) return 'wrong';
  return double !== null && !twice ? 'double' : 'good';
}
