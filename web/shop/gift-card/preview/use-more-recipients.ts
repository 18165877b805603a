import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { MAX_PEOPLE, MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import { useNotShown } from '../../gift-picture/words-picture.ts';
import { dropDraft, type Person, readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { closeToast, offerUndo } from '../../state/toasts.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import {
  findFirstDuplicates,
  isNobody,
  joinNames,
  nameErrors,
  nobody,
  type PersonErrors,
  personErrors,
  sendToAll,
} from '../recipient/recipients.ts';

const nobodyElse: Person[] = [];
const isWrong = (errors: PersonErrors) => Object.keys(errors).length > 0;

export type MorePeopleState = ReturnType<typeof useMoreRecipients>;

/** When the customer leaves the preview, additional recipients become separate cards. */
export function useMoreRecipients(card: FlowCard) {
  const giftCard = useGiftCards(({ giftCards }) => giftCards[card.detailsId]);
  const others = giftCard?.others ?? nobodyElse;
  const list = useRef<HTMLDivElement>(null);
  const [people, setPeople] = useState<Person[]>(() => readDraft(card.detailsId).people ?? []);
  const [errors, setErrors] = useState<PersonErrors[]>([]);
  const [busy, setBusy] = useState(false);
  const picture = useCardPicture(card);
  const names = joinNames(people, picture.words);
  const { notShown, find } = useNotShown({
    ...picture,
    words: names,
    areWordsReady: picture.areWordsReady && people.length > 0,
  });

  function change(next: Person[]) {
    setPeople(next);
    // While the customer types, updates only the errors already shown.
    setErrors(errors.length > 0 ? next.map(personErrors) : []);
    saveDraft(card.detailsId, { people: next });
  }

  return {
    people,
    errors: people.map((person, index) => ({ ...nameErrors(person, notShown), ...errors[index] })),
    busy,
    list,
    /** Index of the earlier entry with the same number (0: the card's recipient), or -1. */
    repeated: findFirstDuplicates([
      card.recipient.recipient_mobile,
      ...people.map((person) => person.recipient_mobile),
    ]).slice(1),
    room: Math.min(MAX_PEOPLE - 1, MAX_RECIPIENTS - 1 - others.length) - people.length,
    /** Recipients imported from a file, which the card already includes. */
    others,
    /** Adds people. Fills empty rows first and drops people above the limit. */
    add(picked: readonly Person[] = [nobody]) {
      const keptPeople = picked.some(isNobody) ? people : people.filter((person) => !isNobody(person));
      change([...keptPeople, ...picked].slice(0, MAX_PEOPLE - 1));
      requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus());
    },
    /**
     * Removes a person and offers Undo. After an empty row, moves the focus to the next remove button or the add
     * button.
     */
    remove(position: number) {
      const removedPerson = people[position] ?? nobody;
      change(people.filter((_, index) => index !== position));
      if (!isNobody(removedPerson)) {
        offerUndo(t`Removed`, () =>
          change((readDraft(card.detailsId).people ?? []).toSpliced(position, 0, removedPerson)),
        );
        return;
      }
      requestAnimationFrame(() => {
        const rows = list.current;
        const next = rows?.children[Math.min(position, rows.children.length - 1)] ?? rows?.nextElementSibling;
        next?.querySelector('button')?.focus();
      });
    },
    edit: (position: number, part: Partial<Person>) =>
      change(people.map((person, index) => (index === position ? { ...person, ...part } : person))),
    /** Adds a card for each person to the cart. Returns false if any person is invalid. Ignores empty rows. */
    async send(): Promise<boolean> {
      const namedPeople = people.filter((person) => !isNobody(person));
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
      if (giftCard) sendToAll(giftCard, namedPeople);
      dropDraft(card.detailsId, 'people');
      closeToast();
      // Prevents a second tap from adding the same people again.
      setPeople([]);
      return true;
    },
  };
}
