import { useState } from 'react';
import type { Person } from '../../state/gift-card-drafts.ts';
import { dropDraft, keepDraft, readDraft } from '../../state/gift-card-drafts.ts';
import { setOthers } from '../../state/gift-cards.ts';
import { judgeLines, type ListLine, newLine } from './judge-lines.ts';
import type { FileLine } from './read-recipients.ts';
import { refusedPeople } from './refused-people.ts';

type ListOf = {
  cardKey: string;
  /** The card's recipient, people entered by hand and those in the cart. */
  chosen: readonly Person[];
  taken: readonly Person[];
};

export type ListState = ReturnType<typeof useList>;

/** Kept as a draft when the sheet closes. */
export function useList({ cardKey, chosen, taken }: ListOf) {
  const [lines, setLines] = useState<ListLine[] | null>(() => firstLines(readDraft(cardKey).list, taken));
  const [busy, setBusy] = useState(false);
  const judged = judgeLines(lines ?? [], chosen);

  function change(next: ListLine[]) {
    setLines(next);
    keepDraft(cardKey, { list: next.map(({ refused: _refused, ...kept }) => kept) });
  }
  const edit = (line: number, part: Partial<ListLine>) =>
    change((lines ?? []).map((one) => (one.line === line ? { ...one, ...part } : one)));

  return {
    lines: lines === null ? null : judged,
    busy,
    read: (found: readonly FileLine[]) => change(asking(found.map(newLine), chosen)),
    clear() {
      dropDraft(cardKey, 'list');
      setLines(null);
    },
    setPerson: (line: number, person: Person) => edit(line, { person, refused: {} }),
    leaveOut: (line: number, out: boolean) => edit(line, { out, asked: true }),
    sendTwice: (line: number, twice: boolean) => edit(line, { twice }),
    leaveOutWrong: () =>
      change((lines ?? []).map((one, at) => ({ ...one, out: one.out || judged[at]?.verdict !== 'good' }))),
    /** Returns false if the server rejects a row. */
    async take(): Promise<boolean> {
      const people = judged.filter(({ verdict }) => verdict === 'good');
      setBusy(true);
      const refused = await refusedPeople(people.map(({ person }) => person)).finally(() => setBusy(false));
      if (refused.size > 0) {
        const byLine = new Map([...refused].map(([at, errors]) => [people[at]?.line, errors]));
        change(
          (lines ?? []).map((one) => {
            const errors = byLine.get(one.line);
            return errors ? { ...one, refused: errors, asked: true } : one;
          }),
        );
        return false;
      }
      setOthers(
        cardKey,
        people.map(({ person }) => person),
      );
      dropDraft(cardKey, 'list');
      return true;
    },
  };
}

function firstLines(draft: ReturnType<typeof readDraft>['list'], taken: readonly Person[]): ListLine[] | null {
  if (draft) return draft.map((kept) => ({ ...kept, refused: {} }));
  return taken.length === 0 ? null : taken.map((person, at) => newLine({ line: at + 1, person }));
}

/** Keeps rows that were wrong visible while they are corrected. */
function asking(lines: ListLine[], chosen: readonly Person[]): ListLine[] {
  const judged = judgeLines(lines, chosen);
  return lines.map((one, at) => ({ ...one, asked: judged[at]?.verdict !== 'good' }));
}
