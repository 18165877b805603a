import { expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import {
  copyCardForPeople,
  findFirstDuplicates,
  isNobody,
  mentionsRecipient,
  nobody,
  personErrors,
} from './recipients.ts';

speakEnglish();

const leo = { recipient_firstname: ' Leo ', recipient_lastname: 'Hart', recipient_mobile: '(04) 9157-0157' };

it('applies the rules for names and mobile numbers to every additional person', () => {
  expect(personErrors(nobody)).toEqual({
    recipient_firstname: 'Please enter a firstname',
    recipient_lastname: 'Please enter a lastname',
    recipient_mobile: 'Please enter a mobile',
  });
  expect(personErrors({ ...leo, recipient_lastname: 'a'.repeat(25) })).toEqual({
    recipient_lastname: 'Lastname must be shorter than 25 characters',
  });
  expect(personErrors(leo)).toEqual({});
  expect([nobody, { ...nobody, recipient_mobile: ' ' }, leo].map(isNobody)).toEqual([true, true, false]);
});

it('finds a repeated number in any notation and ignores empty numbers', () => {
  expect(findFirstDuplicates(['0491570156', '', '+61 491 570 156', '', '0491570157', '61491570156'])).toEqual([
    -1, -1, 0, -1, -1, 0,
  ]);
  expect(findFirstDuplicates(['abc', 'abc'])).toEqual([-1, 0]);
});

it('copies the first card for each person, but without its cart line and its list of people', () => {
  const card = {
    sku: 'GC',
    price: 37,
    qty: 2,
    others: [{ ...leo, recipient_firstname: 'Ida' }],
    recipient_firstname: 'Mia',
    recipient_message: 'Hi',
    cart_id: 3,
    cart_item_id: 9,
  };
  expect(copyCardForPeople(card as LocalGiftCard, [leo])).toEqual([
    {
      sku: 'GC',
      price: 37,
      qty: 1,
      recipient_message: 'Hi',
      cart_id: null,
      cart_item_id: null,
      recipient_firstname: 'Leo',
      recipient_lastname: 'Hart',
      recipient_mobile: '0491570157',
    },
  ]);
});

it("finds the recipient's name in a message, but not as part of another word", () => {
  const says = (recipient_message: string, text_content = '') =>
    mentionsRecipient({ ...nobody, recipient_firstname: 'Ann', recipient_message, text_content });
  expect([says('Happy birthday, Ann!'), says('hi', 'It’s ann’s day')]).toEqual([true, true]);
  expect([says('Anniversary'), says('Happy birthday')]).toEqual([false, false]);
  expect(mentionsRecipient({ ...nobody, recipient_message: 'hi', text_content: '' })).toBe(false);
});
