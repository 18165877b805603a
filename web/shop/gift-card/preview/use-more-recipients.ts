import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { MOST_PEOPLE, MOST_RECIPIENTS } from '#contract/rules/limits.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import { useNotShown } from '../../gift-picture/words-picture.ts';
import { dropDraft, keepDraft, type Person, readDraft } from '../../state/gift-card-drafts.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { closeToast, offerUndo } from '../../state/toasts.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import {
  firstDuplicateIndexes,
  isNobody,
  nameErrors,
  namesOf,
  nobody,
  type PersonErrors,
  personErrors,
  sendToAll,
} from '../recipient/recipients.ts';

const nobodyElse: Person[] = [];
const isWrong = (errors: PersonErrors) => Object.keys(errors).length > 0;

export type MorePeopleState = ReturnType<typeof useMoreRecipients>;

/** The other people a card is to go to, as they are typed; they become cards of their own when the preview is left. */
export function useMoreRecipients(card: FlowCard) {
  const giftCard = useGiftCards(({ giftCards }) => giftCards[card.detailsId]);
  const others = giftCard?.others ?? nobodyElse;
  const list = useRef<HTMLDivElement>(null);
  const [people, setPeople] = useState<Person[]>(() => readDraft(card.detailsId).people ?? []);
  const [errors, setErrors] = useState<PersonErrors[]>([]);
  const [busy, setBusy] = useState(false);
  const picture = useCardPicture(card);
  const names = namesOf(people, picture.words);
  const { notShown, find } = useNotShown({ ...picture, words: names, known: picture.known && people.length > 0 });

  function change(next: Person[]) {
    setPeople(next);
    // Only what was found wrong before is looked at while typing.
    setErrors(errors.length > 0 ? next.map(personErrors) : []);
    keepDraft(card.detailsId, { people: next });
  }

  return {
    people,
    errors: people.map((person, at) => ({ ...nameErrors(person, notShown), ...errors[at] })),
    busy,
    list,
    /**
     * For each person, whether the number stands before it already: 0 the first card's, 1 the first person's. -1: no.
     */
    repeated: firstDuplicateIndexes([
      card.recipient.recipient_mobile,
      ...people.map((person) => person.recipient_mobile),
    ]).slice(1),
    room: Math.min(MOST_PEOPLE - 1, MOST_RECIPIENTS - 1 - others.length) - people.length,
    /** Those of a file; they are the card's already. */
    others,
    /** Empty rows are used first; what is too many is left out. */
    add(picked: readonly Person[] = [nobody]) {
      const kept = picked.some(isNobody) ? people : people.filter((person) => !isNobody(person));
      change([...kept, ...picked].slice(0, MOST_PEOPLE - 1));
      requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus());
    },
    /**
     * What was typed can be put back. Of an empty row the focus goes on to the same button of whoever stands there now,
     * else to what adds people.
     */
    remove(at: number) {
      const gone = people[at] ?? nobody;
      change(people.filter((_, index) => index !== at));
      if (!isNobody(gone)) {
        offerUndo(t`Removed`, () => change((readDraft(card.detailsId).people ?? []).toSpliced(at, 0, gone)));
        return;
      }
      requestAnimationFrame(() => {
        const rows = list.current;
        const next = rows?.children[Math.min(at, rows.children.length - 1)] ?? rows?.nextElementSibling;
        next?.querySelector('button')?.focus();
      });
    },
    edit: (at: number, part: Partial<Person>) =>
      change(people.map((person, index) => (index === at ? { ...person, ...part } : person))),
    /**
     * Makes a card for each; false, with what is wrong on screen, while something is. Rows left empty count as nobody.
     */
    async send(): Promise<boolean> {
      const wanted = people.filter((person) => !isNobody(person));
      const listErrors = people.map((person) => (isNobody(person) ? {} : personErrors(person)));
      if (listErrors.some(isWrong)) {
        setErrors(listErrors);
        focusFirstError(list.current);
        return false;
      }
      setBusy(true);
      const signs = await find();
      setBusy(false);
      if (people.some((person) => isWrong(nameErrors(person, signs)))) {
        focusFirstError(list.current);
        return false;
      }
      if (giftCard) sendToAll(giftCard, wanted);
      dropDraft(card.detailsId, 'people');
      closeToast();
      // They are cards now: a second press must not make them again.
      setPeople([]);
      return true;
    },
  };
}
