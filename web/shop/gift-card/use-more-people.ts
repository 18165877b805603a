import { useRef, useState } from 'react';
import type { Problems } from '#contract/rules/recipient.ts';
import { dropDraft, keepDraft, type Person, readDraft } from '../../state/gift-card-drafts.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { focusFirstError } from '../../ui/field.tsx';
import type { FlowCard } from './flow-card.ts';
import { isNobody, MOST_PEOPLE, nobody, personProblems, repeats, sendToAll } from './people.ts';

export type MorePeopleState = ReturnType<typeof useMorePeople>;

/** The other people a card is to go to, as they are typed; they become cards of their own when the preview is left. */
export function useMorePeople(card: FlowCard) {
  const entry = useGiftCards(({ entries }) => entries[card.detailsId]);
  const list = useRef<HTMLDivElement>(null);
  const [people, setPeople] = useState<Person[]>(() => readDraft(card.detailsId).people ?? []);
  const [problems, setProblems] = useState<Problems<keyof Person>[]>([]);

  function change(next: Person[]) {
    setPeople(next);
    // Only what was found wrong before is looked at while typing.
    setProblems(problems.length > 0 ? next.map(personProblems) : []);
    keepDraft(card.detailsId, { people: next });
  }

  return {
    people,
    problems,
    list,
    /** For each person, whether the number stands before it already: 0 the first card's, 1 the first person's. -1: no. */
    repeated: repeats([card.recipient.recipient_mobile, ...people.map((one) => one.recipient_mobile)]).slice(1),
    room: MOST_PEOPLE - 1 - people.length,
    /** Empty rows are used first; what is too many is left out. */
    add(picked: readonly Person[] = [nobody]) {
      const kept = picked.some(isNobody) ? people : people.filter((one) => !isNobody(one));
      change([...kept, ...picked].slice(0, MOST_PEOPLE - 1));
      requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus());
    },
    /** The focus goes on to the same button of whoever stands there now, else to what adds people. */
    remove(at: number) {
      change(people.filter((_, index) => index !== at));
      requestAnimationFrame(() => {
        const rows = list.current;
        const next = rows?.children[Math.min(at, rows.children.length - 1)] ?? rows?.nextElementSibling;
        next?.querySelector('button')?.focus();
      });
    },
    edit: (at: number, part: Partial<Person>) =>
      change(people.map((one, index) => (index === at ? { ...one, ...part } : one))),
    /** Makes a card for each; false, with what is wrong on screen, while something is. Rows left empty count as nobody. */
    send(): boolean {
      const wanted = people.filter((one) => !isNobody(one));
      const found = people.map((one) => (isNobody(one) ? {} : personProblems(one)));
      if (found.some((wrong) => Object.keys(wrong).length > 0)) {
        setProblems(found);
        focusFirstError(list.current);
        return false;
      }
      if (entry) sendToAll(entry, wanted);
      dropDraft(card.detailsId, 'people');
      // They are cards now: a second press must not make them again.
      setPeople([]);
      return true;
    },
  };
}
