import { useState } from 'react';
import type { Person } from '../../state/gift-card-drafts.ts';
import { dropDraft, readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { setOthers } from '../../state/gift-cards.ts';
import { createListLine, judgeLines, type ListLine } from './judge-lines.ts';
import type { FileLine } from './read-recipients.ts';
import { fetchRefusedPeople } from './refused-people.ts';

type ListOf = {
  cardKey: string;
  /** People chosen before the file: the card's recipient, people entered by hand and people in the cart. */
  chosen: readonly Person[];
  addedPeople: readonly Person[];
};

export type ListState = ReturnType<typeof useList>;

/** Holds the recipients from a file. Each change is saved as a draft, which survives closing the sheet. */
export function useList({ cardKey, chosen, addedPeople }: ListOf) {
  const [lines, setLines] = useState<ListLine[] | null>(() => buildFirstLines(readDraft(cardKey).list, addedPeople));
  const [busy, setBusy] = useState(false);
  const judged = judgeLines(lines ?? [], chosen);

  function change(next: ListLine[]) {
    setLines(next);
    saveDraft(cardKey, { list: next.map(({ refused: _refused, ...keptLine }) => keptLine) });
  }
  const edit = (line: number, part: Partial<ListLine>) =>
    change((lines ?? []).map((listLine) => (listLine.line === line ? { ...listLine, ...part } : listLine)));

  return {
    lines: lines === null ? null : judged,
    busy,
    read: (found: readonly FileLine[]) => change(markAskedLines(found.map(createListLine), chosen)),
    clear() {
      dropDraft(cardKey, 'list');
      setLines(null);
    },
    setPerson: (line: number, person: Person) => edit(line, { person, refused: {} }),
    leaveOut: (line: number, isSkipped: boolean) => edit(line, { out: isSkipped, asked: true }),
    sendTwice: (line: number, twice: boolean) => edit(line, { twice }),
    leaveOutWrong: () =>
      change(
        (lines ?? []).map((listLine, index) => ({
          ...listLine,
          out: listLine.out || judged[index]?.verdict !== 'good',
        })),
      ),
    /** Adds the valid rows to the card. Returns false if the server rejects a row. */
    async take(): Promise<boolean> {
      const people = judged.filter(({ verdict }) => verdict === 'good');
      setBusy(true);
      const refused = await fetchRefusedPeople(people.map(({ person }) => person)).finally(() => setBusy(false));
      if (refused.size > 0) {
        const byLine = new Map([...refused].map(([index, errors]) => [people[index]?.line, errors]));
        change(
          (lines ?? []).map((listLine) => {
            const errors = byLine.get(listLine.line);
            return errors ? { ...listLine, refused: errors, asked: true } : listLine;
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

function buildFirstLines(draft: ReturnType<typeof readDraft>['list'], people: readonly Person[]): ListLine[] | null {
  if (draft) return draft.map((listLine) => ({ ...listLine, refused: {} }));
  return people.length === 0 ? null : people.map((person, index) => createListLine({ line: index + 1, person }));
}

/** Marks rows with errors, so that they stay visible while being corrected. */
function markAskedLines(lines: ListLine[], chosen: readonly Person[]): ListLine[] {
  const judged = judgeLines(lines, chosen);
  return lines.map((listLine, index) => ({ ...listLine, asked: judged[index]?.verdict !== 'good' }));
}
