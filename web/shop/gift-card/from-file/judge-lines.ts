import type { KeptLine, Person } from '../../state/gift-card-drafts.ts';
import { normalizeNumber, type PersonErrors, personErrors } from '../recipient/recipients.ts';
import type { FileLine } from './read-recipients.ts';

/** `out`: skipped. `twice`: confirmed as a duplicate. `asked`: had errors, so stays visible until the list is added. */
export type ListLine = KeptLine & { refused: PersonErrors };

/** The row that already has the number, or 0 for a person chosen before the file. */
type Double = number | null;
type Verdict = 'good' | 'wrong' | 'double' | 'out';
export type JudgedLine = ListLine & { errors: PersonErrors; double: Double; verdict: Verdict };

export const createListLine = ({ line, person }: FileLine): ListLine => ({
  line,
  person,
  out: false,
  twice: false,
  asked: false,
  refused: {},
});

/**
 * Judges each row. The first row with a number is good; later ones are duplicates unless confirmed. Skipped rows do not
 * count.
 */
export function judgeLines(lines: readonly ListLine[], chosen: readonly Person[]): JudgedLine[] {
  const knownNumbers = new Map<string, number>(chosen.map((person) => [normalizeNumber(person.recipient_mobile), 0]));
  return lines.map((line) => {
    const errors = { ...personErrors(line.person), ...line.refused };
    const number = normalizeNumber(line.person.recipient_mobile);
    const double = number === '' || line.out ? null : (knownNumbers.get(number) ?? null);
    if (!line.out && double === null) knownNumbers.set(number, line.line);
    return { ...line, errors, double, verdict: resolveVerdict(line, { errors, double }) };
  });
}

function resolveVerdict(
  { out, twice }: ListLine,
  { errors, double }: { errors: PersonErrors; double: Double },
): Verdict {
  if (out) return 'out';
  if (Object.keys(errors).length > 0) return 'wrong';
  return double !== null && !twice ? 'double' : 'good';
}
