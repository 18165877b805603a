import { expect, it } from 'vitest';
import type { Details } from '#contract/gift-cards.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import {
  doneSteps,
  flowCardFromDetails,
  flowCardFromDraft,
  mayFinish,
  returnPathOf,
  savedRecipient,
  stepPath,
} from './flow-card.ts';

const recipient = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0412345678',
  recipient_message: 'Happy birthday',
  text_content: 'With love [gift-card]',
};
const open = { mms_template_id: '', scheduled_delivery: '' };
const giftCard = { ...recipient, ...open, id: 7, price: 50, timezone: 'Australia/Perth' } as LocalGiftCard;
const key = '3f1c2b7a-0000-4000-8000-000000000000';
const local = flowCardFromDraft(key, giftCard);
const details = {
  ...recipient,
  gift_card_details_id: 12,
  product_id: 7,
  gift_card_price: 50,
  scheduled_delivery: null,
  delivery_timezone: null,
  mms_template_id: null,
  state: null,
  can_edit: true,
} as Details;
const saved = flowCardFromDetails(details);

it('in the add flow both parts of the address are the local key [RT-10]', () => {
  expect(stepPath(local, 'recipient')).toBe(`/giftcard/add/${key}`);
  expect(stepPath(local, 'template')).toBe(`/giftcard/mmstemplates/${key}/${key}`);
  expect(stepPath(local, 'schedule')).toBe(`/giftcard/schedule/${key}/${key}`);
  expect(stepPath(local, 'preview')).toBe(`/giftcard/sendnoworschedule/${key}/${key}`);
});

it('on the edit path they are details id and product id', () => {
  expect(stepPath(saved, 'recipient')).toBe('/giftcard/edit/12');
  expect(stepPath(saved, 'template')).toBe('/giftcard/mmstemplates/12/7');
  expect(saved).toMatchObject({ scheduled_delivery: '', timezone: 'Australia/Sydney', mms_template_id: '' });
});

it.each([
  ['+61412345678', '0412345678'],
  ['+6421345678', '+6421345678'],
])('a saved mobile %s is shown in the form as %s', (recipient_mobile, shown) => {
  expect(flowCardFromDetails({ ...details, recipient_mobile }).recipient.recipient_mobile).toBe(shown);
});

it('EN-39 EN-40 the marker is stripped for the form and stands at the end of what is saved', () => {
  expect(local.recipient.text_content).toBe('With love');
  const back = savedRecipient({
    ...local.recipient,
    recipient_firstname: ' Mia ',
    recipient_mobile: '(04) 1234-56 78',
  });
  expect(back).toEqual(recipient);
});

it('ST-055 Finish needs template, price and schedule', () => {
  const ready = { ...local, mms_template_id: 'cake', scheduled_delivery: '2026-11-22 09:00:00' };
  expect(mayFinish(ready)).toBe(true);
  expect(
    [{ mms_template_id: '' }, { scheduled_delivery: '' }, { price: 0 }].map((part) => mayFinish({ ...ready, ...part })),
  ).toEqual([false, false, false]);
  expect(doneSteps(ready)).toEqual({ recipient: true, template: true, schedule: true, preview: true });
  expect(doneSteps(local)).toMatchObject({ recipient: true, template: false, preview: false });
});

it('a draft is editable, a saved card as long as the server says', () => {
  expect(local.editable).toBe(true);
  expect(flowCardFromDetails({ ...details, state: 'queued', can_edit: true }).editable).toBe(true);
  expect(flowCardFromDetails({ ...details, state: 'queued', can_edit: false }).editable).toBe(false);
});

it('a bought card leads back to its order, any other to checkout', () => {
  expect(returnPathOf({ ...saved, orderId: '000000004' })).toBe('/account/order/000000004');
  expect([returnPathOf({ ...saved, orderId: null }), returnPathOf(local)]).toEqual(['/checkout', '/checkout']);
});
