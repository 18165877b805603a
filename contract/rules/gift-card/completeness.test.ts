import { expect, it } from 'vitest';
import { fieldErrorText } from '#server/platform/kernel/errors.ts';
import { type CardParts, incompleteFirst, isComplete, missingParts } from './completeness.ts';

const complete = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0412345678',
  recipient_message: 'Hello',
  scheduled_delivery: '2026-11-21 09:00:00',
  mms_template_id: 'birthday',
};
const without = (key: keyof typeof complete) => missingParts({ ...complete, [key]: '' }).map(fieldErrorText);

it('asks for all six parts and nothing else [VA-57, ST-042]', () => {
  expect(isComplete(complete)).toBe(true);
  for (const key of Object.keys(complete) as (keyof typeof complete)[])
    expect(isComplete({ ...complete, [key]: undefined })).toBe(false);
});
it("names a missing recipient's name, first or last [VA-59]", () => {
  expect(without('recipient_firstname')).toEqual(["Please enter recipient's name"]);
  expect(without('recipient_lastname')).toEqual(["Please enter recipient's name"]);
});
it('names a missing mobile [VA-60]', () =>
  expect(without('recipient_mobile')).toEqual(["Please enter recipient's mobile"]));
it('names a missing template [VA-61]', () => expect(without('mms_template_id')).toEqual(['Please select a template']));
it('names a missing message [VA-62]', () =>
  expect(without('recipient_message')).toEqual(["Please enter recipient's message"]));
it('names a missing schedule [VA-63]', () =>
  expect(without('scheduled_delivery')).toEqual(['Please select scheduled delivery date']));
it('puts incomplete cards first and keeps the order otherwise', () => {
  const cards: (CardParts & { id: number })[] = [{ ...complete, id: 1 }, { id: 2 }, { ...complete, id: 3 }, { id: 4 }];
  expect(incompleteFirst(cards).map((card) => card.id)).toEqual([2, 4, 1, 3]);
});
