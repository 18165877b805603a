import { expect, it } from 'vitest';
import { fieldErrorText } from '#server/platform/kernel/errors.ts';
import { type CardParts, isComplete, listMissingParts, sortIncompleteFirst } from './completeness.ts';

const complete = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0412345678',
  recipient_message: 'Hello',
  scheduled_delivery: '2026-11-21 09:00:00',
  mms_template_id: 'birthday',
};
const listMissingTexts = (key: keyof typeof complete) =>
  listMissingParts({ ...complete, [key]: '' }).map(fieldErrorText);

it('requires all six parts of a gift card, and no other part [VA-57, ST-042]', () => {
  expect(isComplete(complete)).toBe(true);
  for (const key of Object.keys(complete) as (keyof typeof complete)[])
    expect(isComplete({ ...complete, [key]: undefined })).toBe(false);
});
it('reports a missing first or last name of the recipient [VA-59]', () => {
  expect(listMissingTexts('recipient_firstname')).toEqual(["Please enter recipient's name"]);
  expect(listMissingTexts('recipient_lastname')).toEqual(["Please enter recipient's name"]);
});
it('reports a missing mobile of the recipient [VA-60]', () =>
  expect(listMissingTexts('recipient_mobile')).toEqual(["Please enter recipient's mobile"]));
it('reports a missing template of a gift card [VA-61]', () =>
  expect(listMissingTexts('mms_template_id')).toEqual(['Please select a template']));
it('reports a missing message of a gift card [VA-62]', () =>
  expect(listMissingTexts('recipient_message')).toEqual(["Please enter recipient's message"]));
it('reports a missing delivery time of a gift card [VA-63]', () =>
  expect(listMissingTexts('scheduled_delivery')).toEqual(['Please select scheduled delivery date']));
it('moves incomplete gift cards to the front and otherwise keeps their order', () => {
  const cards: (CardParts & { id: number })[] = [{ ...complete, id: 1 }, { id: 2 }, { ...complete, id: 3 }, { id: 4 }];
  expect(sortIncompleteFirst(cards).map((card) => card.id)).toEqual([2, 4, 1, 3]);
});
